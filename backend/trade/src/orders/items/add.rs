//! Adding an item to a draft, or by staff to a submitted order. The cabinet and the extension use the same operation; imports use
//! [`super::BulkEdit`].

use super::{
    capture::{CaptureColumns, captured_shop, initial_changes},
    draft_items::ensure_open,
    rules::{CheckedItem, check_item, shop_key},
};
use crate::orders::{
    OrderError, activity,
    history::{self, Actor, Event},
    index_text, total,
};
use chrono::{DateTime, Utc};
use entities::{order, order_group as group, order_item as item};
use platform::scope::ScopedConnection;
use sea_orm::{
    ActiveValue::NotSet,
    Set,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Func, OnConflict},
};
use shared_types::{
    id::OrderId,
    items::{ItemStatus, NewItem},
    orders::{HistoryEvent, OrderStatus, Origin, Side, limits},
};

/// An added item and its updated order.
#[derive(Clone, Debug)]
pub struct Added {
    pub item: item::Model,
    pub order: order::Model,
}

/// Adds an item to a draft in the scope, or to a submitted order if staff add it. Takes four statements, and for staff one more;
/// the first one locks the order's row.
pub async fn add(
    rows: &impl ScopedConnection,
    actor: &Actor,
    id: OrderId,
    new: NewItem,
    now: DateTime<Utc>,
) -> Result<Added, OrderError> {
    let checked = check_item(new)?;
    let order = add_to_totals(rows, actor.side, id, &checked, now).await?;
    let group = upsert_group(rows, &order, &checked, now).await?;
    let item = rows.insert(new_row(&order, &group, checked, actor, now)?).await?;
    let order = if actor.side == Side::Staff {
        // The shipping within China of a shop counts again if the item is its only live one.
        total::update(rows, &order, now).await?
    } else {
        order
    };
    let event = Event::fields_changed(
        HistoryEvent::ItemAdded,
        Some(item.id),
        item.title.clone(),
        initial_changes(&item),
    );
    history::write(rows, &order, actor, event, now).await?;
    Ok(Added { item, order })
}

/// Adds the item to the order's totals. The `UPDATE` also locks the order and checks that the caller's side may add items to it and
/// that it is below the maximum number of items.
async fn add_to_totals(
    rows: &impl ScopedConnection,
    side: Side,
    id: OrderId,
    item: &CheckedItem,
    now: DateTime<Utc>,
) -> Result<order::Model, OrderError> {
    use order::Column;
    let open_status = match side {
        Side::Client => OrderStatus::Draft,
        Side::Staff | Side::System => OrderStatus::Submitted,
    };
    let code = item.price.price.currency.code();
    let value = item.price.value(item.quantity.into());
    let minor = value.map_or(i64::MAX, |value| value.minor);
    let is_order_currency = Expr::col(Column::Currency).eq(code);
    let text = format!(
        " {}",
        index_text::item_text(
            &item.title,
            item.variant.as_deref(),
            item.external_id.as_deref(),
            Some(&item.shop_name)
        )
    );
    let joined = Expr::expr(Func::cust("concat").args([Expr::col(Column::SearchText), Expr::val(text)]));
    let update = order::Entity::update_many()
        .col_expr(
            Column::TotalMinor,
            Expr::case(is_order_currency.clone(), Expr::col(Column::TotalMinor).add(minor))
                .finally(Expr::col(Column::TotalMinor))
                .into(),
        )
        .col_expr(
            Column::MixedCurrencies,
            Expr::case(is_order_currency, Expr::col(Column::MixedCurrencies))
                .finally(true)
                .into(),
        )
        .col_expr(Column::ItemsCount, Expr::col(Column::ItemsCount).add(1))
        .col_expr(Column::SearchText, joined)
        .col_expr(Column::Version, Expr::col(Column::Version).add(1))
        .col_expr(Column::LastActivityAt, Expr::value(now))
        .col_expr(Column::UpdatedAt, Expr::value(now))
        .filter(Column::Id.eq(id.0))
        .filter(Column::Status.eq(open_status))
        .filter(Column::ItemsCount.lt(limits::ITEMS));
    let update = if side == Side::Staff {
        let opened_at = Func::coalesce([Expr::col(Column::PricingOpenedAt), Expr::value(now)]);
        let update = update.col_expr(Column::PricingOpenedAt, opened_at.into());
        activity::count_activity(update, Side::Staff, Expr::value(now))
    } else {
        update
    };
    if let Some(order) = rows.update(update).await?.pop() {
        return Ok(order);
    }
    let order = rows.one(order::Entity::find_by_id(id)).await?;
    ensure_open(&order.ok_or(OrderError::NotFound)?, side)?;
    Err(OrderError::TooManyItems(limits::ITEMS))
}

pub(in crate::orders) async fn upsert_group(
    rows: &impl ScopedConnection,
    order: &order::Model,
    item: &CheckedItem,
    now: DateTime<Utc>,
) -> Result<group::Model, DbErr> {
    let row = group::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        shop_key: Set(shop_key(item)),
        shop_name: Set(item.shop_name.clone()),
        shop_url: Set(item.shop_url.clone()),
        marketplace: Set(item.marketplace.clone()),
        domestic_minor: Set(0),
        created_at: Set(now),
        updated_at: Set(now),
    };
    let on_conflict = OnConflict::columns([group::Column::OrderId, group::Column::ShopKey])
        .update_column(group::Column::UpdatedAt)
        .to_owned();
    rows.upsert(row, on_conflict).await
}

pub(in crate::orders) fn new_row(
    order: &order::Model,
    group: &group::Model,
    item: CheckedItem,
    actor: &Actor,
    now: DateTime<Utc>,
) -> Result<item::ActiveModel, DbErr> {
    let CaptureColumns {
        options,
        images,
        unit_size_mm,
        price_source,
        uncertain,
        corrected,
    } = item.capture.to_columns()?;
    let captured_shop = (actor.via == Origin::Extension)
        .then(|| captured_shop(item.marketplace.as_deref(), &item.url))
        .flatten();
    Ok(item::ActiveModel {
        id: NotSet,
        agent_id: Set(order.agent_id),
        client_id: Set(order.client_id),
        order_id: Set(order.id),
        group_id: Set(group.id),
        status: Set(ItemStatus::New),
        title: Set(item.title),
        url: Set(item.url),
        marketplace: Set(item.marketplace),
        external_id: Set(item.external_id),
        variant: Set(item.variant),
        image_url: Set(item.image_url),
        price_minor: Set(item.price.price.minor),
        price_per: Set(item.price.per),
        currency: Set(item.price.price.currency),
        price_uncertain: Set(item.price_uncertain),
        quantity: Set(item.quantity),
        min_quantity: Set(item.min_quantity),
        comment: Set(item.comment),
        agent_price_minor: Set(None),
        agent_price_per: Set(None),
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
        purchase_id: Set(None),
        problem_reason: Set(None),
        refunded_minor: Set(0),
        refunded_quantity: Set(0),
        options: Set(options),
        sku_id: Set(item.capture.sku_id),
        images: Set(images),
        unit_weight_grams: Set(item.capture.unit_weight_grams),
        unit_size_mm: Set(unit_size_mm),
        price_source: Set(price_source),
        uncertain: Set(uncertain),
        corrected: Set(corrected.filter(|_| captured_shop.is_some())),
        proof_path: Set(None),
        proof_at: Set(None),
        proof_bytes: Set(None),
        captured_shop: Set(captured_shop),
        source: Set(actor.via),
        import_id: Set(None),
        translations: Set(None),
        version: Set(1),
        created_at: Set(now),
        updated_at: Set(now),
    })
}
