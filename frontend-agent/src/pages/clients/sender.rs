//! The client that the forms of the card change.

use super::texts::ClientTexts;
use frontend_ui::{data::Form, prelude::*};
use shared_types::{
    clients::{ChangeClient, ClientCard, ClientChange},
    id::ClientId,
};

/// A form of the card, with its calls.
#[derive(Clone, Copy)]
pub(super) struct ClientForm {
    pub(super) form: Form<ClientCard>,
    pub(super) action: Action,
    id: ClientId,
}

impl ClientForm {
    pub(super) fn new(id: ClientId, card: Record<ClientCard>) -> Self {
        Self {
            form: card.form(|card| card.version),
            action: use_action().reloading(move || card.reload()),
            id,
        }
    }

    pub(super) fn send(self, change: ClientChange) {
        let call = api::send::<ChangeClient>((self.id,), Nothing {}, change, self.form.options());
        self.form.send(self.action, call, |_| notify(t(ClientTexts::Saved)));
    }
}
