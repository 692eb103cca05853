//! The dialog of a shipment's status change: a price, with the one proposed by the tariffs, or a reason.

use super::state::{ShipmentCardState, announce_move, move_without_details};
use frontend_ui::{
    features::{
        cost,
        delivery::DeliveryTexts,
        estimate::missing_text,
        shipment_payment::{amount_in_other_currency, unrefunded},
        sum_dialog::sum_rows,
    },
    prelude::*,
};
use shared_types::{
    fixed::Rate,
    pricing::MissingPart,
    shipments::{CostProposal, MoveShipment, ProposeShipmentCost, Shipment, ShipmentMove, ShipmentStep},
};

frontend_ui::texts! {
    /// A text about the cancellation of a shipment.
    enum CancelTexts;
    Refunds: "При отмене на баланс клиента вернётся", "The cancellation returns to the client's balance", "取消后将退回客户余额";
}

/// The client's payments less the refunds, also in the other currency of the price; `None` if they are zero.
fn paid_amount(shipment: &Shipment) -> Option<(Money, Option<Money>)> {
    let paid = unrefunded(shipment)?;
    Some((paid, amount_in_other_currency(shipment, paid)))
}

/// Asks for the price or the reason that the move needs.
#[component]
pub(super) fn MoveDialog(step: ShipmentMove, state: ShipmentCardState, close: Callback<()>) -> impl IntoView {
    let priced = step == ShipmentMove::Quote;
    let cost = if priced {
        NumberInput::required(NumberKind::Amount, "")
    } else {
        NumberInput::new(NumberKind::Amount, "")
    };
    let rate = NumberInput::new(NumberKind::Rate, "");
    // The agent's current rate, with which the price is converted unless another one is typed.
    let current_rate = RwSignal::new(None::<Rate>);
    let reason = RwSignal::new(String::new());
    let currency = RwSignal::new(Currency::Cny.code().to_owned());
    let (shipment, error) = (state.shipment, state.action);
    // The price or the reason is of the shipment that the person sees.
    let form = shipment.form(|shipment| shipment.version);
    form.depends_on(Shipment::clone);
    let proposed = RwSignal::new(None::<CostProposal>);
    if priced {
        let call = api::send::<ProposeShipmentCost>((state.id(),), Nothing {}, Nothing {}, Options::default());
        // Without a proposal the person enters the price.
        use_action().run(call, move |proposal| {
            let total = proposal.calculation.total;
            current_rate.set(proposal.calculation.rate);
            if total.minor > 0 && cost.text.try_get_untracked().is_some_and(|text| text.is_empty()) {
                cost.set(&total.amount());
            }
            proposed.set(Some(proposal));
        });
    }
    let send = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let (cost, rate) = (numbers.amount(cost), numbers.rate(rate));
        if !numbers.finish() {
            return;
        }
        let body = ShipmentStep {
            reason: Some(reason.get_untracked()).filter(|text| !text.trim().is_empty()),
            cost,
            currency: Currency::from_code(&currency.get_untracked()).filter(|_| priced),
            rate,
            ..move_without_details(step)
        };
        let call = api::send::<MoveShipment>((state.id(),), Nothing {}, body, form.options());
        form.send(error, call, move |moved| {
            announce_move(&moved);
            close.try_run(());
        });
    };
    let title = t(match step {
        ShipmentMove::Quote => LifecycleTexts::SetShipmentPrice,
        ShipmentMove::Resolve => LifecycleTexts::ResolveProblem,
        _ => LifecycleTexts::CancelShipment,
    });
    let currencies = Signal::stored(
        [
            (Currency::Cny, LifecycleTexts::Yuan),
            (Currency::Rub, LifecycleTexts::Rubles),
        ]
        .map(|(currency, label)| (currency.code().to_owned(), t(label).to_owned()))
        .to_vec(),
    );
    let sums = move || {
        let currency = Currency::from_code(&currency.get()).unwrap_or(Currency::Cny);
        let price = Money::new(cost.preview()?, currency);
        let rate = rate.preview().map(Rate::from_millionths).or(current_rate.get());
        let rubles = rate
            .and_then(|rate| rate.convert(price, Currency::Rub))
            .filter(|_| currency != Currency::Rub);
        Some(sum_rows(price, rubles, None))
    };
    let refunded = (step == ShipmentMove::Cancel).then(|| {
        shipment.part(paid_amount, |amount| {
            let (paid, converted) = (*amount)?;
            Some(view! {
                <p class="note" data-testid="refunded-on-cancel">
                    {t(CancelTexts::Refunds)}
                </p>
                {sum_rows(paid, converted, None)}
            })
        })
    });
    let fields = if priced {
        any_view! {
            {move || proposed.get().map(proposal_view)}
            <div class="grid two">
                <NumberField name="cost" label=t(LifecycleTexts::DeliveryCost) input=cost error=error unit=currency />
                <SelectField name="currency" label=t(Text::Currency) value=currency options=currencies />
            </div>
            {sums}
            <NumberField
                name="rate"
                label=format!("{} ({})", t(LifecycleTexts::Rate), t(LifecycleTexts::RateHint))
                input=rate
                error=error
            />
        }
    } else {
        any_view! { <Field name="reason" label=t(LifecycleTexts::Reason) value=reason error=error /> }
    };
    let button = if step == ShipmentMove::Cancel {
        "button destructive"
    } else {
        "button primary"
    };
    any_view! {
        <Dialog title=title close=close>
            <form on:submit=send>
                <ErrorNote error=error />
                {refunded}
                {fields}
                <div class="row">
                    <button class=button data-testid="confirm-step">
                        {title}
                    </button>
                </div>
            </form>
        </Dialog>
    }
}

/// The charges proposed by the tariffs.
fn proposal_view(proposal: CostProposal) -> AnyView {
    let reason = if proposal.calculation.not_carried {
        Some(missing_text(MissingPart::NotCarried))
    } else {
        (!proposal.has_tariff).then(|| t(DeliveryTexts::NoTariff))
    };
    let charges = proposal.calculation.charges;
    any_view! {
        <div data-testid="proposal">
            {(!charges.is_empty())
                .then(|| {
                    view! {
                        <h3>{t(DeliveryTexts::ByTariff)}</h3>
                        {cost::charge_table(charges)}
                    }
                })} {reason.map(|reason| view! { <p class="note">{reason}</p> })}
        </div>
    }
}
