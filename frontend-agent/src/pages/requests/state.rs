//! The state of the page of requests.

use frontend_ui::{api::Error, features::payments, prelude::*};
use shared_types::topups::{BalanceRequest, RequestMove};

#[derive(Clone, Debug)]
pub(super) struct OpenDialog {
    pub(super) step: RequestMove,
    pub(super) request: BalanceRequest,
}

/// State shared by the parts of the page.
#[derive(Clone, Copy)]
pub(super) struct RequestsState {
    pub(super) action: Action,
    /// The move whose dialog is open, and its request.
    pub(super) open_dialog: RwSignal<Option<OpenDialog>>,
    /// Notified when requisites were sent, which the other requests offer.
    pub(super) issued: Trigger,
}

impl RequestsState {
    /// Makes a move. After a success, it closes the dialog, reloads the list and reports success; otherwise it shows the error.
    pub(super) fn make(self, call: impl Future<Output = Result<BalanceRequest, Error>> + 'static) {
        self.action.run(call, move |request| {
            notify(format!(
                "{} · {}: {}",
                request.client_code,
                format::money(request.amount),
                payments::request_status_name(request.status)
            ));
            self.open_dialog.set(None);
            self.issued.notify();
        });
    }
}
