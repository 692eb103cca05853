//! The recipient of a shipment: copied from the order, completed by the client, corrected by staff with an entry in the history.

use super::{
    ShipmentError,
    contents::{save, versioned_update},
    history::record_recipient,
};
use chrono::{DateTime, Utc};
use entities::{json::Json, shipment, shipment::Column, shipment_item};
use people::recipients;
use platform::scope::ScopedConnection;
use sea_orm::{QuerySelect, QueryTrait, UpdateMany, entity::prelude::*, sea_query::Expr};
use shared_types::{
    country::Country,
    fields::{FieldErrors, Rule},
    id::{OrderId, RecipientId},
    recipients::{RecipientForm, RecipientSnapshot},
    shipments::{RecipientChange, RecipientPart, ShipmentStatus},
};
use trade::orders::{history::Actor, recipient as order_recipient};

/// The recipient that staff typed for a shipment. Refused once the client has the shipment; the country is fixed once the delivery
/// is priced.
pub(super) async fn typed(
    rows: &impl ScopedConnection,
    row: &shipment::Model,
    form: &RecipientForm,
) -> Result<RecipientSnapshot, ShipmentError> {
    let chosen_point = row.recipient.as_ref().and_then(|snapshot| snapshot.pickup_point_id);
    let values = recipients::validate(rows, form, "recipient.", chosen_point).await??;
    let is_closed = matches!(row.status, ShipmentStatus::Accepted | ShipmentStatus::Canceled);
    let is_priced = !matches!(row.status, ShipmentStatus::Forming | ShipmentStatus::Packed);
    let changes_country = row.country.is_some_and(|country| country != values.recipient.country);
    if is_closed || (is_priced && changes_country) {
        return Err(ShipmentError::ShipmentPriced(row.status));
    }
    Ok(recipients::from_values(values))
}

/// The entry of the address book that a client chose for a packed shipment. It may add to the recipient, but not replace it.
pub(super) async fn chosen(
    rows: &impl ScopedConnection,
    row: &shipment::Model,
    id: RecipientId,
    now: DateTime<Utc>,
) -> Result<RecipientSnapshot, ShipmentError> {
    let snapshot = recipients::copy(rows, row.client_id, id, now)
        .await?
        .ok_or_else(|| FieldErrors::single("recipient_id", Rule::NotYours))?;
    match row.recipient.as_deref() {
        Some(before) if !completes(before, &snapshot) => Err(ShipmentError::RecipientFixed),
        _ => Ok(snapshot),
    }
}

/// Whether a recipient only adds data that the other one lacks.
fn completes(before: &RecipientSnapshot, after: &RecipientSnapshot) -> bool {
    fn keeps<T: PartialEq>(before: Option<&T>, after: Option<&T>) -> bool {
        before.is_none() || before == after
    }
    let (old, new) = (&before.recipient, &after.recipient);
    (&old.name, &old.phone, old.country, &old.city) == (&new.name, &new.phone, new.country, &new.city)
        && keeps(old.region.as_ref(), new.region.as_ref())
        && keeps(old.postcode.as_ref(), new.postcode.as_ref())
        && keeps(old.street.as_ref(), new.street.as_ref())
        && keeps(old.pickup_point.as_ref(), new.pickup_point.as_ref())
        && keeps(before.documents.passport.as_ref(), after.documents.passport.as_ref())
        && keeps(
            before.documents.tax_number.as_ref(),
            after.documents.tax_number.as_ref(),
        )
}

/// The recipient of a shipment with another country or city, which can be changed without the rest. `None` if nothing changes.
pub(super) fn moved(row: &shipment::Model, country: Option<Country>, city: Option<&str>) -> Option<RecipientSnapshot> {
    let before = row.recipient.as_deref()?;
    let mut after = before.clone();
    if let Some(country) = country {
        after.recipient.country = country;
    }
    if let Some(city) = city.map(str::trim).filter(|city| !city.is_empty()) {
        city.clone_into(&mut after.recipient.city);
    }
    (after != *before).then_some(after)
}

/// Adds a recipient with its destination to an update.
pub(super) fn with_recipient(
    update: UpdateMany<shipment::Entity>,
    snapshot: RecipientSnapshot,
    sets_point: bool,
) -> Result<UpdateMany<shipment::Entity>, DbErr> {
    let mut update = update
        .col_expr(Column::Country, Expr::value(snapshot.recipient.country))
        .col_expr(Column::City, Expr::value(snapshot.recipient.city.clone()));
    if sets_point {
        update = update.col_expr(Column::PickupPointId, Expr::value(snapshot.pickup_point_id));
    }
    Ok(update.col_expr(Column::Recipient, Expr::value(Json::new(snapshot)?)))
}

/// The parts in which two recipients differ. The numbers of documents are left out.
pub(super) fn changes(before: Option<&RecipientSnapshot>, after: &RecipientSnapshot) -> Vec<RecipientChange> {
    let values = |snapshot: &RecipientSnapshot| {
        let recipient = &snapshot.recipient;
        [
            (RecipientPart::Name, recipient.name.clone()),
            (RecipientPart::Phone, recipient.phone.to_string()),
            (RecipientPart::Country, recipient.country.to_string()),
            (RecipientPart::Address, recipient.address_line()),
        ]
    };
    let mut old = before.map(values).into_iter().flatten();
    let differing = values(after).into_iter().filter_map(|(part, after)| {
        let before = old.next().map(|(_, before)| before);
        (before.as_ref() != Some(&after)).then_some(RecipientChange {
            part,
            before,
            after: Some(after),
        })
    });
    let mut changes: Vec<RecipientChange> = differing.collect();
    let documents = before.map(|before| &before.documents);
    if documents.map_or(
        after.documents != shared_types::recipients::Documents::default(),
        |documents| *documents != after.documents,
    ) {
        changes.push(RecipientChange {
            part: RecipientPart::Documents,
            before: None,
            after: None,
        });
    }
    changes
}

/// Addresses an order to an entry of the address book. Shipments that are packed from it now follow, if they were addressed as the
/// order was.
pub(super) async fn choose_for_order(
    rows: &impl ScopedConnection,
    actor: &Actor,
    id: OrderId,
    recipient_id: RecipientId,
    now: DateTime<Utc>,
) -> Result<(), ShipmentError> {
    let (before, after) = order_recipient::choose(rows, actor, id, recipient_id, now).await?;
    let Some(snapshot) = after.recipient.as_deref() else {
        return Ok(());
    };
    let of_order = entities::order_item::Entity::find()
        .select_only()
        .column(entities::order_item::Column::Id)
        .filter(entities::order_item::Column::OrderId.eq(id));
    let holding = shipment_item::Entity::find()
        .select_only()
        .column(shipment_item::Column::ShipmentId)
        .filter(shipment_item::Column::ReleasedAt.is_null())
        .filter(shipment_item::Column::ItemId.in_subquery(QueryTrait::into_query(of_order)));
    let forming = shipment::Entity::find()
        .filter(Column::Status.eq(ShipmentStatus::Forming))
        .filter(Column::Id.in_subquery(QueryTrait::into_query(holding)))
        .lock_exclusive();
    for shipment in rows.all(forming).await? {
        if shipment.recipient.is_none() || shipment.recipient == before.recipient {
            let update = with_recipient(versioned_update(shipment.id, now), snapshot.clone(), true)?;
            let changes = changes(shipment.recipient.as_deref(), snapshot);
            let shipment = save(rows, update).await?;
            record_recipient(rows, &shipment, actor, changes, now).await?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared_types::{
        phone::Phone,
        recipients::{DocumentNumber, Documents, Recipient},
    };

    fn snapshot() -> RecipientSnapshot {
        RecipientSnapshot {
            source: None,
            recipient: Recipient {
                name: "Игорь Петров".to_owned(),
                phone: Phone::from_e164("+79990000001").expect("a phone number"),
                country: Country::parse("RU").expect("a country"),
                region: None,
                city: "Псков".to_owned(),
                postcode: None,
                street: Some("Ленина, 1".to_owned()),
                pickup_point: None,
            },
            pickup_point_id: None,
            documents: Documents::default(),
        }
    }

    #[test]
    fn recipient_is_completed_but_not_replaced() {
        let before = snapshot();
        let mut after = before.clone();
        after.recipient.postcode = Some("180000".to_owned());
        after.documents.passport = Some(DocumentNumber("4509 123456".to_owned()));
        assert!(completes(&before, &after));
        assert!(!completes(&after, &before), "nothing is taken away");
        after.recipient.name = "Анна Ким".to_owned();
        assert!(!completes(&before, &after));
    }

    #[test]
    fn changes_never_contain_documents() {
        let before = snapshot();
        let mut after = before.clone();
        after.documents.passport = Some(DocumentNumber("4509 123456".to_owned()));
        after.recipient.city = "Тверь".to_owned();
        let found = changes(Some(&before), &after);
        let parts: Vec<_> = found.iter().map(|change| change.part).collect();
        assert_eq!(parts, [RecipientPart::Address, RecipientPart::Documents]);
        assert!(!format!("{found:?} {after:?}").contains("4509"));
        assert_eq!(changes(None, &before).len(), 4, "a new recipient has no documents");
    }
}
