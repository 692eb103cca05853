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
    item_rows, total,
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
    items::ItemStatus,
    orders::{FieldChange, HistoryEvent, Origin, Side, limits},
};
use std::collections::HashMap;

/// Items per statement. SQLite allows 32,766 values, and the connection caches the statement with its values.
const CHUNK: usize = 400;

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
        let mut missing = Vec::with_capacity(shops.len());
        for (shop_key, item) in shops {
            missing.push(group::ActiveModel {
                id: NotSet,
                agent_id: Set(self.draft.order.agent_id),
                client_id: Set(self.draft.order.client_id),
                order_id: Set(self.draft.order.id),
                shop_key: Set(shop_key),
                shop_name: Set(item.shop_name.clone()),
                shop_url: Set(item.shop_url.clone()),
                marketplace: Set(item.marketplace.clone()),
                domestic_minor: Set(0),
                created_at: Set(self.now),
                updated_at: Set(self.now),
            });
        }
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
