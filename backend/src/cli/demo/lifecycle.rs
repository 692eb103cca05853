//! Moves demo orders through their lifecycle. Every step calls the real operation in its own transaction.

use super::{
    purchasing,
    requests::top_up,
    steps::{DemoClient, DemoResult, actor, begin_as_agent, begin_as_client, staff},
    warehouse,
};
use books::rates::Rates;
use chrono::{DateTime, Duration, Utc};
use entities::order_item as item;
use logistics::shipments::{client_actions, contents, deliveries, places, reweighings, staff_actions};
use platform::{scope::ScopedConnection, state::AppState};
use sea_orm::{QueryOrder, entity::prelude::*};
use shared_types::{
    fixed::Rate,
    id::{ItemId, OrderId},
    items::{ItemMove, ItemMoves, ItemStatus},
    money::{Currency, Money, PriceText},
    orders::{OrderMove, OrderStatus, OrderType, PayRequest, QuoteRequest, Side},
    shipments::{
        CashReceipt, DeliveryChange, DeliveryLoad, DeliveryMove, NewPlaces, NewReweighing, NewShipment, ShipmentChange,
        ShipmentMove, ShipmentPayRequest, ShipmentStep,
    },
};
use trade::orders::{calculation, client_limits, money, pricing, purchases, transitions};

/// Rubles for one yuan in the demo.
const RATE: &str = "12.45";

/// An order and the data needed to move it.
pub(super) struct OrderFlow<'a> {
    pub(super) state: &'a AppState,
    pub(super) client: &'a DemoClient,
    pub(super) order: OrderId,
    pub(super) kind: OrderType,
    pub(super) index: usize,
}

impl OrderFlow<'_> {
    /// Moves the order to the given status, nine hours per step.
    pub(super) async fn move_to(&self, target: OrderStatus, start: DateTime<Utc>) -> DemoResult<()> {
        use OrderStatus::{Canceled, Draft, Expected, Paid, Purchased, Purchasing, Quoted, Submitted};
        let at = |step: i32| start + Duration::hours(9) * step;
        if target == Draft {
            return Ok(());
        }
        self.client_move(OrderMove::Submit, at(1)).await?;
        if target == Submitted {
            return Ok(());
        }
        if target == Canceled {
            let tx = begin_as_agent(self.state, self.client).await?;
            money::cancel(&tx, &staff(), self.order, Some("Товара нет в продаже"), at(2)).await?;
            tx.commit().await?;
            return Ok(());
        }
        if self.kind == OrderType::SelfBuyout {
            let tx = begin_as_agent(self.state, self.client).await?;
            pricing::expect_self_buyout(&tx, &staff(), self.order, at(2)).await?;
            tx.commit().await?;
            if target == Expected {
                return Ok(());
            }
        } else {
            self.quote(at(2)).await?;
            if target == Quoted {
                return Ok(());
            }
            self.pay(at(3)).await?;
            if target == Paid {
                return Ok(());
            }
            let items = self.item_ids().await?;
            // An order in purchasing has all items bought but the last.
            let bought = if target == Purchasing {
                &items[..items.len() - 1]
            } else {
                &items[..]
            };
            if bought.is_empty() {
                let tx = begin_as_agent(self.state, self.client).await?;
                transitions::perform(&tx, &staff(), self.order, OrderMove::StartPurchase, None, at(4)).await?;
                tx.commit().await?;
            } else {
                self.move_items(ItemMove::Buy, bought, at(4)).await?;
            }
            if target == Purchasing || target == Purchased {
                return Ok(());
            }
            self.move_items(ItemMove::Send, &items, at(5)).await?;
        }
        let items = self.item_ids().await?;
        self.move_items(ItemMove::Receive, &items, at(6)).await?;
        if self.index.is_multiple_of(2) {
            let at = at(6) + Duration::hours(1);
            Box::pin(warehouse::add_photos(self.state, self.client, self.order, at)).await?;
        }
        self.ship(target, &items, at(7)).await
    }

    async fn client_move(&self, step: OrderMove, at: DateTime<Utc>) -> DemoResult<()> {
        let tx = begin_as_client(self.state, self.client).await?;
        let client = actor(Side::Client, self.client.name);
        transitions::perform(&tx, &client, self.order, step, None, at).await?;
        tx.commit().await?;
        Ok(())
    }

    async fn quote(&self, at: DateTime<Utc>) -> DemoResult<()> {
        let tx = begin_as_agent(self.state, self.client).await?;
        let request = QuoteRequest {
            rate: Rate::parse(RATE).ok(),
            comment: self
                .index
                .is_multiple_of(4)
                .then(|| "Доставка по Китаю уточнится после взвешивания".to_owned()),
            amount: None,
        };
        pricing::quote(&tx, &staff(), self.order, &request, Rates::default(), at).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Pays from the ruble balance. Tops it up first if it is too low, by whole thousands.
    async fn pay(&self, at: DateTime<Utc>) -> DemoResult<()> {
        let scope = self.state.system().enter_client(self.client.agent, self.client.id);
        let today = calculation::RateContext {
            system: self.state.system(),
            now: at,
        };
        let order = client_limits::find_with_client(&scope, self.order).await?;
        let money = calculation::order_money(&scope, &scope.ledger(), order, &today, |_| true).await?;
        let ruble_option = money
            .pay_from
            .iter()
            .find(|option| option.amount.currency == Currency::Rub);
        let (Some(option), Some(quote)) = (ruble_option, money.quote.as_ref()) else {
            return Err("a quoted order has no sum in rubles".into());
        };
        if !option.suffices {
            let missing = (option.amount.minor - option.balance.minor) / 100_000 + 1;
            let amount = (missing * 1000).to_string();
            top_up(self.state, self.client, &amount, Currency::Rub, at - Duration::hours(4)).await?;
        }
        let tx = begin_as_client(self.state, self.client).await?;
        let client = actor(Side::Client, self.client.name);
        let request = PayRequest {
            quote_id: quote.id,
            amount: option.amount,
        };
        money::pay(&tx, &client, self.order, request, at).await?;
        tx.commit().await?;
        Ok(())
    }

    async fn item_ids(&self) -> DemoResult<Vec<ItemId>> {
        let scope = self.state.system().enter_agent(self.client.agent);
        let select = item::Entity::find()
            .filter(item::Column::OrderId.eq(self.order.0))
            .order_by_asc(item::Column::Id);
        let items = scope.all(select).await?;
        Ok(items
            .iter()
            .filter(|item| item.status != ItemStatus::Refused)
            .map(|item| item.id)
            .collect())
    }

    async fn move_items(&self, step: ItemMove, items: &[ItemId], at: DateTime<Utc>) -> DemoResult<()> {
        let purchase = if step == ItemMove::Buy {
            let scope = self.state.system().enter_agent(self.client.agent);
            purchasing::seller_payment(&scope, items, self.index).await?
        } else {
            None
        };
        let tx = begin_as_agent(self.state, self.client).await?;
        let number = self.order.0 * 7919;
        let body = ItemMoves {
            step,
            items: items.to_vec(),
            reason: None,
            marketplace_order_number: (step == ItemMove::Buy).then(|| format!("28475{number:08}")),
            price: None,
            prices: Vec::new(),
            purchase,
            domestic_track: (step == ItemMove::Send).then(|| format!("SF10{number:08}")),
            cell: (step == ItemMove::Receive)
                .then(|| format!("{}-{}", ["A", "B", "C"][self.index % 3], self.index % 24 + 1)),
            counted_quantity: None,
            rest_later: false,
        };
        purchases::perform_move(&tx, &staff(), &body, at).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Ships received items. For orders that should not reach `shipped`, some stay in the warehouse and some in a shipment that
    /// is being packed or waits for payment.
    async fn ship(&self, target: OrderStatus, items: &[ItemId], at: DateTime<Utc>) -> DemoResult<()> {
        let is_shipped = matches!(target, OrderStatus::Shipped | OrderStatus::Accepted);
        if !is_shipped && self.index.is_multiple_of(3) {
            return Ok(());
        }
        let tx = begin_as_agent(self.state, self.client).await?;
        let new = NewShipment {
            client_id: self.client.id,
            items: items.to_vec(),
        };
        let id = contents::create(&tx, &staff(), &new, at).await?.id;
        tx.commit().await?;
        if !is_shipped && self.index % 3 == 1 {
            return Ok(());
        }
        let grams = i64::try_from(items.len()).unwrap_or(1) * 1350 + 400;
        let tx = begin_as_agent(self.state, self.client).await?;
        if is_shipped && self.index.is_multiple_of(2) {
            let boxes = NewPlaces {
                count: Some(2),
                weight_grams: Some(grams / 2),
                length_mm: Some(400),
                width_mm: Some(300),
                height_mm: Some(250),
            };
            places::add(&tx, &staff(), id, &boxes, at).await?;
        } else {
            let change = ShipmentChange {
                weight_grams: Some(grams),
                volume_cm3: Some(grams * 5),
                places: Some(1),
                ..ShipmentChange::default()
            };
            staff_actions::update(&tx, &staff(), id, &change, None, at).await?;
        }
        let plain_step = |step| ShipmentStep {
            step,
            reason: None,
            cost: None,
            currency: None,
            rate: None,
        };
        staff_actions::apply_move(&tx, &staff(), id, &plain_step(ShipmentMove::Pack), None, at).await?;
        let quote = ShipmentStep {
            cost: Some(PriceText((grams * 28 / 1000 + 30).to_string())),
            rate: Rate::parse(RATE).ok(),
            ..plain_step(ShipmentMove::Quote)
        };
        let quoted = staff_actions::apply_move(&tx, &staff(), id, &quote, None, at).await?;
        tx.commit().await?;
        if !is_shipped {
            return Ok(());
        }
        let client = actor(Side::Client, self.client.name);
        let tx = begin_as_client(self.state, self.client).await?;
        let request = ShipmentPayRequest {
            version: quoted.version,
            amount: Money::new(quoted.cost_rub_minor.unwrap_or_default(), Currency::Rub),
        };
        client_actions::choose_cod(&tx, &client, id, request, at + Duration::hours(3)).await?;
        tx.commit().await?;
        let tx = begin_as_agent(self.state, self.client).await?;
        let change = DeliveryChange {
            track: Some(format!("CARGO-{:04}", self.index * 17)),
            carrier: Some("Восток Карго".to_owned()),
            route: Some("广州 → Уссурийск → Москва".to_owned()),
            cost: Some(Some(Money::new(68_000, Currency::Cny))),
            cost_split: None,
            expected_on: Some(Some((at + Duration::days(24)).date_naive())),
        };
        let delivery = deliveries::create(&tx, &staff(), &change, at).await?.id;
        deliveries::load(&tx, delivery, &DeliveryLoad { shipments: vec![id] }, at).await?;
        deliveries::apply_move(
            &tx,
            &staff(),
            delivery,
            (DeliveryMove::Depart, &[]),
            at + Duration::hours(8),
        )
        .await?;
        if target == OrderStatus::Accepted {
            deliveries::apply_move(
                &tx,
                &staff(),
                delivery,
                (DeliveryMove::Arrive, &[]),
                at + Duration::hours(90),
            )
            .await?;
        }
        if target == OrderStatus::Shipped && self.index.is_multiple_of(2) {
            // The carrier's scale shows more than the tolerance: the client is asked.
            let weighed = NewReweighing {
                weight_grams: grams * 6 / 5,
                volume_cm3: None,
                places: None,
                cost: PriceText((grams * 34 / 1000 + 36).to_string()),
                note: Some("Весы перевозчика: добавили обрешётку".to_owned()),
            };
            reweighings::create(
                &tx,
                &staff(),
                id,
                (&weighed, None),
                &Rates::default(),
                at + Duration::hours(20),
            )
            .await?;
        }
        tx.commit().await?;
        if target == OrderStatus::Accepted {
            let tx = begin_as_client(self.state, self.client).await?;
            let accepted = client_actions::accept(&tx, &client, id, at + Duration::hours(100)).await?;
            tx.commit().await?;
            // Of each third delivered shipment, the cash has not been handed in yet.
            if !self.index.is_multiple_of(3) {
                let tx = begin_as_agent(self.state, self.client).await?;
                let receipt = CashReceipt {
                    version: accepted.version,
                    amount: request.amount,
                };
                staff_actions::receive_cash(&tx, &staff(), id, receipt, at + Duration::hours(101)).await?;
                tx.commit().await?;
            }
        }
        Ok(())
    }
}
