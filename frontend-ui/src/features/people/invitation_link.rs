//! The link by which an invited person enters.

use crate::{api::Error, features::clipboard::copyable_link, i18n::StaffTexts, prelude::*};
use shared_types::staff::InvitationLink;

/// Makes the link and shows it with its end. The former link of the person ends.
pub fn invitation_link(request: impl Future<Output = Result<InvitationLink, Error>> + 'static) -> AnyView {
    let (action, link) = (use_action(), RwSignal::new(None::<InvitationLink>));
    action.run(request, move |made| {
        link.try_set(Some(made));
    });
    let shown = move || {
        link.get().map(|link| {
            any_view! {
                <p>{t(StaffTexts::InvitationHint)}</p>
                {copyable_link(link.url)}
                <p class="muted">{t(StaffTexts::LinkValidUntil)} " " {format::date_time(link.expires_at)}</p>
            }
        })
    };
    any_view! {
        <div class="grid" role="status" data-testid="invitation-link">
            <ErrorNote error=action />
            {shown}
        </div>
    }
}
