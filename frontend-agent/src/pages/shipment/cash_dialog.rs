//! The dialog in which staff confirm the cash that they received for a delivery.

use super::state::ShipmentCardState;
use frontend_ui::{
    features::{
        money::{AmountChange, amount_change_note},
        shipment_payment::{ShipmentPaymentTexts, amount_in_other_currency},
        sum_dialog::{SumDialog, SumQuestion},
    },
    prelude::*,
};
use shared_types::shipments::{CashReceipt, ReceiveCash, Shipment};

/// The amount that is due, and the same in the other currency.
fn amounts(shipment: &Shipment) -> (Money, Option<Money>) {
    let due = shipment.summary.due.unwrap_or(Money::zero(Currency::Rub));
    (due, amount_in_other_currency(shipment, due))
}

/// Shows the amount that is due, and books it when the person confirms. It follows the amount.
pub(super) fn cash_dialog(state: ShipmentCardState, close: Callback<()>) -> AnyView {
    let (shipment, action) = (state.shipment, state.action);
    let asked = RwSignal::new(None::<Money>);
    let number = shipment
        .read(|shipment| shipment.summary.number.clone())
        .unwrap_or_default();
    let question = move |(due, converted): &(Money, Option<Money>)| {
        let due = *due;
        let confirm = Callback::new(move |()| {
            asked.set(Some(due));
            let body = CashReceipt {
                version: shipment.read(|shipment| shipment.version).unwrap_or_default(),
                amount: due,
            };
            let call = api::send::<ReceiveCash>((state.id(),), Nothing {}, body, Options::default());
            action.run(call, move |_| {
                notify(t(Text::ChangesSaved));
                close.try_run(());
            });
        });
        let question = SumQuestion {
            title: format!("{} · {number}", t(ShipmentPaymentTexts::ReceiveCash)),
            action: t(ShipmentPaymentTexts::ReceiveCash).to_owned(),
            amount: due,
            converted: *converted,
            balance: None,
            reserved: None,
            note: t(ShipmentPaymentTexts::ReceiveCashNote).to_owned(),
        };
        view! { <SumDialog question=question confirm=confirm close=close busy=action error=action /> }
    };
    let change = move || {
        let change = AmountChange::from_error(asked.get()?, action.error().as_ref()?)?;
        Some(amount_change_note(change))
    };
    any_view! {
        {change}
        {shipment.part(amounts, question)}
    }
}
