//! Many lines at once: the invariants of [`super::add`], in a few statements however many lines there are.

use super::{
    Checked,
    change::{open, settle},
    rules::shop_key,
};
use crate::{
    orders::{
        OrderError,
        entity::{group, item, order},
        history::{self, Actor, Event},
    },
    platform::scope::Rows,
};
use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::{self, NotSet, Set, Unchanged},
    entity::prelude::*,
    sea_query::OnConflict,
};
use shared_types::{
    id::OrderId,
    items::ItemStatus,
    orders::{FieldChange, HistoryEvent, Via, limits},
};
use std::collections::HashMap;

/// Lines of one statement. `SQLite` takes 32,766 values, and a connection keeps the statement with all it was given.
const CHUNK: usize = 400;

/// A draft opened for many changes: locked, with its lines.
pub struct Bulk<'a, R> {
    rows: &'a R,
    order: order::Model,
    lines: Vec<item::Model>,
    now: DateTime<Utc>,
}

impl<'a, R: Rows> Bulk<'a, R> {
    /// Opens a draft.
    pub async fn open(rows: &'a R, id: OrderId, now: DateTime<Utc>) -> Result<Self, OrderError> {
        let (order, lines) = open(rows, id).await?;
        Ok(Self {
            rows,
            order,
            lines,
            now,
        })
    }

    /// The lines, oldest first.
    pub fn lines(&self) -> &[item::Model] {
        &self.lines
    }

    /// Writes changed lines in the place of those with the same ids; unknown ids are left out.
    pub async fn replace(&mut self, changed: Vec<item::Model>) -> Result<(), OrderError> {
        let places: HashMap<i64, usize> = self.lines.iter().enumerate().map(|(at, line)| (line.id, at)).collect();
        let mut known = Vec::with_capacity(changed.len());
        for line in changed {
            if let Some(at) = places.get(&line.id) {
                known.push(*at);
                self.lines[*at] = line;
            }
        }
        let there = OnConflict::column(item::Column::Id)
            .update_columns([
                item::Column::Title,
                item::Column::PriceMinor,
                item::Column::Currency,
                item::Column::Quantity,
                item::Column::Comment,
                item::Column::ImageUrl,
                item::Column::Version,
                item::Column::UpdatedAt,
            ])
            .to_owned();
        let changed = known.into_iter().map(|at| &self.lines[at]);
        self.write(changed, |line| Unchanged(line.id), Some(&there)).await
    }

    /// Adds lines as an import's.
    pub async fn add(&mut self, new: Vec<Checked>, import_id: i64) -> Result<(), OrderError> {
        let most = usize::try_from(limits::ITEMS).unwrap_or(usize::MAX);
        if self.lines.len() + new.len() > most {
            return Err(OrderError::Full(limits::ITEMS));
        }
        let groups = self.groups(&new).await?;
        let before = self.lines.len();
        for line in new {
            let group_id = groups.get(&shop_key(&line)).copied().ok_or(OrderError::Stale)?;
            let model = self.model(line, group_id, import_id);
            self.lines.push(model);
        }
        self.write(self.lines.iter().skip(before), |_| NotSet, None).await
    }

    /// Removes the lines that an import added.
    pub async fn remove_of(&mut self, import_id: i64) -> Result<u64, OrderError> {
        let delete = item::Entity::delete_many()
            .filter(item::Column::OrderId.eq(self.order.id))
            .filter(item::Column::ImportId.eq(import_id));
        self.lines.retain(|line| line.import_id != Some(import_id));
        Ok(self.rows.delete_where(delete).await?)
    }

    /// Makes the order's totals anew and writes what happened.
    pub async fn settle(
        self,
        actor: &Actor,
        client_name: &str,
        event: HistoryEvent,
        file: String,
        changes: Vec<FieldChange>,
    ) -> Result<(), OrderError> {
        settle(self.rows, &self.order, client_name, &self.lines, self.now).await?;
        let event = Event::changed(event, None, file, changes);
        history::write(self.rows, &self.order, actor, event, self.now).await?;
        Ok(())
    }

    /// Writes lines, a chunk at a time: what a statement takes is several times larger than what it is made of.
    async fn write(
        &self,
        lines: impl Iterator<Item = &item::Model> + Send,
        id: fn(&item::Model) -> ActiveValue<i64>,
        there: Option<&OnConflict>,
    ) -> Result<(), OrderError> {
        let mut lines = lines.peekable();
        while lines.peek().is_some() {
            let chunk: Vec<_> = lines.by_ref().take(CHUNK).map(|line| active(line, id(line))).collect();
            self.rows.insert_many(chunk, there.cloned()).await?;
        }
        Ok(())
    }

    /// The groups of the shops, by their keys; those that are missing are made.
    async fn groups(&self, new: &[Checked]) -> Result<HashMap<String, i64>, OrderError> {
        let mut shops: HashMap<String, &Checked> = HashMap::new();
        for line in new {
            shops.entry(shop_key(line)).or_insert(line);
        }
        let mut missing = Vec::with_capacity(shops.len());
        for (shop_key, line) in shops {
            missing.push(group::ActiveModel {
                id: NotSet,
                agent_id: Set(self.order.agent_id),
                client_id: Set(self.order.client_id),
                order_id: Set(self.order.id),
                shop_key: Set(shop_key),
                shop_name: Set(line.shop_name.clone()),
                shop_url: Set(line.shop_url.clone()),
                marketplace: Set(line.marketplace.clone()),
                domestic_minor: Set(0),
                created_at: Set(self.now),
                updated_at: Set(self.now),
            });
        }
        let mut missing = missing.into_iter().peekable();
        while missing.peek().is_some() {
            let chunk: Vec<_> = missing.by_ref().take(CHUNK).collect();
            let there = OnConflict::columns([group::Column::OrderId, group::Column::ShopKey])
                .do_nothing()
                .to_owned();
            self.rows.insert_many(chunk, Some(there)).await?;
        }
        let all = group::Entity::find().filter(group::Column::OrderId.eq(self.order.id));
        let all = self.rows.all(all).await?;
        Ok(all.into_iter().map(|group| (group.shop_key, group.id)).collect())
    }

    fn model(&self, line: Checked, group_id: i64, import_id: i64) -> item::Model {
        item::Model {
            // The database gives the id; nothing reads it before.
            id: 0,
            agent_id: self.order.agent_id,
            client_id: self.order.client_id,
            order_id: self.order.id,
            group_id,
            status: ItemStatus::New.as_str().to_owned(),
            title: line.title,
            url: line.url,
            marketplace: line.marketplace,
            external_id: line.external_id,
            variant: line.variant,
            image_url: line.image_url,
            price_minor: line.price.minor,
            currency: line.price.currency.code().to_owned(),
            price_uncertain: line.price_uncertain,
            quantity: line.quantity,
            comment: line.comment,
            agent_price_minor: None,
            agent_currency: None,
            agent_quantity: None,
            agent_comment: None,
            refuse_reason: None,
            marketplace_order_number: None,
            domestic_track: None,
            cell: None,
            counted_quantity: None,
            weight_grams: None,
            volume_cm3: None,
            agent_bought_minor: None,
            problem_reason: None,
            refunded_minor: 0,
            source: Via::Import.as_str().to_owned(),
            import_id: Some(import_id),
            version: 1,
            created_at: self.now,
            updated_at: self.now,
        }
    }
}

/// The columns that a draft's line has; what agents write later is not there yet.
fn active(line: &item::Model, id: ActiveValue<i64>) -> item::ActiveModel {
    item::ActiveModel {
        id,
        agent_id: Set(line.agent_id),
        client_id: Set(line.client_id),
        order_id: Set(line.order_id),
        group_id: Set(line.group_id),
        status: Set(line.status.clone()),
        title: Set(line.title.clone()),
        url: Set(line.url.clone()),
        marketplace: Set(line.marketplace.clone()),
        external_id: Set(line.external_id.clone()),
        variant: Set(line.variant.clone()),
        image_url: Set(line.image_url.clone()),
        price_minor: Set(line.price_minor),
        currency: Set(line.currency.clone()),
        price_uncertain: Set(line.price_uncertain),
        quantity: Set(line.quantity),
        comment: Set(line.comment.clone()),
        source: Set(line.source.clone()),
        import_id: Set(line.import_id),
        version: Set(line.version),
        created_at: Set(line.created_at),
        updated_at: Set(line.updated_at),
        ..Default::default()
    }
}
