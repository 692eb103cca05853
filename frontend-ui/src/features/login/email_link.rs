//! Pages that are opened by links in e-mails: a link is used once, and expires.

use super::texts::LoginTexts;
use crate::{api::Error, prelude::*};

/// The state of a page that was opened by a link.
#[derive(Clone, Copy)]
pub(super) struct EmailLink {
    pub(super) action: Action,
    is_used: RwSignal<bool>,
}

/// Where a page leads to: the address and the text of the button.
pub(super) type NextPage = (String, &'static str);

impl EmailLink {
    pub(super) fn new() -> Self {
        Self {
            action: use_action(),
            is_used: RwSignal::new(false),
        }
    }

    /// Sends the request that uses the link.
    pub(super) fn send<T: 'static>(self, request: impl Future<Output = Result<T, Error>> + 'static) {
        self.action.run(request, move |_| self.is_used.set(true));
    }

    /// The form; a text and the next page once the link was used; how to get another link if it has expired.
    pub(super) fn view(
        self,
        form: impl Fn() -> AnyView + Send + 'static,
        used: (LoginTexts, NextPage),
        another: NextPage,
    ) -> AnyView {
        let action = self.action;
        let is_expired = move || action.error().as_ref().and_then(Error::code) == Some(ProblemCode::LinkExpired);
        (move || {
            let (class, role, text, (address, label)) = if self.is_used.get() {
                ("note", "status", used.0, used.1.clone())
            } else if is_expired() {
                ("note error", "alert", LoginTexts::LinkUsed, another.clone())
            } else {
                return any_view! {
                    <ErrorNote error=action />
                    {form()}
                };
            };
            any_view! {
                <p class=class role=role data-testid="link-outcome">
                    {t(text)}
                </p>
                <a class="button primary" href=address>
                    {label}
                </a>
            }
        })
        .into_any()
    }
}
