//! Sends the changes of a client that the forms of the card make.

use super::texts::ClientTexts;
use frontend_ui::{
    api::{self, Error, Options},
    components::notify,
    i18n::t,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    clients::{ChangeClient, ClientChange},
    endpoint::Nothing,
    id::ClientId,
};

/// The client and the version of it that the forms show.
#[derive(Clone, Copy)]
pub(super) struct ClientSender {
    pub(super) id: ClientId,
    pub(super) version: i64,
    pub(super) reload: Callback<()>,
}

impl ClientSender {
    /// Sends a change. `error` belongs to the form.
    pub(super) fn send(self, change: ClientChange, error: RwSignal<Option<Error>>) {
        let options = Options::of_version(self.version);
        spawn_local(async move {
            match api::send::<ChangeClient>((self.id,), Nothing {}, change, options).await {
                Ok(_) => {
                    error.try_set(None);
                    notify(t(ClientTexts::Saved));
                    self.reload.try_run(());
                }
                Err(err) => {
                    error.try_set(Some(err));
                }
            }
        });
    }
}
