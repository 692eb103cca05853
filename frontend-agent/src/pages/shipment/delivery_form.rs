//! The delivery form of a shipment: size, destination, delivery method, track.

use super::state::{ShipmentCardState, move_without_details};
use frontend_ui::{
    components::CountryField,
    features::{
        delivery::{self, DeliveryTexts, shipment_choice},
        shipment_places::PlaceTexts,
        shipments::SideTexts,
    },
    i18n::days_text,
    prelude::*,
};
use shared_types::{
    settings::{DeliveryOptions, ListDeliveryOptions},
    shipments::{ChangeShipment, PlaceSides, Shipment, ShipmentChange, ShipmentDeliveryChange, ShipmentMove},
};

/// Sides and number of places of a shipment.
type Measures = ([Option<i64>; 3], Option<i64>);

fn stored_measures(shipment: &Shipment) -> Measures {
    let sides = shipment.summary.sides;
    let side = |of: fn(PlaceSides) -> i64| sides.map(of);
    let sides = [
        side(|sides| sides.length_mm),
        side(|sides| sides.width_mm),
        side(|sides| sides.height_mm),
    ];
    (sides, shipment.summary.places.map(i64::from))
}

/// Calculates the volume of all places from the sides of one, when a person changes a side or the number of places. A volume that was
/// typed stays otherwise.
fn follow_sides(state: ShipmentCardState, sides: [NumberInput; 3], places: NumberInput, volume: NumberInput) {
    Effect::new(move |last: Option<Measures>| {
        let typed = (sides.map(NumberInput::preview), places.preview());
        if last.is_some_and(|last| last != typed)
            && state.shipment.read(stored_measures) != Some(typed)
            && let Some(product) = volume_of(typed.0, typed.1)
        {
            volume.set(&product.to_string());
        }
        typed
    });
}

fn volume_of([length, width, height]: [Option<i64>; 3], places: Option<i64>) -> Option<i64> {
    let sides = PlaceSides {
        length_mm: length?,
        width_mm: width?,
        height_mm: height?,
    };
    sides
        .volume_cm3(places.unwrap_or(1).max(1))
        .filter(|volume| *volume > 0)
}

/// Loads the delivery options and shows the form.
#[component]
pub(super) fn DeliveryForm(state: ShipmentCardState) -> impl IntoView {
    let options = use_value(&[], || api::get::<ListDeliveryOptions>(Nothing {}));
    view! {
        {options
            .show(
                Skeleton::Rows,
                move |options| {
                    let options = options.clone();
                    delivery_fields(state, options)
                },
            )}
    }
}

fn delivery_fields(state: ShipmentCardState, options: DeliveryOptions) -> AnyView {
    let (shipment, error) = (state.shipment, state.action);
    let form = shipment.form(|shipment| shipment.version);
    let whole = |of: fn(&Shipment) -> Option<i64>| {
        form.number(NumberKind::Whole, move |shipment| {
            of(shipment).map(|number| number.to_string())
        })
    };
    let weight = form.number(NumberKind::Kilograms, |shipment| {
        shipment.summary.weight_grams.map(format::kilograms)
    });
    let volume = whole(|shipment| shipment.summary.volume_cm3);
    let places = whole(|shipment| shipment.summary.places.map(i64::from));
    let side = |of: fn(PlaceSides) -> i64| {
        form.number(NumberKind::Centimetres, move |shipment| {
            Some(format::centimetres(of(shipment.summary.sides?)))
        })
    };
    let sides @ [length, width, height] = [
        side(|sides| sides.length_mm),
        side(|sides| sides.width_mm),
        side(|sides| sides.height_mm),
    ];
    follow_sides(state, sides, places, volume);
    let text = |of: fn(&Shipment) -> Option<String>| form.text(move |shipment| of(shipment).unwrap_or_default());
    let country = text(|shipment| shipment.summary.country.map(String::from));
    let city = text(|shipment| shipment.summary.city.clone());
    let track = text(|shipment| shipment.track.clone());
    let comment = text(|shipment| Some(shipment.comment.clone()));
    let (method, method_field) = shipment_choice(
        form,
        "delivery_method_id",
        DeliveryTexts::Method,
        |choices| &choices.method,
        options.methods,
        days_text,
    );
    let (category, category_field) = shipment_choice(
        form,
        "goods_category_id",
        DeliveryTexts::GoodsCategory,
        |choices| &choices.goods_category,
        options.goods_categories,
        str::to_owned,
    );
    let (packaging, packaging_field) = shipment_choice(
        form,
        "packaging_id",
        DeliveryTexts::Packaging,
        |choices| &choices.packaging,
        options.packagings,
        str::to_owned,
    );
    let (insurance, insurance_field) = shipment_choice(
        form,
        "insurance_id",
        DeliveryTexts::Insurance,
        |choices| &choices.insurance,
        options.insurances,
        str::to_owned,
    );
    let (company, company_field) = shipment_choice(
        form,
        "transport_company_id",
        DeliveryTexts::TransportCompany,
        |choices| &choices.transport_company,
        options.transport_companies,
        str::to_owned,
    );
    let (point, point_field) = shipment_choice(
        form,
        "pickup_point_id",
        DeliveryTexts::PickupPoint,
        |choices| &choices.pickup_point,
        options.pickup_points,
        str::to_owned,
    );
    let packing = RwSignal::new(false);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let then_pack = packing.get_untracked();
        packing.set(false);
        let mut numbers = NumberReader::default();
        // An empty field clears the stored value.
        let mut typed = |input| Some(numbers.units(input).unwrap_or_default());
        let (weight_grams, volume_cm3, places) = (typed(weight), typed(volume), typed(places));
        let [length_mm, width_mm, height_mm] = sides.map(typed);
        if !numbers.finish() {
            return;
        }
        // The measures of places are not typed here.
        let own = |typed: Option<i64>| typed.filter(|_| !untrack(|| state.has_places()));
        let body = ShipmentChange {
            country: Some(country.get_untracked()),
            city: Some(city.get_untracked()),
            recipient: None,
            weight_grams: own(weight_grams),
            volume_cm3: own(volume_cm3),
            places: own(places),
            length_mm: own(length_mm),
            width_mm: own(width_mm),
            height_mm: own(height_mm),
            delivery: Some(ShipmentDeliveryChange {
                delivery_method_id: delivery::selected_id(method),
                packaging_id: delivery::selected_id(packaging),
                insurance_id: delivery::selected_id(insurance),
                transport_company_id: delivery::selected_id(company),
                pickup_point_id: delivery::selected_id(point),
            }),
            goods_category_id: delivery::selected_id(category),
            comment: Some(comment.get_untracked()),
            track: Some(track.get_untracked()),
        };
        let call = api::send::<ChangeShipment>((state.id(),), Nothing {}, body, form.options());
        form.send(state.action, call, move |saved| {
            if then_pack {
                // The form is saved before the shipment is packed.
                state.apply_move(Some(saved.version), move_without_details(ShipmentMove::Pack));
            } else {
                notify(t(Text::ChangesSaved));
            }
        });
    };
    let pack = move |is_possible: &bool| {
        is_possible.then(|| {
            view! {
                <button class="button primary" data-testid="pack" on:click=move |_| packing.set(true)>
                    {t(LifecycleTexts::Pack)}
                </button>
            }
        })
    };
    let has_places = Memo::new(move |_| state.has_places());
    let measures = move || {
        (!has_places.get()).then(|| {
            view! {
                <NumberField name="weight_grams" label=t(PlaceTexts::Weight) input=weight error=error />
                <NumberField name="places" label=t(LifecycleTexts::Packages) input=places error=error />
                <NumberField name="volume_cm3" label=t(LifecycleTexts::Volume) input=volume error=error />
                <NumberField name="length_cm" label=t(SideTexts::Length) input=length error=error />
                <NumberField name="width_cm" label=t(SideTexts::Width) input=width error=error />
                <NumberField name="height_cm" label=t(SideTexts::Height) input=height error=error />
            }
        })
    };
    any_view! {
        <form class="card" on:submit=save>
            <div class="grid three even shipment-fields">
                {measures} <CountryField name="country" label=t(Text::Country) value=country error=error />
                <Field name="city" label=t(Text::City) value=city error=error />
                <Field name="track" label=t(LifecycleTexts::Track) value=track error=error /> {method_field}
                {category_field} {packaging_field} {insurance_field} {company_field} {point_field}
            </div>
            <Field name="comment" label=t(LifecycleTexts::Comment) value=comment error=error />
            <div class="row">
                <button class="button" data-testid="save-form">
                    {t(LifecycleTexts::SaveForm)}
                </button>
                {shipment.part(|shipment| shipment.moves.contains(&ShipmentMove::Pack), pack)}
            </div>
        </form>
    }
}
