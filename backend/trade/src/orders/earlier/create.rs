//! Creation of the orders of a sheet: all of them in one transaction.

use super::{
    check::{self, Candidate, NewOrder},
    payment,
    undo::view,
};
use crate::orders::{
    OrderError,
    create::{OrderFields, assignee, new_row},
    history::{self, Actor, Event},
    index_text, items, total,
};
use books::rates::{self, Rates, RatesOf};
use chrono::{DateTime, NaiveTime, Utc};
use entities::{imported_order, order, order_group as group, order_import, order_item as item};
use people::{clients, recipients};
use platform::{
    db::{UniqueConstraint, is_unique_violation},
    scope::{LedgerAccess, SystemScope},
};
use sea_orm::{ActiveValue::NotSet, Set};
use shared_types::{
    fields::{FieldErrors, Rule},
    id::{ClientId, EntryId, OrderImportId, StaffId},
    items::ItemStatus,
    money::Currency,
    orders::{EarlierResult, EarlierRow, EarlierStage, HistoryEvent, OrderStatus, OrderType},
};
use std::collections::{BTreeMap, btree_map::Entry};

/// A number is imported once, also by two people at the same time.
const UNIQUE_NUMBER: UniqueConstraint = UniqueConstraint {
    name: "uq_imported_orders_agent_id_earlier_number",
    columns: "imported_orders.agent_id, imported_orders.earlier_number",
};

/// The person who imports, with the scope of rates.
pub(super) struct Importer<'a> {
    pub(super) actor: Actor,
    pub(super) staff_id: StaffId,
    pub(super) system: &'a SystemScope,
    pub(super) now: DateTime<Utc>,
}

impl Importer<'_> {
    /// Creates the orders without errors, and returns the others.
    pub(super) async fn import(
        &self,
        tx: &impl LedgerAccess,
        sheet: Vec<EarlierRow>,
    ) -> Result<EarlierResult, OrderError> {
        let sheet = sheet.into_iter().map(|row| (row, FieldErrors::default())).collect();
        let (mut new, mut refused) = (Vec::new(), Vec::new());
        for Candidate { shown, new: order } in check::check(tx, sheet, self.now).await? {
            match order {
                Some(order) => new.push(order),
                None if shown.is_faulty() => refused.push(shown),
                None => {}
            }
        }
        if new.is_empty() {
            return Ok(EarlierResult { import: None, refused });
        }
        let import = order_import::ActiveModel {
            id: NotSet,
            agent_id: NotSet,
            actor_user_id: Set(self.actor.user_id),
            actor_name: Set(self.actor.name.clone()),
            orders_count: Set(i64::try_from(new.len()).unwrap_or(i64::MAX)),
            undone_at: Set(None),
            created_at: Set(self.now),
        };
        let import = tx.insert(import).await?;
        // Clients are locked in one order, so that two imports don't wait for each other in a circle.
        new.sort_by_key(|order| order.client.id);
        let mut rates = BTreeMap::new();
        for order in new {
            self.create(tx, import.id, order, &mut rates).await?;
        }
        Ok(EarlierResult {
            import: Some(view(import)),
            refused,
        })
    }

    async fn create(
        &self,
        tx: &impl LedgerAccess,
        import_id: OrderImportId,
        new: NewOrder,
        rates: &mut BTreeMap<ClientId, Rates>,
    ) -> Result<(), OrderError> {
        let (order, groups) = self.insert_order(tx, &new).await?;
        let items = new.items.iter().map(|(checked, stage)| {
            let group = groups.get(&items::shop_key(checked)).ok_or(OrderError::Stale)?;
            let status = item_status(*stage, order.status);
            let is_received = status == ItemStatus::AtWarehouse;
            Ok(item::ActiveModel {
                status: Set(status),
                counted_quantity: Set(is_received.then_some(checked.quantity)),
                ..items::new_row(&order, group, checked.clone(), &self.actor, self.now)?
            })
        });
        let items: Vec<_> = items.collect::<Result<_, OrderError>>()?;
        tx.insert_many(items, None).await?;
        let events = vec![
            (&order, Event::new(HistoryEvent::Created, None, new.number.clone())),
            (&order, Event::moved(OrderStatus::Draft, order.status, None)),
        ];
        history::write_quietly(tx, &self.actor, events, self.now).await?;
        let entry_id = payment::credit(tx, &self.actor, &order, &new, self.now).await?;
        let order = if new.is_paid() {
            let rates = self.rates_of(tx, &new, rates).await?;
            payment::pay(tx, &self.actor, order, &new, rates, self.now).await?
        } else {
            total::update(tx, &order, self.now).await?
        };
        self.keep_number(tx, import_id, &order, new.number, entry_id).await
    }

    /// Inserts the order and the groups of its shops.
    async fn insert_order(
        &self,
        tx: &impl LedgerAccess,
        new: &NewOrder,
    ) -> Result<(order::Model, BTreeMap<String, group::Model>), OrderError> {
        let client_id = new.client.id;
        let client = clients::next_order_number(tx, client_id)
            .await?
            .ok_or(OrderError::NotFound)?;
        let recipient = recipients::copy_default(tx, client_id, self.now).await?;
        let fields = OrderFields::by_staff(OrderType::Standard, new.number.clone(), String::new(), recipient);
        let mut text = index_text::order_text(&client.number, &new.number, &client.name);
        for (item, _) in &new.items {
            text.push(' ');
            text.push_str(&index_text::item_text(
                &item.title,
                item.variant.as_deref(),
                item.external_id.as_deref(),
                None,
            ));
        }
        let created_at = new.day.map_or(self.now, |day| day.and_time(NaiveTime::MIN).and_utc());
        let row = order::ActiveModel {
            status: Set(new.status),
            currency: Set(new.goods.currency),
            search_text: Set(text),
            items_count: Set(i32::try_from(new.items.len()).unwrap_or(i32::MAX)),
            assigned_staff_id: Set(Some(assignee(tx, client.manager_staff_id, self.staff_id).await?)),
            submitted_at: Set(Some(self.now)),
            pricing_opened_at: Set(Some(self.now)),
            created_at: Set(created_at.min(self.now)),
            ..new_row(client_id, &client, fields, &self.actor, self.now)?
        };
        let order = tx.insert(row).await?;
        let mut groups = BTreeMap::new();
        for (item, _) in &new.items {
            if let Entry::Vacant(group) = groups.entry(items::shop_key(item)) {
                group.insert(items::upsert_group(tx, &order, item, self.now).await?);
            }
        }
        Ok((order, groups))
    }

    /// The rates of the client, for a sum that names no rate of its own.
    async fn rates_of<'r>(
        &self,
        tx: &impl LedgerAccess,
        new: &NewOrder,
        rates: &'r mut BTreeMap<ClientId, Rates>,
    ) -> Result<Option<&'r Rates>, OrderError> {
        let client_id = new.client.id;
        let needs_rate = new.sum.currency == new.goods.currency && new.sum.currency != Currency::Rub;
        if needs_rate && !rates.contains_key(&client_id) {
            rates.insert(
                client_id,
                rates::load(tx, self.system, RatesOf::Client(client_id), self.now).await?,
            );
        }
        Ok(rates.get(&client_id))
    }

    async fn keep_number(
        &self,
        tx: &impl LedgerAccess,
        import_id: OrderImportId,
        order: &order::Model,
        earlier_number: String,
        entry_id: Option<EntryId>,
    ) -> Result<(), OrderError> {
        let row = imported_order::ActiveModel {
            id: NotSet,
            agent_id: Set(order.agent_id),
            client_id: Set(order.client_id),
            import_id: Set(import_id),
            order_id: Set(order.id),
            earlier_number: Set(earlier_number),
            order_version: Set(order.version),
            entry_id: Set(entry_id),
        };
        match tx.insert(row).await {
            Ok(_) => Ok(()),
            Err(error) if is_unique_violation(&error, UNIQUE_NUMBER) => {
                Err(FieldErrors::single("rows", Rule::Taken).into())
            }
            Err(error) => Err(error.into()),
        }
    }
}

/// The status of an item. An item that is not paid is to be bought if its order is paid.
fn item_status(stage: EarlierStage, order: OrderStatus) -> ItemStatus {
    match stage {
        _ if order == OrderStatus::Submitted => ItemStatus::New,
        EarlierStage::Submitted | EarlierStage::Paid | EarlierStage::LeftOut => ItemStatus::Approved,
        EarlierStage::Bought => ItemStatus::Bought,
        EarlierStage::Sent => ItemStatus::Sent,
        EarlierStage::AtWarehouse => ItemStatus::AtWarehouse,
    }
}
