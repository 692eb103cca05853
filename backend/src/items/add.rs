//! Adding a product: one operation for the cabinet, the extension and imports.

use super::rules::{Checked, check, shop_key};
use crate::{
    orders::{
        OrderError,
        entity::{group, item, order},
        history::{self, Actor, Event},
        search, views,
    },
    platform::scope::Rows,
};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::NotSet,
    Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Func, OnConflict},
};
use shared_types::{
    id::OrderId,
    items::{ItemStatus, NewItem},
    orders::{HistoryEvent, OrderStatus, limits},
};

/// The line, and its order as it is now.
#[derive(Clone, Debug)]
pub struct Added {
    /// The line.
    pub item: item::Model,
    /// The order.
    pub order: order::Model,
}

/// Adds a line to a draft of the scope: four statements, the order's row locked by the first.
pub async fn add(
    rows: &impl Rows,
    actor: &Actor,
    id: OrderId,
    new: NewItem,
    now: DateTime<Utc>,
) -> Result<Added, OrderError> {
    let line = check(new)?;
    let order = count_in(rows, id, &line, now).await?;
    let group = group_of(rows, &order, &line, now).await?;
    let item = rows.insert(row(&order, &group, line, actor, now)).await?;
    history::write(
        rows,
        &order,
        actor,
        Event::of(HistoryEvent::ItemAdded, Some(item.id), item.title.clone()),
        now,
    )
    .await?;
    Ok(Added { item, order })
}

/// Adds the line to the order's totals, if the order is a draft with room; the update itself is the check and the lock.
async fn count_in(
    rows: &impl Rows,
    id: OrderId,
    line: &Checked,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    use order::Column;
    let code = line.price.currency.code();
    let minor = line.price.minor.saturating_mul(line.quantity.into());
    let own_currency = Expr::col(Column::Currency).eq(code);
    let text = format!(
        " {}",
        search::of_item(&line.title, line.variant.as_deref(), line.external_id.as_deref())
    );
    let joined = Expr::expr(Func::cust("concat").args([Expr::col(Column::SearchText), Expr::val(text)]));
    let update = order::Entity::update_many()
        .col_expr(
            Column::TotalMinor,
            Expr::case(own_currency.clone(), Expr::col(Column::TotalMinor).add(minor))
                .finally(Expr::col(Column::TotalMinor))
                .into(),
        )
        .col_expr(
            Column::MixedCurrencies,
            Expr::case(own_currency, Expr::col(Column::MixedCurrencies))
                .finally(true)
                .into(),
        )
        .col_expr(Column::ItemsCount, Expr::col(Column::ItemsCount).add(1))
        .col_expr(Column::SearchText, joined)
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .col_expr(Column::LastActivityAt, Expr::value(now))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(id.0))
        .filter(Column::Status.eq(OrderStatus::Draft.as_str()))
        .filter(Column::ItemsCount.lt(limits::ITEMS));
    if let Some(order) = rows.update(update).await?.pop() {
        return Ok(order);
    }
    match rows.one(order::Entity::find_by_id(id.0)).await? {
        None => Err(OrderError::NotFound),
        Some(order) if order.status == OrderStatus::Draft.as_str() => Err(OrderError::Full(limits::ITEMS)),
        Some(order) => Err(OrderError::NotDraft(views::status(&order.status))),
    }
}

async fn group_of(
    rows: &impl Rows,
    order: &order::Model,
    line: &Checked,
    now: DateTime<Utc>,
) -> Result<group::Model, DbErr> {
    let row = group::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        shop_key: Set(shop_key(line)),
        shop_name: Set(line.shop_name.clone()),
        shop_url: Set(line.shop_url.clone()),
        marketplace: Set(line.marketplace.clone()),
        domestic_minor: Set(0),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let there = OnConflict::columns([group::Column::OrderId, group::Column::ShopKey])
        .update_column(group::Column::UpdatedAt)
        .to_owned();
    rows.upsert(row, there).await
}

fn row(
    order: &order::Model,
    group: &group::Model,
    line: Checked,
    actor: &Actor,
    now: DateTime<Utc>,
) -> item::ActiveModel {
    item::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        group_id: Set(group.id),
        status: Set(ItemStatus::New.as_str().to_owned()),
        title: Set(line.title),
        url: Set(line.url),
        marketplace: Set(line.marketplace),
        external_id: Set(line.external_id),
        variant: Set(line.variant),
        image_url: Set(line.image_url),
        price_minor: Set(line.price.minor),
        currency: Set(line.price.currency.code().to_owned()),
        price_uncertain: Set(line.price_uncertain),
        quantity: Set(line.quantity),
        comment: Set(line.comment),
        agent_price_minor: Set(None),
        agent_currency: Set(None),
        agent_quantity: Set(None),
        agent_comment: Set(None),
        refuse_reason: Set(None),
        marketplace_order_number: Set(None),
        domestic_track: Set(None),
        cell: Set(None),
        counted_quantity: Set(None),
        weight_grams: Set(None),
        volume_cm3: Set(None),
        agent_bought_minor: Set(None),
        problem_reason: Set(None),
        refunded_minor: Set(0),
        source: Set(actor.via.as_str().to_owned()),
        import_id: Set(None),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    }
}
