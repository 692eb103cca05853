//! Validation of a recipient as it is typed.

use crate::phone_number;
use entities::lists::pickup_point;
use platform::scope::ScopedConnection;
use sea_orm::{DbErr, entity::prelude::*};
use shared_types::{
    country::Country,
    fields::{FieldErrors, Rule},
    id::ListEntryId,
    recipients::{DOCUMENT, DocumentNumber, Documents, POSTCODE, Recipient, RecipientForm, TEXT},
};

/// A valid recipient.
#[derive(Clone, Debug)]
pub struct RecipientValues {
    /// Who and where.
    pub recipient: Recipient,
    /// Pickup point in the agent's settings.
    pub pickup_point_id: Option<ListEntryId>,
    /// Personal documents.
    pub documents: Documents,
}

/// Validates a form. `prefix` comes before the names of its fields in the errors, such as `recipient.`.
///
/// `archived_point` is a pickup point that may be chosen even if it is archived: the one that the recipient has already.
pub async fn validate(
    rows: &impl ScopedConnection,
    form: &RecipientForm,
    prefix: &str,
    archived_point: Option<ListEntryId>,
) -> Result<Result<RecipientValues, FieldErrors>, DbErr> {
    let mut errors = FieldErrors::default();
    let field = |name: &str| format!("{prefix}{name}");
    let name = errors.required_text(&field("name"), &form.name, TEXT);
    let city = errors.required_text(&field("city"), &form.city, TEXT);
    let region = errors.optional_text(&field("region"), form.region.as_deref(), TEXT);
    let postcode = errors.optional_text(&field("postcode"), form.postcode.as_deref(), POSTCODE);
    let street = errors.optional_text(&field("street"), form.street.as_deref(), TEXT);
    let phone = phone_number::required(&mut errors, &field("phone"), &form.phone).ok();
    let country = parse_country(&mut errors, &field("country"), &form.country);
    let mut document = |name: &str, number: &Option<DocumentNumber>| {
        let number = number.as_ref().map(|number| number.0.as_str());
        errors.optional_text(&field(name), number, DOCUMENT).map(DocumentNumber)
    };
    let documents = Documents {
        passport: document("passport", &form.passport),
        tax_number: document("tax_number", &form.tax_number),
    };
    let pickup_point = match form.pickup_point_id {
        Some(id) => load_point(rows, id, archived_point).await?,
        None => None,
    };
    if form.pickup_point_id.is_some() && pickup_point.is_none() {
        errors.add(&field("pickup_point_id"), Rule::NotYours);
    }
    if form.pickup_point_id.is_none() && street.is_none() {
        errors.add(&field("street"), Rule::Required);
    }
    let (Some(phone), Some(country)) = (phone, country) else {
        return Ok(Err(errors));
    };
    let values = RecipientValues {
        recipient: Recipient {
            name,
            phone,
            country,
            region,
            city,
            postcode,
            street,
            pickup_point,
        },
        pickup_point_id: form.pickup_point_id,
        documents,
    };
    Ok(errors.into_result(values))
}

fn parse_country(errors: &mut FieldErrors, field: &str, text: &str) -> Option<Country> {
    let country = Country::parse(text).ok();
    if country.is_none() {
        let is_blank = text.trim().is_empty();
        errors.add(field, if is_blank { Rule::Required } else { Rule::UnknownValue });
    }
    country
}

/// The name and the address of a pickup point that can be chosen.
async fn load_point(
    rows: &impl ScopedConnection,
    id: ListEntryId,
    archived_point: Option<ListEntryId>,
) -> Result<Option<String>, DbErr> {
    let point = rows.one(pickup_point::Entity::find_by_id(id)).await?;
    Ok(point
        .filter(|point| point.disabled_at.is_none() || archived_point == Some(id))
        .map(|point| format!("{}, {}, {}", point.name, point.city, point.address)))
}
