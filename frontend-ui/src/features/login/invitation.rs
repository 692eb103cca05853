//! The page of the link of an invitation: the person sets a password, or enters their own, and is in the cabinet.

use super::{
    frame::{guard_path, log_in, login_layout, page_path},
    texts::LoginTexts,
};
use crate::prelude::*;
use shared_types::identity::{
    AcceptInvitation, InvitationAcceptance, InvitationEntry, InvitationToken, OpenInvitation, OpenInvitationLink,
};

#[component]
pub fn InvitationPage() -> impl IntoView {
    let hash = window().location().hash().unwrap_or_default();
    let token = StoredValue::new(hash.trim_start_matches('#').to_owned());
    let invitation = use_value(&[], move || {
        let token = token.get_value();
        api::call::<OpenInvitationLink>(guard_path(), InvitationToken { token })
    });
    let (action, password) = (use_action(), RwSignal::new(String::new()));
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        let body = InvitationAcceptance {
            token: token.get_value(),
            password: password.get_untracked(),
            timezone: format::browser_time_zone(),
        };
        log_in(action, api::call::<AcceptInvitation>(guard_path(), body));
    };
    let form = move |invitation: &OpenInvitation| {
        let cabinet = invitation.client_name.clone();
        let cabinet = cabinet.map_or_else(String::new, |name| format!(" · {name}"));
        let entry = match invitation.entry {
            InvitationEntry::NewPassword => Some((LoginTexts::NewPassword, "new-password", LoginTexts::SetPassword)),
            InvitationEntry::Password => Some((LoginTexts::OwnPassword, "current-password", LoginTexts::LogInTitle)),
            InvitationEntry::Code => None,
        };
        let fields = entry.map(|(label, autocomplete, button)| {
            any_view! {
                <input type="hidden" autocomplete="username" value=invitation.phone.clone() />
                <Field
                    name="password"
                    label=t(label)
                    value=password
                    error=action
                    kind="password"
                    autocomplete=autocomplete
                    required=true
                />
                <button class="button primary" data-testid="accept-invitation" disabled=move || action.is_busy()>
                    {t(button)}
                </button>
            }
        });
        let by_code = entry.is_none().then(|| {
            any_view! {
                <p class="hint">{t(LoginTexts::InvitedWithMessenger)}</p>
                <a class="button primary" href=page_path("login")>
                    {t(LoginTexts::LogInTitle)}
                </a>
            }
        });
        any_view! {
            <form class="grid" on:submit=submit>
                <ErrorNote error=action />
                <p data-testid="invitation">
                    <strong dir="auto">{invitation.agent_name.clone()}{cabinet}</strong>
                    <br />
                    <span class="muted">{invitation.phone.clone()}</span>
                </p>
                {fields}
                {by_code}
            </form>
        }
    };
    let content = move || {
        let is_expired = invitation.error().as_ref().and_then(api::Error::code) == Some(ProblemCode::LinkExpired);
        if is_expired {
            return any_view! {
                <p class="note error" role="alert" data-testid="link-outcome">
                    {t(LoginTexts::InvitationExpired)}
                </p>
                <a class="button primary" href=page_path("login")>
                    {t(LoginTexts::LogInTitle)}
                </a>
            };
        }
        invitation.show(Skeleton::Rows, form)
    };
    let inner = view! { <div class="grid">{content}</div> };
    login_layout(t(LoginTexts::InvitationTitle), inner.into_any())
}
