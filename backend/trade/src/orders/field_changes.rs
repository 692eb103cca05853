//! Differences between two versions of an order or item, field by field, and which of them a viewer may see.

use super::viewer::Viewer;
use entities::{order, order_item as item};
use shared_types::{
    money::Money,
    orders::{ChangedField as F, FieldChange, FieldValue, Side},
};

/// A change that has a new value only.
pub fn set(field: F, value: FieldValue) -> FieldChange {
    FieldChange {
        field,
        before: None,
        after: Some(value),
    }
}

/// A change of the cell where an item is stored.
pub fn cell_change(before: Option<&str>, after: &str) -> FieldChange {
    FieldChange {
        field: F::Cell,
        before: before.and_then(text_value),
        after: text_value(after),
    }
}

/// A change without values: records only that the field changed.
fn without_values(field: F) -> FieldChange {
    FieldChange {
        field,
        before: None,
        after: None,
    }
}

/// Reads the value of a field from a row.
type Getter<M> = fn(&M) -> Option<FieldValue>;

fn text_value(value: &str) -> Option<FieldValue> {
    (!value.is_empty()).then(|| FieldValue::Text(value.to_owned()))
}

/// The number of pieces that a price is for, unless it is one.
fn lot_value(pieces: Option<i32>) -> Option<FieldValue> {
    number_value(pieces.filter(|pieces| *pieces > 1).map(i64::from))
}

fn number_value(value: Option<i64>) -> Option<FieldValue> {
    value.map(FieldValue::Number)
}

/// The value of a field that the extension read from the product page.
pub(super) fn capture_value(item: &item::Model, field: F) -> Option<FieldValue> {
    match field {
        F::Options => item.options.as_ref().map(|options| {
            let texts = options.iter().map(|option| match option.name.as_str() {
                "" => option.value.clone(),
                name => format!("{name}: {}", option.value),
            });
            FieldValue::Text(texts.collect::<Vec<_>>().join("; "))
        }),
        F::SkuId => item.sku_id.as_deref().and_then(text_value),
        F::Images => {
            let images = item.images.as_ref()?.len() + usize::from(item.image_url.is_some());
            number_value(i64::try_from(images).ok())
        }
        F::UnitWeightGrams => number_value(item.unit_weight_grams),
        F::UnitSizeMm => item
            .unit_size_mm
            .as_ref()
            .map(|size| FieldValue::Text(size.to_string())),
        _ => None,
    }
}

/// Differences between two versions of an item.
pub fn diff_items(before: &item::Model, after: &item::Model) -> Vec<FieldChange> {
    const FIELDS: [(F, Getter<item::Model>); 23] = [
        (F::Title, |item| text_value(&item.title)),
        (F::Url, |item| text_value(&item.url)),
        (F::Price, |item| {
            Some(FieldValue::Amount(Money::new(item.price_minor, item.currency)))
        }),
        (F::PricePer, |item| lot_value(Some(item.price_per))),
        (F::Quantity, |item| number_value(Some(item.quantity.into()))),
        (F::MinQuantity, |item| number_value(item.min_quantity.map(i64::from))),
        (F::ImageUrl, |item| item.image_url.as_deref().and_then(text_value)),
        (F::Variant, |item| item.variant.as_deref().and_then(text_value)),
        (F::Comment, |item| text_value(&item.comment)),
        (F::AgentPrice, |item| {
            Some(FieldValue::Amount(Money::new(
                item.agent_price_minor?,
                item.agent_currency?,
            )))
        }),
        (F::AgentPricePer, |item| lot_value(item.agent_price_per)),
        (F::AgentQuantity, |item| {
            number_value(item.agent_quantity.map(i64::from))
        }),
        (F::AgentComment, |item| {
            item.agent_comment.as_deref().and_then(text_value)
        }),
        (F::WeightGrams, |item| number_value(item.weight_grams)),
        (F::VolumeCm3, |item| number_value(item.volume_cm3)),
        (F::DomesticTrack, |item| {
            item.domestic_track.as_deref().and_then(text_value)
        }),
        (F::Cell, |item| item.cell.as_deref().and_then(text_value)),
        (F::Options, |item| capture_value(item, F::Options)),
        (F::SkuId, |item| capture_value(item, F::SkuId)),
        (F::Images, |item| capture_value(item, F::Images)),
        (F::UnitWeightGrams, |item| capture_value(item, F::UnitWeightGrams)),
        (F::UnitSizeMm, |item| capture_value(item, F::UnitSizeMm)),
        // A screenshot has no value that can be shown here; its time distinguishes two of them.
        (F::Proof, |item| number_value(item.proof_at.map(|at| at.timestamp()))),
    ];
    let mut changes = diff(&FIELDS, before, after);
    for change in &mut changes {
        if change.field == F::Proof {
            *change = without_values(F::Proof);
        }
    }
    // The price is the same, but it was confirmed or became uncertain.
    if before.price_uncertain != after.price_uncertain && !changes.iter().any(|change| change.field == F::Price) {
        changes.push(without_values(F::Price));
    }
    changes
}

/// Differences between two versions of an order.
pub(super) fn diff_orders(before: &order::Model, after: &order::Model) -> Vec<FieldChange> {
    const FIELDS: [(F, Getter<order::Model>); 6] = [
        (F::Title, |order| text_value(&order.title)),
        (F::Comment, |order| text_value(&order.comment)),
        (F::DestinationCountry, |order| {
            order.destination_country.and_then(|country| text_value(country.code()))
        }),
        (F::DestinationCity, |order| {
            order.destination_city.as_deref().and_then(text_value)
        }),
        (F::Recipient, |order| {
            order
                .recipient
                .as_ref()
                .and_then(|snapshot| text_value(&snapshot.recipient.name))
        }),
        (F::Type, |order| Some(FieldValue::Type(order.order_type))),
    ];
    let mut changes = diff(&FIELDS, before, after);
    let choices = [
        (F::DeliveryMethod, before.delivery_method_id != after.delivery_method_id),
        (F::Packaging, before.packaging_id != after.packaging_id),
        (F::Insurance, before.insurance_id != after.insurance_id),
    ];
    // Another entry of the address book can have the same name.
    if before.recipient != after.recipient && !changes.iter().any(|change| change.field == F::Recipient) {
        changes.push(without_values(F::Recipient));
    }
    changes.extend(
        choices
            .into_iter()
            .filter(|(_, differs)| *differs)
            .map(|(field, _)| without_values(field)),
    );
    changes
}

fn diff<M>(fields: &[(F, Getter<M>)], before: &M, after: &M) -> Vec<FieldChange> {
    let change = |(field, read): &(F, Getter<M>)| {
        let (before, after) = (read(before), read(after));
        let field = *field;
        (before != after).then_some(FieldChange { field, before, after })
    };
    fields.iter().filter_map(change).collect()
}

/// Filters changes for a viewer: amounts need the right to see prices; cells and assignees are visible to staff only.
pub(super) fn visible_to(changes: Vec<FieldChange>, viewer: Viewer) -> Vec<FieldChange> {
    let is_visible = |value: &FieldValue| viewer.prices || !matches!(value, FieldValue::Amount(_));
    changes
        .into_iter()
        .filter(|change| viewer.side == Side::Staff || !matches!(change.field, F::Cell | F::Assignee))
        .map(|change| FieldChange {
            field: change.field,
            before: change.before.filter(is_visible),
            after: change.after.filter(is_visible),
        })
        .collect()
}
