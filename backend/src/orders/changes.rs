//! What a change made different, field by field; what of it a viewer may be told.

use super::{
    entity::{item, order},
    views::{self, Viewer},
};
use shared_types::{
    money::Money,
    orders::{ChangedField as F, FieldChange, FieldValue, OrderType, Side},
};

/// A field that only has a value since now.
pub(crate) fn set(field: F, value: FieldValue) -> FieldChange {
    FieldChange {
        field,
        before: None,
        after: Some(value),
    }
}

/// A line that lies elsewhere.
pub(crate) fn of_cell(before: Option<&str>, after: &str) -> FieldChange {
    FieldChange {
        field: F::Cell,
        before: before.and_then(text),
        after: text(after),
    }
}

/// A field of which only is told that it changed.
fn touched(field: F) -> FieldChange {
    FieldChange {
        field,
        before: None,
        after: None,
    }
}

/// Reads what stands in a field of a row.
type Read<M> = fn(&M) -> Option<FieldValue>;

fn text(value: &str) -> Option<FieldValue> {
    (!value.is_empty()).then(|| FieldValue::Text(value.to_owned()))
}

fn number(value: Option<i64>) -> Option<FieldValue> {
    value.map(FieldValue::Number)
}

/// What is different in a line.
pub(crate) fn of_line(before: &item::Model, after: &item::Model) -> Vec<FieldChange> {
    const FIELDS: [(F, Read<item::Model>); 14] = [
        (F::Title, |line| text(&line.title)),
        (F::Url, |line| text(&line.url)),
        (F::Price, |line| {
            Some(FieldValue::Amount(Money::new(
                line.price_minor,
                views::currency(&line.currency),
            )))
        }),
        (F::Quantity, |line| number(Some(line.quantity.into()))),
        (F::ImageUrl, |line| line.image_url.as_deref().and_then(text)),
        (F::Variant, |line| line.variant.as_deref().and_then(text)),
        (F::Comment, |line| text(&line.comment)),
        (F::AgentPrice, |line| {
            let currency = views::currency(line.agent_currency.as_deref()?);
            Some(FieldValue::Amount(Money::new(line.agent_price_minor?, currency)))
        }),
        (F::AgentQuantity, |line| number(line.agent_quantity.map(i64::from))),
        (F::AgentComment, |line| line.agent_comment.as_deref().and_then(text)),
        (F::WeightGrams, |line| number(line.weight_grams)),
        (F::VolumeCm3, |line| number(line.volume_cm3)),
        (F::DomesticTrack, |line| line.domestic_track.as_deref().and_then(text)),
        (F::Cell, |line| line.cell.as_deref().and_then(text)),
    ];
    let mut changes = different(&FIELDS, before, after);
    // The same price, but nobody doubts it any more.
    if before.price_uncertain != after.price_uncertain && !changes.iter().any(|change| change.field == F::Price) {
        changes.push(touched(F::Price));
    }
    changes
}

/// What is different in an order.
pub(super) fn of_order(before: &order::Model, after: &order::Model) -> Vec<FieldChange> {
    const FIELDS: [(F, Read<order::Model>); 4] = [
        (F::Title, |order| text(&order.title)),
        (F::DestinationCountry, |order| {
            order.destination_country.as_deref().and_then(text)
        }),
        (F::DestinationCity, |order| {
            order.destination_city.as_deref().and_then(text)
        }),
        (F::Type, |order| {
            OrderType::from_name(&order.order_type).map(FieldValue::Type)
        }),
    ];
    let mut changes = different(&FIELDS, before, after);
    let chosen = [
        (F::DeliveryMethod, before.delivery_method_id != after.delivery_method_id),
        (F::Packaging, before.packaging_id != after.packaging_id),
        (F::Insurance, before.insurance_id != after.insurance_id),
    ];
    changes.extend(
        chosen
            .into_iter()
            .filter(|(_, differs)| *differs)
            .map(|(field, _)| touched(field)),
    );
    changes
}

fn different<M>(fields: &[(F, Read<M>)], before: &M, after: &M) -> Vec<FieldChange> {
    let change = |(field, read): &(F, Read<M>)| {
        let (before, after) = (read(before), read(after));
        let field = *field;
        (before != after).then_some(FieldChange { field, before, after })
    };
    fields.iter().filter_map(change).collect()
}

/// What of the changes the viewer is told: money with the right to see it, places in the warehouse on the agent's side.
pub(super) fn told(changes: Vec<FieldChange>, viewer: Viewer) -> Vec<FieldChange> {
    let is_seen = |value: &FieldValue| viewer.prices || !matches!(value, FieldValue::Amount(_));
    changes
        .into_iter()
        .filter(|change| viewer.side == Side::Staff || change.field != F::Cell)
        .map(|change| FieldChange {
            field: change.field,
            before: change.before.filter(is_seen),
            after: change.after.filter(is_seen),
        })
        .collect()
}
