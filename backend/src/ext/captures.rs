//! How well the extension reads each shop, from the items of submitted orders.

use super::shop_states;
use chrono::{DateTime, Duration, Utc};
use entities::{
    order, order_group as group,
    order_item::{self as item, Column},
    shop_report as report,
};
use platform::scope::ScopedConnection;
use sea_orm::{
    FromQueryResult, JoinType, QuerySelect,
    entity::prelude::*,
    sea_query::{Expr, ExprTrait, Func},
};
use shared_types::{
    ext::{Corrections, Coverage, ShopCaptures, limits},
    orders::OrderStatus,
};
use std::collections::BTreeMap;

/// Maximum number of shops in the list.
const MAX_SHOPS: u64 = 500;

#[derive(FromQueryResult)]
struct CoverageRow {
    shop: String,
    last_good_at: Option<DateTime<Utc>>,
    items: i64,
    title: i64,
    price: i64,
    variant: i64,
    sku: i64,
    image: i64,
    shop_name: i64,
    corrected: i64,
    corrected_title: i64,
    corrected_price: i64,
    corrected_variant: i64,
    corrected_image: i64,
    corrected_shop: i64,
}

#[derive(FromQueryResult)]
struct ReportsRow {
    shop: String,
    open: i64,
}

/// Counts the rows that meet a condition.
fn count_if(condition: Expr) -> Expr {
    Expr::case(condition, 1).finally(0).into()
}

/// The pattern of a field in a JSON list of names.
fn listed(field: &str) -> String {
    format!("%\"{field}\"%")
}

/// Whether a field is not listed among the uncertain ones.
fn is_certain(field: &str) -> Expr {
    let column = || Expr::col((item::Entity, Column::Uncertain));
    column().is_null().or(column().not_like(listed(field)))
}

/// Lists all shops that captured items, reports or a state name, by name. Takes three statements.
pub(super) async fn list(rows: &impl ScopedConnection, now: DateTime<Utc>) -> Result<Vec<ShopCaptures>, DbErr> {
    let since = now - Duration::days(limits::COVERAGE_DAYS);
    let column = |column| Expr::col((item::Entity, column));
    let is_recent = || column(Column::CreatedAt).gte(since);
    let sum = |condition: Expr| {
        let sum = Func::sum(count_if(is_recent().and(condition)));
        Expr::from(sum).cast_as("bigint")
    };
    let is_corrected = |field| sum(column(Column::Corrected).like(listed(field)));
    let has_certain_price = || column(Column::PriceUncertain).eq(false);
    let good_time: Expr = Expr::case(has_certain_price(), column(Column::CreatedAt)).into();
    let select = item::Entity::find()
        .select_only()
        .column_as(column(Column::CapturedShop), "shop")
        .column_as(Expr::from(Func::max(good_time)), "last_good_at")
        .column_as(sum(column(Column::Id).is_not_null()), "items")
        .column_as(sum(is_certain("title")), "title")
        .column_as(sum(has_certain_price()), "price")
        .column_as(sum(column(Column::Variant).is_not_null()), "variant")
        .column_as(sum(column(Column::SkuId).is_not_null()), "sku")
        .column_as(sum(column(Column::ImageUrl).is_not_null()), "image")
        .column_as(
            sum(Expr::col((group::Entity, group::Column::ShopName)).ne("")),
            "shop_name",
        )
        .column_as(sum(column(Column::Corrected).is_not_null()), "corrected")
        .column_as(is_corrected("title"), "corrected_title")
        .column_as(is_corrected("price"), "corrected_price")
        .column_as(is_corrected("variant"), "corrected_variant")
        .column_as(is_corrected("image"), "corrected_image")
        .column_as(is_corrected("shop"), "corrected_shop")
        .join(JoinType::InnerJoin, item::Relation::Order.def())
        .join(JoinType::InnerJoin, item::Relation::Group.def())
        .filter(column(Column::CapturedShop).is_not_null())
        // A draft is private to its client.
        .filter(Expr::col((order::Entity, order::Column::Status)).ne(OrderStatus::Draft))
        .group_by(column(Column::CapturedShop))
        .limit(MAX_SHOPS);
    let captured: Vec<CoverageRow> = rows.all_as(select).await?;
    let select = report::Entity::find()
        .select_only()
        .column(report::Column::Shop)
        .column_as(
            Expr::from(Func::sum(count_if(report::Column::HandledAt.is_null()))).cast_as("bigint"),
            "open",
        )
        .group_by(report::Column::Shop)
        .limit(MAX_SHOPS);
    let reported: Vec<ReportsRow> = rows.all_as(select).await?;
    let empty = |shop: &str| ShopCaptures {
        shop: shop.to_owned(),
        status: None,
        last_good_at: None,
        coverage: Coverage::default(),
        corrections: Corrections::default(),
        open_reports: 0,
    };
    let mut shops = BTreeMap::<String, ShopCaptures>::new();
    for row in captured {
        let shop = shops.entry(row.shop.clone()).or_insert_with(|| empty(&row.shop));
        shop.last_good_at = row.last_good_at;
        shop.coverage = Coverage {
            items: row.items,
            title: row.title,
            price: row.price,
            variant: row.variant,
            sku: row.sku,
            image: row.image,
            shop: row.shop_name,
        };
        shop.corrections = Corrections {
            items: row.corrected,
            title: row.corrected_title,
            price: row.corrected_price,
            variant: row.corrected_variant,
            image: row.corrected_image,
            shop: row.corrected_shop,
        };
    }
    for row in reported {
        shops
            .entry(row.shop.clone())
            .or_insert_with(|| empty(&row.shop))
            .open_reports = row.open;
    }
    for (name, status) in shop_states::by_shop(rows).await? {
        shops.entry(name.clone()).or_insert_with(|| empty(&name)).status = Some(status);
    }
    Ok(shops.into_values().collect())
}
