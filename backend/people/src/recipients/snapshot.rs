//! The copy of a recipient that an order or a shipment keeps.

use super::RecipientValues;
use chrono::{DateTime, Utc};
use entities::recipient::{Column, Entity, Model};
use platform::scope::ScopedConnection;
use sea_orm::{DbErr, entity::prelude::*, sea_query::Expr};
use shared_types::{
    id::{ClientId, RecipientId},
    recipients::{Documents, Recipient, RecipientSnapshot},
};

/// Who and where, as a row of the address book says it.
pub(super) fn recipient_of(row: &Model) -> Recipient {
    Recipient {
        name: row.name.clone(),
        phone: row.phone.clone(),
        country: row.country,
        region: row.region.clone(),
        city: row.city.clone(),
        postcode: row.postcode.clone(),
        street: row.street.clone(),
        pickup_point: row.pickup_point.clone(),
    }
}

pub(super) fn documents_of(row: &Model) -> Documents {
    Documents {
        passport: row.passport.clone(),
        tax_number: row.tax_number.clone(),
    }
}

fn snapshot(row: &Model) -> RecipientSnapshot {
    RecipientSnapshot {
        source: Some(row.id),
        recipient: recipient_of(row),
        pickup_point_id: row.pickup_point_id,
        documents: documents_of(row),
    }
}

/// Copies an entry of the client's address book and marks it as used. Returns `None` if it is not an entry of this client, or is
/// archived.
pub async fn copy(
    rows: &impl ScopedConnection,
    client: ClientId,
    id: RecipientId,
    now: DateTime<Utc>,
) -> Result<Option<RecipientSnapshot>, DbErr> {
    copy_where(rows, client, Column::Id.eq(id), now).await
}

/// Copies the client's default entry, if there is one.
pub async fn copy_default(
    rows: &impl ScopedConnection,
    client: ClientId,
    now: DateTime<Utc>,
) -> Result<Option<RecipientSnapshot>, DbErr> {
    copy_where(rows, client, Column::IsDefault.eq(true), now).await
}

async fn copy_where(
    rows: &impl ScopedConnection,
    client: ClientId,
    condition: Expr,
    now: DateTime<Utc>,
) -> Result<Option<RecipientSnapshot>, DbErr> {
    let update = Entity::update_many()
        .col_expr(Column::UsedAt, Expr::value(now))
        .filter(Column::ClientId.eq(client))
        .filter(Column::ArchivedAt.is_null())
        .filter(condition);
    Ok(rows.update(update).await?.first().map(snapshot))
}

/// A recipient that staff typed.
pub fn from_values(values: RecipientValues) -> RecipientSnapshot {
    RecipientSnapshot {
        source: None,
        recipient: values.recipient,
        pickup_point_id: values.pickup_point_id,
        documents: values.documents,
    }
}
