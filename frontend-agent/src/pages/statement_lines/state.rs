//! The state of the page of statement lines.

use super::texts::LineTexts;
use frontend_ui::{api::Error, components::notify_with_undo, prelude::*};
use shared_types::{
    id::CashBoxId,
    money::PriceText,
    topups::{
        BalanceRequest, ConfirmTopup, RestoreStatementLine, StatementLine, StatementLineCredit, StatementLineState,
        TopupConfirmation,
    },
};

#[derive(Clone)]
pub(super) enum OpenDialog {
    Credit(StatementLine),
    Ignore(StatementLine),
    TakeBack(StatementLineCredit),
}

/// State shared by the parts of the page.
#[derive(Clone, Copy)]
pub(super) struct LinesState {
    pub(super) action: Action,
    pub(super) dialog: RwSignal<Option<OpenDialog>>,
    pub(super) reload: Callback<()>,
}

impl LinesState {
    /// Credits a line. The message leads to the dialog that takes the confirmation back.
    pub(super) fn credit(self, call: impl Future<Output = Result<BalanceRequest, Error>> + 'static) {
        self.action.run(call, move |request| {
            let amount = request.confirmed.unwrap_or(request.amount);
            let text = format!(
                "{} · {}: {}",
                request.client_code,
                format::money(amount),
                t(LineTexts::Credited)
            );
            let credited = StatementLineCredit {
                request_id: request.id,
                request_code: request.code,
                client_id: request.client_id,
                client_code: request.client_code,
                client_name: request.client_name,
                amount,
                at: request.updated_at,
            };
            self.dialog.set(None);
            notify_with_undo(text, move || {
                self.dialog.set(Some(OpenDialog::TakeBack(credited.clone())));
            });
        });
    }

    /// Credits the requested sum, which the line has too. Opens the dialog if a cash box must be chosen first.
    pub(super) fn credit_whole(
        self,
        line: &StatementLine,
        request: &BalanceRequest,
    ) -> impl Future<Output = Result<BalanceRequest, Error>> + use<> {
        let (line, amount) = (line.clone(), PriceText(request.amount.amount()));
        let call = credit_amount(&line, request, amount, None);
        async move {
            let result = call.await;
            if result.as_ref().is_err_and(|error| error.field("box_id").is_some()) {
                self.dialog.try_set(Some(OpenDialog::Credit(line)));
            }
            result
        }
    }

    /// Ignores a line. The message opens it again.
    pub(super) fn run_undoable(self, call: impl Future<Output = Result<StatementLine, Error>> + 'static) {
        self.action.run(call, move |line| {
            self.dialog.set(None);
            let text = format!("{}: {}", format::money(line.left), t(LineTexts::IsIgnored));
            notify_with_undo(text, move || self.restore(&line));
        });
    }

    pub(super) fn restore(self, line: &StatementLine) {
        let call = api::send::<RestoreStatementLine>((line.id,), Nothing {}, Nothing {}, Options::default());
        let text = format!("{}: {}", format::money(line.left), t(LineTexts::IsRestored));
        self.action.run(call, move |_| notify(text));
    }
}

/// The most likely request of an open line.
pub(super) fn first_request(line: &StatementLine) -> Option<&BalanceRequest> {
    line.requests.first().filter(|_| line.state == StatementLineState::Open)
}

/// Credits a part of a line to a request. Without a box the money goes to the default one.
pub(super) fn credit_amount(
    line: &StatementLine,
    request: &BalanceRequest,
    amount: PriceText,
    cash_box: Option<CashBoxId>,
) -> impl Future<Output = Result<BalanceRequest, Error>> + use<> {
    let body = TopupConfirmation {
        amount: Some(amount),
        line_key: Some(line.key.clone()),
        box_id: cash_box,
    };
    api::send::<ConfirmTopup>((request.id,), Nothing {}, body, Options::default())
}
