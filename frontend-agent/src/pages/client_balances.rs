//! The balances of a client, for dialogs that show the balance after a change.

use frontend_ui::{api::Fetched, prelude::*};
use shared_types::{id::ClientId, ledger::ShowClientBalance};

/// The balances of a client while a dialog is open.
#[derive(Clone, Copy)]
pub(super) struct ClientBalances(Fetched<Option<Vec<Money>>>);

impl ClientBalances {
    /// Fetches the balances. Who may not see them gets none.
    pub(super) fn fetch(client: ClientId) -> Self {
        let may_see = current_user().may(Object::Balance, Level::View);
        Self(Fetched::new(move || async move {
            if !may_see {
                return None;
            }
            // The dialog works without them.
            let found = api::send::<ShowClientBalance>((client,), Nothing {}, Nothing {}, Options::default()).await;
            found.ok().map(|balance| balance.accounts)
        }))
    }

    /// The balance in a currency, zero if the client has none; `None` until it is known.
    pub(super) fn get(self, currency: Currency) -> Option<Money> {
        let accounts = self.0.get().flatten()?;
        let found = accounts.into_iter().find(|balance| balance.currency == currency);
        Some(found.unwrap_or(Money::zero(currency)))
    }
}
