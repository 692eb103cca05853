//! The form with the staff's entries about a delivery: carrier, track, route, expected day and cost.

use super::state::DeliveryCardState;
use frontend_ui::{
    components::DayField,
    features::{arrival::expected_text, delivery_changes::DetailTexts},
    prelude::*,
};
use shared_types::shipments::{ChangeDelivery, Delivery, DeliveryChange, DeliverySummary, FreightBasis};

frontend_ui::texts! {
    /// A text about the split of the carrier's charge.
    enum FreightTexts;
    Split: "Делить на посылки", "Split over shipments", "分摊到包裹";
    Weight: "по весу", "by weight", "按重量";
    Volume: "по объёму", "by volume", "按体积";
    Places: "по местам", "by places", "按件数";
}

const fn basis_name(basis: FreightBasis) -> FreightTexts {
    match basis {
        FreightBasis::Weight => FreightTexts::Weight,
        FreightBasis::Volume => FreightTexts::Volume,
        FreightBasis::Places => FreightTexts::Places,
    }
}

/// The details as text, for people who may not edit them, and for the list.
pub(super) fn details_text(delivery: &DeliverySummary) -> String {
    [delivery.carrier.clone(), delivery.route.clone()]
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
                summary.expected_on.map(expected_text),
                summary.track.clone(),
                summary.cost.map(format::money),
            ];
            texts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
        };
        return any_view! {
            <p data-testid="delivery-details" dir="auto">
                {move || delivery.with(text)}
            </p>
        };
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
    let split = text(|summary| Some(summary.cost_split.as_str().to_owned()));
    let bases = FreightBasis::ALL.map(|basis| (basis.as_str().to_owned(), t(basis_name(basis)).to_owned()));
    let bases = Signal::stored(bases.to_vec());
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
            cost_split: FreightBasis::from_name(&split.get_untracked()).filter(|_| sees_prices),
            expected_on: Some(expected.get_untracked().parse().ok()),
        };
        let call = api::send::<ChangeDelivery>((state.id,), Nothing {}, body, form.options());
        form.save(state.action, call);
    };
    any_view! {
        <form class="card" data-testid="delivery-details" on:submit=save>
            <div class="grid three even">
                <Field name="carrier" label=t(DetailTexts::Carrier) value=carrier error=error />
                <Field name="track" label=t(LifecycleTexts::Track) value=track error=error />
                <Field name="route" label=t(DetailTexts::Route) value=route error=error />
                <DayField name="expected_on" label=t(DetailTexts::Expected) value=expected error=error />
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
                            <SelectField name="cost_split" label=t(FreightTexts::Split) value=split options=bases />
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
}
