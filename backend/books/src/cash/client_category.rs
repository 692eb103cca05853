//! The category of money of clients. Their balances have it already, so that its counterpart is the account without a box.

use crate::ledger::Account;
use chrono::{DateTime, Utc};
use entities::lists::cash_category::{ActiveModel, Column, Entity};
use platform::scope::ScopedConnection;
use sea_orm::{ActiveValue::NotSet, Set, entity::prelude::*};
use shared_types::{cash::CashFlow, id::ListEntryId};

/// The name of the category, until staff rename it.
const NAME: &str = "Деньги клиентов";

/// Returns the category. It is added for the first entry.
pub(super) async fn category(rows: &impl ScopedConnection, now: DateTime<Utc>) -> Result<ListEntryId, DbErr> {
    let of_clients = || Entity::find().filter(Column::ForClients.eq(true));
    if let Some(found) = rows.one(of_clients()).await? {
        return Ok(found.id);
    }
    let row = ActiveModel {
        id: NotSet,
        agent_id: NotSet,
        name: Set(NAME.to_owned()),
        flow: Set(CashFlow::Income),
        for_clients: Set(true),
        position: Set(0),
        disabled_at: Set(None),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    };
    Ok(rows.insert(row).await?.id)
}

/// The other side of entries of a category in the ledger.
pub(super) async fn counterpart(rows: &impl ScopedConnection, category: Option<ListEntryId>) -> Result<Account, DbErr> {
    let Some(id) = category else {
        return Ok(Account::CashBook);
    };
    let found = rows.one(Entity::find_by_id(id)).await?;
    Ok(match found {
        Some(category) if category.for_clients => Account::CashBox,
        _ => Account::CashBook,
    })
}
