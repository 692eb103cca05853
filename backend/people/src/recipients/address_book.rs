//! Operations on the address book of a client.

use super::{
    form::{RecipientValues, validate},
    snapshot::{documents_of, recipient_of},
};
use chrono::{DateTime, Utc};
use entities::{
    client,
    recipient::{self, Column, Entity},
};
use platform::{error::OperationError, scope::ScopedConnection};
use sea_orm::{
    ActiveValue::NotSet,
    QueryOrder, QuerySelect, Set, UpdateMany,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait},
};
use shared_types::{
    id::RecipientId,
    recipients::{AddressBookChange, AddressBookEntry, ENTRIES, RecipientForm},
};

/// Archived entries that the list shows.
const ARCHIVED_SHOWN: u64 = 50;

pub(super) fn entry(row: &recipient::Model, shows_documents: bool) -> AddressBookEntry {
    AddressBookEntry {
        id: row.id,
        recipient: recipient_of(row),
        pickup_point_id: row.pickup_point_id,
        documents: shows_documents.then(|| documents_of(row)),
        is_default: row.is_default && row.archived_at.is_none(),
        archived: row.archived_at.is_some(),
        version: row.version,
        updated_at: row.updated_at,
    }
}

/// Returns the entries: the default one, the others by name, then archived ones.
pub(super) async fn list(rows: &impl ScopedConnection) -> Result<Vec<recipient::Model>, DbErr> {
    let select = Entity::find()
        .order_by_desc(Column::ArchivedAt.is_null())
        .order_by_desc(Column::IsDefault)
        .order_by_asc(Column::Name)
        .order_by_asc(Column::Id)
        .limit(ENTRIES as u64 + ARCHIVED_SHOWN);
    rows.all(select).await
}

/// Returns the caller's client, locked, so that concurrent changes of its address book wait for each other.
async fn lock_client(rows: &impl ScopedConnection) -> Result<client::Model, OperationError> {
    rows.one(client::Entity::find().lock_exclusive())
        .await?
        .ok_or(OperationError::NotFound)
}

async fn count(rows: &impl ScopedConnection) -> Result<i64, DbErr> {
    let condition = sea_orm::Condition::all().add(Column::ArchivedAt.is_null());
    let counts = rows.counts::<Entity>(vec![condition], ENTRIES as u64 + 1).await?;
    Ok(counts.first().copied().unwrap_or_default())
}

/// Refuses one more entry if the address book is full. Returns how many there are.
async fn ensure_room(rows: &impl ScopedConnection) -> Result<i64, OperationError> {
    let count = count(rows).await?;
    if count >= i64::try_from(ENTRIES).unwrap_or(i64::MAX) {
        return Err(OperationError::LimitReached(ENTRIES as u64));
    }
    Ok(count)
}

/// Adds an entry. The first one becomes the default.
pub async fn add(
    rows: &impl ScopedConnection,
    form: &RecipientForm,
    now: DateTime<Utc>,
) -> Result<recipient::Model, OperationError> {
    let values = validate(rows, form, "", None).await??;
    let client = lock_client(rows).await?;
    let count = ensure_room(rows).await?;
    let RecipientValues {
        recipient,
        pickup_point_id,
        documents,
    } = values;
    let row = recipient::ActiveModel {
        id: NotSet,
        agent_id: Set(client.agent_id),
        client_id: Set(client.id),
        name: Set(recipient.name),
        phone: Set(recipient.phone),
        country: Set(recipient.country),
        region: Set(recipient.region),
        city: Set(recipient.city),
        postcode: Set(recipient.postcode),
        street: Set(recipient.street),
        pickup_point_id: Set(pickup_point_id),
        pickup_point: Set(recipient.pickup_point),
        passport: Set(documents.passport),
        tax_number: Set(documents.tax_number),
        is_default: Set(count == 0),
        used_at: Set(None),
        archived_at: Set(None),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    Ok(rows.insert(row).await?)
}

fn with_values(update: UpdateMany<Entity>, values: RecipientValues) -> UpdateMany<Entity> {
    let RecipientValues {
        recipient,
        pickup_point_id,
        documents,
    } = values;
    update
        .col_expr(Column::Name, Expr::value(recipient.name))
        .col_expr(Column::Phone, Expr::value(recipient.phone))
        .col_expr(Column::Country, Expr::value(recipient.country))
        .col_expr(Column::Region, Expr::value(recipient.region))
        .col_expr(Column::City, Expr::value(recipient.city))
        .col_expr(Column::Postcode, Expr::value(recipient.postcode))
        .col_expr(Column::Street, Expr::value(recipient.street))
        .col_expr(Column::PickupPointId, Expr::value(pickup_point_id))
        .col_expr(Column::PickupPoint, Expr::value(recipient.pickup_point))
        .col_expr(Column::Passport, Expr::value(documents.passport))
        .col_expr(Column::TaxNumber, Expr::value(documents.tax_number))
}

async fn find(rows: &impl ScopedConnection, id: RecipientId) -> Result<recipient::Model, OperationError> {
    rows.one(Entity::find_by_id(id).lock_exclusive())
        .await?
        .ok_or(OperationError::NotFound)
}

/// Changes, archives or restores an entry, or makes it the default one.
pub(super) async fn change(
    rows: &impl ScopedConnection,
    id: RecipientId,
    change: &AddressBookChange,
    version: Option<i64>,
    now: DateTime<Utc>,
) -> Result<recipient::Model, OperationError> {
    let row = find(rows, id).await?;
    if version.is_some_and(|version| version != row.version) {
        return Err(OperationError::Stale);
    }
    let mut update = Entity::update_many()
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(id));
    if let Some(form) = &change.values {
        let values = validate(rows, form, "", row.pickup_point_id).await??;
        update = with_values(update, values);
    }
    let archived = change.archived.unwrap_or(row.archived_at.is_some());
    if archived && row.archived_at.is_none() {
        // An archived entry is not the default one, also after it is restored.
        update = update
            .col_expr(Column::ArchivedAt, Expr::value(now))
            .col_expr(Column::IsDefault, Expr::value(false));
    } else if !archived && row.archived_at.is_some() {
        ensure_room(rows).await?;
        update = update.col_expr(Column::ArchivedAt, Expr::value(None::<DateTime<Utc>>));
    }
    if change.is_default == Some(true) && !archived {
        let others = Entity::update_many()
            .col_expr(Column::IsDefault, Expr::value(false))
            .filter(Column::ClientId.eq(row.client_id))
            .filter(Column::IsDefault.eq(true));
        rows.update_count(others).await?;
        update = update.col_expr(Column::IsDefault, Expr::value(true));
    } else if change.is_default == Some(false) {
        update = update.col_expr(Column::IsDefault, Expr::value(false));
    }
    rows.update(update).await?.pop().ok_or(OperationError::NotFound)
}

/// Deletes an entry that was never used, and archives one that was.
pub(super) async fn remove(
    rows: &impl ScopedConnection,
    id: RecipientId,
    now: DateTime<Utc>,
) -> Result<(), OperationError> {
    let row = find(rows, id).await?;
    if row.used_at.is_none() {
        rows.delete_where(Entity::delete_many().filter(Column::Id.eq(id)))
            .await?;
        return Ok(());
    }
    let archive = AddressBookChange {
        archived: Some(true),
        ..AddressBookChange::default()
    };
    change(rows, id, &archive, None, now).await.map(drop)
}
