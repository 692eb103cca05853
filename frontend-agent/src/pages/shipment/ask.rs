//! What a move of a shipment asks for: a price, with what the tariffs propose, or a reason.

use super::{Desk, make, plain};
use frontend_ui::{
    api::{self, Options},
    components::{Dialog, ErrorNote, Field, NumberField, NumberInput, NumberReader, SelectField},
    features::{delivery::Delivery, money},
    i18n::{Life, Text, t},
    numbers::NumberKind,
};
use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
use shared_types::{
    endpoint::Nothing,
    id::ShipmentId,
    money::Currency,
    shipments::{Proposal, ProposeCost, ShipmentMove, ShipmentStep},
};

/// What a move asks for: a price, or a reason.
#[component]
pub(super) fn Ask(id: ShipmentId, step: ShipmentMove, desk: Desk, close: Callback<()>) -> impl IntoView {
    let priced = step == ShipmentMove::Quote;
    let cost = if priced {
        NumberInput::required(NumberKind::Amount, "")
    } else {
        NumberInput::new(NumberKind::Amount, "")
    };
    let rate = NumberInput::new(NumberKind::Rate, "");
    let reason = RwSignal::new(String::new());
    let currency = RwSignal::new(Currency::Cny.code().to_owned());
    let error = desk.error;
    let proposed = RwSignal::new(None::<Proposal>);
    if priced {
        spawn_local(async move {
            // Without a proposal the price is named by hand, as ever.
            let Ok(proposal) = api::send::<ProposeCost>((id,), Nothing {}, Nothing {}, Options::default()).await else {
                return;
            };
            let total = proposal.calculation.total;
            if cost.text.get_untracked().is_empty() && total.minor > 0 {
                cost.text.set(total.amount());
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
            ..plain(step)
        };
        spawn_local(async move {
            if make(desk, id, body).await {
                close.run(());
            }
        });
    };
    let title = t(match step {
        ShipmentMove::Quote => Life::Price,
        ShipmentMove::Resolve => Life::Resolve,
        _ => Life::CancelShipment,
    });
    let currencies = Signal::stored(
        [(Currency::Cny, Life::Yuan), (Currency::Rub, Life::Rubles)]
            .map(|(currency, label)| (currency.code().to_owned(), t(label).to_owned()))
            .to_vec(),
    );
    let fields = if priced {
        view! {
            {move || proposed.get().map(proposal)}
            <div class="grid two">
                <NumberField name="cost" label=t(Life::Cost) input=cost error=error/>
                <SelectField name="currency" label=t(Text::Currency) value=currency options=currencies/>
            </div>
            <NumberField name="rate" label=format!("{} ({})", t(Life::Rate), t(Life::RateHint)) input=rate error=error/>
        }
        .into_any()
    } else {
        view! { <Field name="reason" label=t(Life::Reason) value=reason error=error/> }.into_any()
    };
    view! {
        <Dialog title=title close=close>
            <form on:submit=send>
                <ErrorNote error=error/>
                {fields}
                <div class="row"><button class="button primary" data-testid="confirm-step">{title}</button></div>
            </form>
        </Dialog>
    }
    .into_any()
}

/// What the tariffs say, line by line.
fn proposal(proposal: Proposal) -> AnyView {
    let lines = proposal.calculation.charges.clone();
    view! {
        <div data-testid="proposal">
            {(!lines.is_empty()).then(|| view! { <h3>{t(Delivery::ByTariff)}</h3>{money::lines(lines)} })}
            {(!proposal.has_tariff).then(|| view! { <p class="note">{t(Delivery::NoTariff)}</p> })}
        </div>
    }
    .into_any()
}
