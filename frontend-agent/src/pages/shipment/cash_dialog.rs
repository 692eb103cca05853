//! The dialog in which staff confirm the cash that they received for a delivery.

use super::ShipmentCardState;
use frontend_ui::{
    api::{self, Options},
    features::{
        money::{AmountChange, amount_change_note},
        shipment_payment::{ShipmentPaymentTexts, price_in_other_currency},
        sum_dialog::{SumDialog, SumQuestion},
    },
    i18n::t,
};
use leptos::{prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    money::{Currency, Money},
    shipments::{CashReceipt, ReceiveCash, Shipment},
};

/// Shows the amount that is due, and books it when the person confirms.
#[component]
pub(super) fn CashDialog(shipment: Shipment, state: ShipmentCardState, close: Callback<()>) -> impl IntoView {
    let (id, version) = (shipment.summary.id, shipment.version);
    let due = shipment.summary.due.unwrap_or(Money::zero(Currency::Rub));
    let busy = RwSignal::new(false);
    let change = RwSignal::new(None::<AmountChange>);
    let confirm = Callback::new(move |()| {
        busy.set(true);
        spawn_local(async move {
            let body = CashReceipt { version, amount: due };
            let result = api::send::<ReceiveCash>((id,), Nothing {}, body, Options::default()).await;
            busy.set(false);
            change.set(
                result
                    .as_ref()
                    .err()
                    .and_then(|error| AmountChange::from_error(due, error)),
            );
            if state.handle_result(result) {
                close.try_run(());
            }
        });
    });
    let question = SumQuestion {
        title: format!("{} · {}", t(ShipmentPaymentTexts::ReceiveCash), shipment.summary.number),
        action: t(ShipmentPaymentTexts::ReceiveCash).to_owned(),
        amount: due,
        converted: price_in_other_currency(&shipment, due),
        balance: None,
        reserved: None,
        note: t(ShipmentPaymentTexts::ReceiveCashNote).to_owned(),
    };
    view! {
        {move || change.get().map(amount_change_note)}
        <SumDialog question=question confirm=confirm close=close busy=busy error=state.error />
    }
    .into_any()
}
