//! Bulk changes of the items of a draft, or by staff of a submitted order: keeps the invariants of [`super::add`] in a few
//! statements for any number of items.

use super::{
    CheckedItem,
    draft_items::{LockedDraft, lock_open, recalculate_order},
    rules::shop_key,
};
use crate::orders::{
    OrderError, activity,
    history::{self, Actor, Event},
    index_text::split_shop_names,
    item_rows::{self, ItemWithGroup},
    total, views,
};
use chrono::{DateTime, Utc};
use entities::{item_service, order, order_group as group, order_item as item};
use platform::scope::ScopedConnection;
use sea_orm::{
    ActiveValue::{NotSet, Set, Unchanged},
    Condition, QuerySelect, QueryTrait,
    entity::prelude::*,
    sea_query::{Expr, Func, OnConflict},
};
use shared_types::{
    id::{GroupId, ImportId, ItemId, OrderId},
    items::{self, ItemStatus},
    orders::{FieldChange, HistoryEvent, Origin, Side, limits},
};
use std::collections::HashMap;

/// Items per statement. SQLite allows 32,766 values, and the connection caches the statement with its values.
const CHUNK: usize = 400;
/// The largest quantity of an item.
#[expect(clippy::cast_possible_truncation, reason = "the limit is far below the largest i32")]
const MAX_QUANTITY: i32 = items::limits::QUANTITY as i32;

/// A locked order with its items, open for bulk changes of a side.
pub struct BulkEdit<'a, R> {
    rows: &'a R,
    side: Side,
    draft: LockedDraft,
    now: DateTime<Utc>,
}

impl<'a, R: ScopedConnection> BulkEdit<'a, R> {
    /// Locks an order that the side may add items to, and reads its items.
    pub async fn open(rows: &'a R, side: Side, id: OrderId, now: DateTime<Utc>) -> Result<Self, OrderError> {
        let draft = lock_open(rows, side, id).await?;
        Ok(Self { rows, side, draft, now })
    }

    /// The items, oldest first.
    pub fn items(&self) -> &[item::Model] {
        &self.draft.items
    }

    /// Replaces the items with the same ids. Ignores unknown ids.
    pub async fn replace(&mut self, changed: Vec<item::Model>) -> Result<(), OrderError> {
        let indexes: HashMap<ItemId, usize> = self
            .draft
            .items
            .iter()
            .enumerate()
            .map(|(at, item)| (item.id, at))
            .collect();
        let mut known = Vec::with_capacity(changed.len());
        for item in changed {
            if let Some(at) = indexes.get(&item.id) {
                known.push(*at);
                self.draft.items[*at] = item;
            }
        }
        let on_conflict = OnConflict::column(item::Column::Id)
            .update_columns([
                item::Column::Title,
                item::Column::PriceMinor,
                item::Column::PricePer,
                item::Column::Currency,
                item::Column::Quantity,
                item::Column::Comment,
                item::Column::ImageUrl,
                item::Column::Version,
                item::Column::UpdatedAt,
            ])
            .to_owned();
        let changed = known.into_iter().map(|at| to_active_model(&self.draft.items[at]));
        self.write(changed, Some(&on_conflict)).await
    }

    /// Adds the items of an import.
    pub async fn add(&mut self, new: Vec<CheckedItem>, import_id: ImportId) -> Result<(), OrderError> {
        let limit = usize::try_from(limits::ITEMS).unwrap_or(usize::MAX);
        if self.draft.items.len() + new.len() > limit {
            return Err(OrderError::TooManyItems(limits::ITEMS));
        }
        let groups = self.upsert_groups(&new).await?;
        let mut items = Vec::with_capacity(new.len());
        for item in new {
            let group_id = groups.get(&shop_key(&item)).copied().ok_or(OrderError::Stale)?;
            items.push(self.new_item(item, group_id, import_id));
        }
        self.write(items.into_iter(), None).await?;
        self.reload().await
    }

    /// Adds the items of another order of the client, without what the agent and the warehouse did with them. A piece costs what it
    /// cost there; parts of an item that was split are one item again.
    pub(in crate::orders) async fn copy(&mut self, items: Vec<ItemWithGroup>, via: Origin) -> Result<(), OrderError> {
        let shops = items.iter().filter_map(|(_, group)| group.as_ref());
        let shops: HashMap<&str, &group::Model> = shops.map(|group| (group.shop_key.as_str(), group)).collect();
        let new_groups = shops.values().map(|group| {
            self.new_group(
                group.shop_key.clone(),
                group.shop_name.clone(),
                group.shop_url.clone(),
                group.marketplace.clone(),
            )
        });
        let groups = self.ensure_groups(new_groups.collect()).await?;
        let mut copies: Vec<item::Model> = Vec::with_capacity(items.len());
        for (source, group) in items {
            let shop_key = group.map(|group| group.shop_key).unwrap_or_default();
            let group_id = groups.get(&shop_key).copied().ok_or(OrderError::Stale)?;
            let copy = self.copied(source, group_id, via);
            let is_part = |other: &&mut item::Model| {
                (
                    &other.url,
                    &other.variant,
                    &other.sku_id,
                    other.price_minor,
                    other.price_per,
                    other.group_id,
                ) == (
                    &copy.url,
                    &copy.variant,
                    &copy.sku_id,
                    copy.price_minor,
                    copy.price_per,
                    copy.group_id,
                ) && (other.currency, &other.title) == (copy.currency, &copy.title)
            };
            match copies.iter_mut().find(is_part) {
                Some(whole) => whole.quantity = whole.quantity.saturating_add(copy.quantity).min(MAX_QUANTITY),
                None => copies.push(copy),
            }
        }
        let rows = copies.into_iter().map(|copy| {
            let shown = to_active_model(&copy);
            item::ActiveModel {
                id: NotSet,
                min_quantity: Set(copy.min_quantity),
                options: Set(copy.options),
                sku_id: Set(copy.sku_id),
                images: Set(copy.images),
                unit_weight_grams: Set(copy.unit_weight_grams),
                unit_size_mm: Set(copy.unit_size_mm),
                ..shown
            }
        });
        self.write(rows, None).await?;
        self.reload().await
    }

    /// A new item like one of another order.
    fn copied(&self, source: item::Model, group_id: GroupId, via: Origin) -> item::Model {
        let price = views::effective_price(&source);
        item::Model {
            order_id: self.draft.order.id,
            group_id,
            status: ItemStatus::New,
            price_minor: price.price.minor,
            price_per: price.per,
            currency: price.price.currency,
            quantity: views::effective_quantity(&source),
            source: via,
            import_id: None,
            version: 1,
            created_at: self.now,
            updated_at: self.now,
            ..source
        }
    }

    /// Removes the items that an import added. Items of a submitted order that have been worked on since stay.
    pub async fn remove_import(&mut self, import_id: ImportId) -> Result<(), OrderError> {
        let with_services = item_service::Entity::find()
            .select_only()
            .column(item_service::Column::ItemId)
            .filter(item_service::Column::OrderId.eq(self.draft.order.id));
        let is_untouched = Condition::all()
            .add(item::Column::Status.eq(ItemStatus::New))
            .add(item::Column::AgentPriceMinor.is_null())
            .add(item::Column::AgentQuantity.is_null())
            .add(item::Column::Id.not_in_subquery(with_services.into_query()));
        let delete = item::Entity::delete_many()
            .filter(item::Column::OrderId.eq(self.draft.order.id))
            .filter(item::Column::ImportId.eq(import_id))
            .filter(match self.side {
                Side::Client => Condition::all(),
                Side::Staff | Side::System => is_untouched,
            });
        self.rows.delete_where(delete).await?;
        self.reload().await
    }

    async fn reload(&mut self) -> Result<(), OrderError> {
        let items = item_rows::items_with_groups(self.rows, self.draft.order.id).await?;
        (self.draft.items, self.draft.shops) = split_shop_names(items);
        Ok(())
    }

    /// Recalculates the order's totals and writes the history event.
    pub async fn finish(
        self,
        actor: &Actor,
        client_name: &str,
        event: HistoryEvent,
        file: String,
        changes: Vec<FieldChange>,
    ) -> Result<(), OrderError> {
        recalculate_order(self.rows, &self.draft, client_name, self.now).await?;
        if self.side == Side::Staff {
            // The shipping within China of a shop counts again if its items were gone.
            let opened_at = Func::coalesce([Expr::col(order::Column::PricingOpenedAt), Expr::value(self.now)]);
            let update = total::recalculate(order::Entity::update_many())
                .col_expr(order::Column::PricingOpenedAt, opened_at.into())
                .filter(order::Column::Id.eq(self.draft.order.id));
            let update = activity::count_activity(update, Side::Staff, Expr::value(self.now));
            self.rows.update_count(update).await?;
        }
        let event = Event::fields_changed(event, None, file, changes);
        history::write(self.rows, &self.draft.order, actor, event, self.now).await?;
        Ok(())
    }

    /// Inserts or updates items in chunks: the values of a statement take several times the memory of the items.
    async fn write(
        &self,
        items: impl Iterator<Item = item::ActiveModel> + Send,
        on_conflict: Option<&OnConflict>,
    ) -> Result<(), OrderError> {
        let mut items = items.peekable();
        while items.peek().is_some() {
            let chunk: Vec<_> = items.by_ref().take(CHUNK).collect();
            self.rows.insert_many(chunk, on_conflict.cloned()).await?;
        }
        Ok(())
    }

    /// Group ids by shop key. Creates the missing groups.
    async fn upsert_groups(&self, new: &[CheckedItem]) -> Result<HashMap<String, GroupId>, OrderError> {
        let mut shops: HashMap<String, &CheckedItem> = HashMap::new();
        for item in new {
            shops.entry(shop_key(item)).or_insert(item);
        }
        let new_groups = shops.into_iter().map(|(shop_key, item)| {
            self.new_group(
                shop_key,
                item.shop_name.clone(),
                item.shop_url.clone(),
                item.marketplace.clone(),
            )
        });
        self.ensure_groups(new_groups.collect()).await
    }

    fn new_group(
        &self,
        shop_key: String,
        shop_name: String,
        shop_url: Option<String>,
        marketplace: Option<String>,
    ) -> group::ActiveModel {
        group::ActiveModel {
            id: NotSet,
            agent_id: Set(self.draft.order.agent_id),
            client_id: Set(self.draft.order.client_id),
            order_id: Set(self.draft.order.id),
            shop_key: Set(shop_key),
            shop_name: Set(shop_name),
            shop_url: Set(shop_url),
            marketplace: Set(marketplace),
            domestic_minor: Set(0),
            created_at: Set(self.now),
            updated_at: Set(self.now),
        }
    }

    /// Creates the groups that are missing. Returns the ids of all groups by shop key.
    async fn ensure_groups(&self, missing: Vec<group::ActiveModel>) -> Result<HashMap<String, GroupId>, OrderError> {
        let mut missing = missing.into_iter().peekable();
        while missing.peek().is_some() {
            let chunk: Vec<_> = missing.by_ref().take(CHUNK).collect();
            let on_conflict = OnConflict::columns([group::Column::OrderId, group::Column::ShopKey])
                .do_nothing()
                .to_owned();
            self.rows.insert_many(chunk, Some(on_conflict)).await?;
        }
        let select = group::Entity::find().filter(group::Column::OrderId.eq(self.draft.order.id));
        let groups = self.rows.all(select).await?;
        Ok(groups.into_iter().map(|group| (group.shop_key, group.id)).collect())
    }

    fn new_item(&self, item: CheckedItem, group_id: GroupId, import_id: ImportId) -> item::ActiveModel {
        item::ActiveModel {
            agent_id: Set(self.draft.order.agent_id),
            client_id: Set(self.draft.order.client_id),
            order_id: Set(self.draft.order.id),
            group_id: Set(group_id),
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
            source: Set(Origin::Import),
            import_id: Set(Some(import_id)),
            version: Set(1),
            created_at: Set(self.now),
            updated_at: Set(self.now),
            ..Default::default()
        }
    }
}

/// The columns that an item of a draft has. The agent's columns are not set in a draft.
fn to_active_model(item: &item::Model) -> item::ActiveModel {
    item::ActiveModel {
        id: Unchanged(item.id),
        agent_id: Set(item.agent_id),
        client_id: Set(item.client_id),
        order_id: Set(item.order_id),
        group_id: Set(item.group_id),
        status: Set(item.status),
        title: Set(item.title.clone()),
        url: Set(item.url.clone()),
        marketplace: Set(item.marketplace.clone()),
        external_id: Set(item.external_id.clone()),
        variant: Set(item.variant.clone()),
        image_url: Set(item.image_url.clone()),
        price_minor: Set(item.price_minor),
        price_per: Set(item.price_per),
        currency: Set(item.currency),
        price_uncertain: Set(item.price_uncertain),
        quantity: Set(item.quantity),
        comment: Set(item.comment.clone()),
        source: Set(item.source),
        import_id: Set(item.import_id),
        version: Set(item.version),
        created_at: Set(item.created_at),
        updated_at: Set(item.updated_at),
        ..Default::default()
    }
}
