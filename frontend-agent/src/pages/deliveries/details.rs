//! The form with the staff's entries about a delivery: carrier, track, route, expected day and cost.

use super::state::DeliveryCardState;
use frontend_ui::{
    api,
    components::{Field, NumberField, NumberReader, SelectField},
    features::delivery_changes::DetailTexts,
    format,
    i18n::{LifecycleTexts, Text, t},
    numbers::NumberKind,
    session::current_user,
};
use leptos::{ev::SubmitEvent, prelude::*};
use shared_types::{
    access::{Level, Object},
    endpoint::Nothing,
    money::{Currency, Money},
    shipments::{ChangeDelivery, Delivery, DeliveryChange, DeliverySummary},
};

/// The details as text, for people who may not edit them, and for the list.
pub(super) fn details_text(delivery: &DeliverySummary) -> String {
    let expected = delivery
        .expected_on
        .map(|day| format!("{}: {}", t(DetailTexts::Expected).to_lowercase(), format::date(day)));
    [delivery.carrier.clone(), delivery.route.clone(), expected]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" · ")
}

/// The form, or the details as text if the person may not edit them.
#[component]
pub(super) fn DeliveryDetails(state: DeliveryCardState) -> impl IntoView {
    let (delivery, error) = (state.delivery, state.action);
    let rights = current_user();
    let sees_prices = rights.may(Object::OrderPrices, Level::View);
    if !rights.may(Object::Deliveries, Level::Edit) {
        let text = move |delivery: &Delivery| {
            let summary = &delivery.summary;
            let texts = [
                Some(details_text(summary)).filter(|text| !text.is_empty()),
                summary.track.clone(),
                summary.cost.map(format::money),
            ];
            texts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
        };
        return view! {
            <p data-testid="delivery-details" dir="auto">
                {move || delivery.with(text)}
            </p>
        }
        .into_any();
    }
    let form = delivery.form(|delivery| delivery.version);
    let text = |of: fn(&DeliverySummary) -> Option<String>| {
        form.text(move |delivery| of(&delivery.summary).unwrap_or_default())
    };
    let carrier = text(|summary| summary.carrier.clone());
    let track = text(|summary| summary.track.clone());
    let route = text(|summary| summary.route.clone());
    let expected = text(|summary| summary.expected_on.map(|day| day.to_string()));
    let cost = form.number(NumberKind::Amount, |delivery| delivery.summary.cost.map(Money::amount));
    let currency = text(|summary| {
        let currency = summary.cost.map_or(Currency::Cny, |cost| cost.currency);
        Some(currency.code().to_owned())
    });
    let currencies = Signal::stored(
        [
            (Currency::Cny, LifecycleTexts::Yuan),
            (Currency::Rub, LifecycleTexts::Rubles),
        ]
        .map(|(currency, label)| (currency.code().to_owned(), t(label).to_owned()))
        .to_vec(),
    );
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let minor = numbers.units(cost);
        if !numbers.finish() {
            return;
        }
        let currency = Currency::from_code(&currency.get_untracked()).unwrap_or(Currency::Cny);
        let body = DeliveryChange {
            track: Some(track.get_untracked()),
            carrier: Some(carrier.get_untracked()),
            route: Some(route.get_untracked()),
            cost: sees_prices.then(|| minor.map(|minor| Money::new(minor, currency))),
            expected_on: Some(expected.get_untracked().parse().ok()),
        };
        let call = api::send::<ChangeDelivery>((state.id,), Nothing {}, body, form.options());
        form.save(state.action, call);
    };
    view! {
        <form class="card" data-testid="delivery-details" on:submit=save>
            <div class="grid three even">
                <Field name="carrier" label=t(DetailTexts::Carrier) value=carrier error=error />
                <Field name="track" label=t(LifecycleTexts::Track) value=track error=error />
                <Field name="route" label=t(DetailTexts::Route) value=route error=error />
                <Field name="expected_on" kind="date" label=t(DetailTexts::Expected) value=expected error=error />
                {sees_prices
                    .then(|| {
                        view! {
                            <NumberField
                                name="cost.amount"
                                label=t(DetailTexts::Cost)
                                input=cost
                                error=error
                                unit=currency
                            />
                            <SelectField
                                name="cost.currency"
                                label=t(Text::Currency)
                                value=currency
                                options=currencies
                            />
                        }
                    })}
            </div>
            <div class="row">
                <button class="button" data-testid="save-details">
                    {t(LifecycleTexts::SaveForm)}
                </button>
            </div>
        </form>
    }
    .into_any()
}
