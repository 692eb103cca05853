//! The life of a demo order after its draft: every step by the operation that people use, in a transaction of its own.

use super::{Account, Done, warehouse};
use crate::{
    items,
    orders::{self, calculation, card, entity::item, history::Actor, money, moves, pricing},
    platform::{
        scope::{AgentWall, ClientWall, Rows, Tx},
        state::AppState,
    },
    rates::Rates,
    shipments::{client_moves, contents, deliveries, staff_moves},
    topups::{requests, wallets},
};
use chrono::{DateTime, Duration, Utc};
use sea_orm::{QueryOrder, entity::prelude::*};
use shared_types::{
    fixed::Rate,
    id::{BalanceRequestId, ClientId, DeliveryId, ItemId, OrderId, ShipmentId},
    items::{ItemMove, ItemMoves, ItemStatus},
    money::{Currency, Money, PriceText},
    orders::{OrderMove, OrderStatus, OrderType, PayRequest, QuoteRequest, Side, Via},
    shipments::{
        DeliveryChange, DeliveryMove, Load, NewShipment, ShipmentChange, ShipmentMove, ShipmentPayRequest, ShipmentStep,
    },
    topups::{Confirmation, NewBalanceRequest, NewWalletTopup, RequestMove, Requisites, Wallet},
};

/// Rubles for a yuan in the demo.
const RATE: &str = "12.45";

/// One order on its way.
pub(super) struct Walk<'a> {
    pub(super) state: &'a AppState,
    pub(super) client: &'a Account,
    pub(super) order: OrderId,
    pub(super) kind: OrderType,
    pub(super) index: usize,
}

fn actor(side: Side, name: &str) -> Actor {
    Actor {
        side,
        user_id: None,
        name: name.to_owned(),
        via: Via::Cabinet,
    }
}

fn staff() -> Actor {
    actor(Side::Staff, "Дмитрий Орлов")
}

async fn as_agent(state: &AppState, client: &Account) -> Done<Tx<AgentWall>> {
    Ok(state.system().enter_agent(client.agent).begin().await?)
}

async fn as_client(state: &AppState, client: &Account) -> Done<Tx<ClientWall>> {
    Ok(state.system().enter_client(client.agent, client.id).begin().await?)
}

/// Puts money on a client's balance the way people do: asked, issued, reported, confirmed.
pub(super) async fn fund(
    state: &AppState,
    client: &Account,
    amount: &str,
    currency: Currency,
    at: DateTime<Utc>,
) -> Done<()> {
    let tx = as_client(state, client).await?;
    let new = NewBalanceRequest {
        amount: PriceText(amount.to_owned()),
        currency,
        comment: None,
    };
    let id = BalanceRequestId(requests::ask(&tx, &new, at).await?.id);
    tx.commit().await?;
    let tx = as_agent(state, client).await?;
    let requisites = Requisites {
        requisites: "Сбербанк, карта 2202 2000 1234 5678, Соколова Анна".to_owned(),
    };
    requests::issue(&tx, id, &requisites, at + Duration::minutes(20)).await?;
    tx.commit().await?;
    let tx = as_client(state, client).await?;
    requests::step(&tx, id, RequestMove::Report, at + Duration::minutes(50)).await?;
    tx.commit().await?;
    let tx = as_agent(state, client).await?;
    requests::confirm(&tx, &staff(), id, &Confirmation::default(), at + Duration::hours(2)).await?;
    tx.commit().await?;
    Ok(())
}

/// Requests that wait for somebody: one to be issued, one to be confirmed, one payment app to be topped up.
pub(super) async fn open_requests(state: &AppState, client: &Account, at: DateTime<Utc>) -> Done<()> {
    for (amount, issued) in [("25000", false), ("8700.50", true)] {
        let tx = as_client(state, client).await?;
        let new = NewBalanceRequest {
            amount: PriceText(amount.to_owned()),
            currency: Currency::Rub,
            comment: Some("с карты Т-Банка".to_owned()),
        };
        let id = BalanceRequestId(requests::ask(&tx, &new, at).await?.id);
        tx.commit().await?;
        if issued {
            let tx = as_agent(state, client).await?;
            let requisites = Requisites {
                requisites: "Т-Банк, +7 999 000-00-01, Анна С.".to_owned(),
            };
            requests::issue(&tx, id, &requisites, at + Duration::minutes(10)).await?;
            tx.commit().await?;
            let tx = as_client(state, client).await?;
            requests::step(&tx, id, RequestMove::Report, at + Duration::minutes(30)).await?;
            tx.commit().await?;
        }
    }
    let tx = as_client(state, client).await?;
    let new = NewWalletTopup {
        wallet: Wallet::Alipay,
        account: "li.wei@example.com".to_owned(),
        amount: PriceText("350".to_owned()),
        comment: None,
    };
    wallets::ask(&tx, &new, at).await?;
    tx.commit().await?;
    Ok(())
}

impl Walk<'_> {
    /// Takes the order to its goal, nine hours a step.
    pub(super) async fn to(&self, goal: OrderStatus, start: DateTime<Utc>) -> Done<()> {
        use OrderStatus::{Canceled, Draft, Expected, Paid, Purchased, Purchasing, Quoted, Submitted};
        let at = |step: i32| start + Duration::hours(9) * step;
        if goal == Draft {
            return Ok(());
        }
        self.client_move(OrderMove::Submit, at(1)).await?;
        if goal == Submitted {
            return Ok(());
        }
        if goal == Canceled {
            let tx = as_agent(self.state, self.client).await?;
            money::cancel(&tx, &staff(), self.order, Some("Товара нет в продаже"), at(2)).await?;
            tx.commit().await?;
            return Ok(());
        }
        if self.kind == OrderType::SelfBuyout {
            let tx = as_agent(self.state, self.client).await?;
            pricing::expect(&tx, &staff(), self.order, at(2)).await?;
            tx.commit().await?;
            if goal == Expected {
                return Ok(());
            }
        } else {
            self.quote(at(2)).await?;
            if goal == Quoted {
                return Ok(());
            }
            self.pay(at(3)).await?;
            if goal == Paid {
                return Ok(());
            }
            let lines = self.lines().await?;
            // Half-way there: all but the last line are bought.
            let bought = if goal == Purchasing {
                &lines[..lines.len() - 1]
            } else {
                &lines[..]
            };
            if bought.is_empty() {
                let tx = as_agent(self.state, self.client).await?;
                moves::make(&tx, &staff(), self.order, OrderMove::StartPurchase, None, at(4)).await?;
                tx.commit().await?;
            } else {
                self.step(ItemMove::Buy, bought, at(4)).await?;
            }
            if goal == Purchasing || goal == Purchased {
                return Ok(());
            }
            self.step(ItemMove::Send, &lines, at(5)).await?;
        }
        let lines = self.lines().await?;
        self.step(ItemMove::Receive, &lines, at(6)).await?;
        if self.index.is_multiple_of(2) {
            let at = at(6) + Duration::hours(1);
            warehouse::photograph(self.state, self.client, self.order, at).await?;
        }
        self.ship(goal, &lines, at(7)).await
    }

    async fn client_move(&self, step: OrderMove, at: DateTime<Utc>) -> Done<()> {
        let tx = as_client(self.state, self.client).await?;
        let client = actor(Side::Client, self.client.name);
        moves::make(&tx, &client, self.order, step, None, at).await?;
        tx.commit().await?;
        Ok(())
    }

    async fn quote(&self, at: DateTime<Utc>) -> Done<()> {
        let tx = as_agent(self.state, self.client).await?;
        let request = QuoteRequest {
            rate: Rate::parse(RATE).ok(),
            comment: self
                .index
                .is_multiple_of(4)
                .then(|| "Доставка по Китаю уточнится после взвешивания".to_owned()),
        };
        pricing::quote(&tx, &staff(), self.order, &request, Rates::default(), at).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Pays from the rubles; what is missing is topped up first, in round thousands.
    async fn pay(&self, at: DateTime<Utc>) -> Done<()> {
        let scope = self.state.system().enter_client(self.client.agent, self.client.id);
        let today = calculation::Today {
            system: self.state.system(),
            now: at,
        };
        let order = card::find(&scope, self.order).await?;
        let money = calculation::money(&scope, &scope.books(), order, &today, |_| true).await?;
        let rubles = money
            .pay_from
            .iter()
            .find(|option| option.amount.currency == Currency::Rub);
        let (Some(option), Some(quote)) = (rubles, money.quote.as_ref()) else {
            return Err("a quoted order has no sum in rubles".into());
        };
        if !option.suffices {
            let missing = (option.amount.minor - option.balance.minor) / 100_000 + 1;
            let amount = (missing * 1000).to_string();
            fund(self.state, self.client, &amount, Currency::Rub, at - Duration::hours(4)).await?;
        }
        let tx = as_client(self.state, self.client).await?;
        let client = actor(Side::Client, self.client.name);
        let seen = PayRequest {
            quote_id: quote.id,
            amount: option.amount,
        };
        money::pay(&tx, &client, self.order, seen, at).await?;
        tx.commit().await?;
        Ok(())
    }

    async fn lines(&self) -> Done<Vec<ItemId>> {
        let scope = self.state.system().enter_agent(self.client.agent);
        let select = item::Entity::find()
            .filter(item::Column::OrderId.eq(self.order.0))
            .order_by_asc(item::Column::Id);
        let lines = scope.all(select).await?;
        Ok(lines
            .iter()
            .filter(|line| orders::views::item_status(&line.status) != ItemStatus::Refused)
            .map(|line| ItemId(line.id))
            .collect())
    }

    async fn step(&self, step: ItemMove, lines: &[ItemId], at: DateTime<Utc>) -> Done<()> {
        let tx = as_agent(self.state, self.client).await?;
        let number = self.order.0 * 7919;
        let body = ItemMoves {
            step,
            items: lines.to_vec(),
            reason: None,
            marketplace_order_number: (step == ItemMove::Buy).then(|| format!("28475{number:08}")),
            price: None,
            domestic_track: (step == ItemMove::Send).then(|| format!("SF10{number:08}")),
            cell: (step == ItemMove::Receive)
                .then(|| format!("{}-{}", ["A", "B", "C"][self.index % 3], self.index % 24 + 1)),
            counted_quantity: None,
        };
        items::moves::make(&tx, &staff(), &body, at).await?;
        tx.commit().await?;
        Ok(())
    }

    /// Some of what is in the warehouse waits, some is in a shipment, the rest is on its way or has come.
    async fn ship(&self, goal: OrderStatus, lines: &[ItemId], at: DateTime<Utc>) -> Done<()> {
        let goes = matches!(goal, OrderStatus::Shipped | OrderStatus::Accepted);
        if !goes && self.index.is_multiple_of(3) {
            return Ok(());
        }
        let tx = as_agent(self.state, self.client).await?;
        let new = NewShipment {
            client_id: ClientId(self.client.id),
            items: lines.to_vec(),
        };
        let id = ShipmentId(contents::create(&tx, &staff(), &new, at).await?.id);
        tx.commit().await?;
        if !goes && self.index % 3 == 1 {
            return Ok(());
        }
        let grams = i64::try_from(lines.len()).unwrap_or(1) * 1350 + 400;
        let tx = as_agent(self.state, self.client).await?;
        let form = ShipmentChange {
            weight_grams: Some(grams),
            volume_cm3: Some(grams * 5),
            places: Some(1),
            ..ShipmentChange::default()
        };
        staff_moves::change(&tx, id, &form, None, at).await?;
        let plain = |step| ShipmentStep {
            step,
            reason: None,
            cost: None,
            currency: None,
            rate: None,
        };
        staff_moves::step(&tx, &staff(), id, &plain(ShipmentMove::Pack), None, at).await?;
        let quote = ShipmentStep {
            cost: Some(PriceText((grams * 28 / 1000 + 30).to_string())),
            rate: Rate::parse(RATE).ok(),
            ..plain(ShipmentMove::Quote)
        };
        let quoted = staff_moves::step(&tx, &staff(), id, &quote, None, at).await?;
        tx.commit().await?;
        if !goes {
            return Ok(());
        }
        let client = actor(Side::Client, self.client.name);
        let tx = as_client(self.state, self.client).await?;
        let seen = ShipmentPayRequest {
            version: quoted.version,
            amount: Money::new(quoted.cost_rub_minor.unwrap_or_default(), Currency::Rub),
        };
        client_moves::choose_cod(&tx, &client, id, seen, at + Duration::hours(3)).await?;
        tx.commit().await?;
        let tx = as_agent(self.state, self.client).await?;
        let change = DeliveryChange {
            track: Some(format!("CARGO-{:04}", self.index * 17)),
        };
        let delivery = DeliveryId(deliveries::create(&tx, &staff(), &change, at).await?.id);
        deliveries::load(&tx, delivery, &Load { shipments: vec![id] }, at).await?;
        deliveries::step(&tx, &staff(), delivery, DeliveryMove::Depart, at + Duration::hours(8)).await?;
        if goal == OrderStatus::Accepted {
            deliveries::step(&tx, &staff(), delivery, DeliveryMove::Arrive, at + Duration::hours(90)).await?;
        }
        tx.commit().await?;
        if goal == OrderStatus::Accepted {
            let tx = as_client(self.state, self.client).await?;
            client_moves::accept(&tx, &client, id, at + Duration::hours(100)).await?;
            tx.commit().await?;
        }
        Ok(())
    }
}
