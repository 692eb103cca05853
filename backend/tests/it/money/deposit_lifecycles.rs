//! Random lives of orders with deposits: the reserve never exceeds the money of the client, and each deposit returns once. Who
//! may reserve one, and who is notified.

use super::deposits::{ask_for_deposit, rubles, submit};
use crate::{
    chat::socket_client::{ChatSocket, RECEIVE_TIMEOUT, Received, start_server},
    live,
    orders::{draft_with_item, lifecycle::adjust_balance},
    staff::{NEWCOMER, create_group, invite, log_in_by_code},
    support::{Actor, App, on_both},
};
use books::ledger;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

const STATEMENTS: u32 = 40;
const CURRENCIES: [&str; 2] = ["RUB", "CNY"];

fn minor(money: &Value) -> i64 {
    let text = money["amount"].as_str().expect("an amount").replace('.', "");
    text.parse().expect("a number")
}

fn by_currency<'a>(amounts: impl Iterator<Item = &'a Value>) -> BTreeMap<String, i64> {
    let mut sums = BTreeMap::new();
    for money in amounts {
        let currency = money["currency"].as_str().expect("a currency").to_owned();
        *sums.entry(currency).or_default() += minor(money);
    }
    sums
}

/// The order, and the amount named as its deposit.
struct Life {
    id: i64,
    status: &'static str,
    deposit: Option<Value>,
}

struct World {
    owner: Actor,
    client: Actor,
    random: test_seed::Random,
    orders: Vec<Life>,
    /// Balance and reserve together, in minor units.
    total: BTreeMap<String, i64>,
}

impl World {
    async fn new(app: &App) -> Self {
        let (owner, client) = (app.owner().await, app.client().await);
        let fixed = json!({"base": "CNY", "source": "fixed", "fixed": "12"});
        let _ = owner.patch("/agent/settings/rate", fixed).await.expect(200);
        let limits = json!({"deposit": "35.5"});
        let _ = owner.patch("/agent/settings/order-limits", limits).await.expect(200);
        Self {
            owner,
            client,
            random: test_seed::Random::default(),
            orders: Vec::new(),
            total: BTreeMap::from(CURRENCIES.map(|currency| (currency.to_owned(), 0))),
        }
    }

    async fn calculation(&self, order: i64) -> Value {
        let path = format!("/client/orders/{order}/calculation");
        self.client.get(&path).await.expect_within_statements(200, 14)
    }

    async fn step(&mut self) {
        match self.random.below(9) {
            0 => self.top_up().await,
            1 | 2 => {
                let (id, _) = draft_with_item(&self.client).await;
                let status = "draft";
                self.orders.push(Life {
                    id,
                    status,
                    deposit: None,
                });
            }
            choice if !self.orders.is_empty() => {
                let index = self.random.below(self.orders.len());
                self.move_order(index, choice).await;
            }
            _ => {}
        }
    }

    async fn top_up(&mut self) {
        let currency = *self.random.pick(&CURRENCIES);
        let amount = i64::try_from(self.random.below(90_000)).expect("small") + 1;
        let text = format!("{}.{:02}", amount / 100, amount % 100);
        adjust_balance(&self.owner, 1, &text, currency).await;
        *self.total.entry(currency.to_owned()).or_default() += amount;
    }

    async fn move_order(&mut self, index: usize, choice: usize) {
        let Life { id, status, deposit } = &self.orders[index];
        let (id, status, reserved) = (*id, *status, deposit.clone());
        let own = format!("/client/orders/{id}");
        let staff = format!("/agent/orders/{id}");
        match (status, choice) {
            ("draft", 3..=6) => {
                let shown = self.calculation(id).await;
                let option = self
                    .random
                    .pick(shown["deposit"]["reserve_from"].as_array().expect("options"))
                    .clone();
                let body = json!({"deposit": option["amount"]});
                let answer = self.client.post(&format!("{own}/submit"), body).await;
                if option["suffices"] == true {
                    let _ = answer.expect_within_statements(200, STATEMENTS);
                    self.set(index, "submitted", Some(option["amount"].clone()));
                } else {
                    let refused = answer.expect_within_statements(409, STATEMENTS);
                    assert_eq!(refused["code"], "deposit_insufficient");
                }
            }
            ("submitted", 3 | 4) => {
                let rate = format!("{}.5", 1 + self.random.below(20));
                let body = json!({ "rate": rate });
                let quoted = self.owner.post(&format!("{staff}/quote"), body).await;
                let _ = quoted.expect_within_statements(200, STATEMENTS);
                let shown = self.calculation(id).await;
                let now = shown["deposit"]["reserved"].clone();
                let before = reserved.as_ref().expect("a deposit");
                let due = shown["pay_from"].as_array().expect("options").iter();
                let due = due
                    .map(|option| &option["amount"])
                    .find(|amount| amount["currency"] == before["currency"]);
                assert_eq!(minor(&now), minor(before).min(minor(due.expect("the amount due"))));
                self.set(index, "quoted", Some(now));
            }
            ("submitted", 5) => {
                // The agent may have opened the pricing before.
                let answer = self.client.post(&format!("{own}/take-back"), json!({})).await;
                if answer.status == 200 {
                    self.set(index, "draft", None);
                }
            }
            ("quoted", 3) => {
                let reopened = self.owner.post(&format!("{staff}/reopen"), json!({})).await;
                let _ = reopened.expect_within_statements(200, STATEMENTS);
                self.set(index, "submitted", reserved);
            }
            ("quoted", 4 | 5) => self.pay(index).await,
            ("submitted" | "quoted", 7) => {
                let canceled = self.client.post(&format!("{own}/cancel"), json!({})).await;
                let _ = canceled.expect_within_statements(200, STATEMENTS);
                self.set(index, "canceled", None);
            }
            ("submitted" | "quoted", 8) => {
                let reason = json!({"reason": "нет в наличии"});
                let canceled = self.owner.post(&format!("{staff}/cancel"), reason).await;
                let _ = canceled.expect_within_statements(200, STATEMENTS);
                self.set(index, "canceled", None);
            }
            _ => {}
        }
    }

    async fn pay(&mut self, index: usize) {
        let id = self.orders[index].id;
        let shown = self.calculation(id).await;
        let option = self.random.pick(shown["pay_from"].as_array().expect("options")).clone();
        let body = json!({"quote_id": shown["quote"]["id"], "amount": option["amount"]});
        let path = format!("/client/orders/{id}/pay");
        let answer = self.client.post(&path, body.clone()).await;
        if option["suffices"] == false {
            let _ = answer.expect_problem(409, "balance_insufficient");
            return;
        }
        let _ = answer.expect_within_statements(200, STATEMENTS);
        let currency = option["amount"]["currency"].as_str().expect("a currency");
        *self.total.entry(currency.to_owned()).or_default() -= minor(&option["amount"]);
        self.set(index, "paid", None);
        let _ = self
            .client
            .post(&path, body)
            .await
            .expect_problem(409, "move_not_allowed");
    }

    fn set(&mut self, index: usize, status: &'static str, deposit: Option<Value>) {
        let order = &mut self.orders[index];
        order.status = status;
        order.deposit = deposit;
    }

    /// Compares the shown balance with the model.
    async fn check(&self) {
        let shown = self.client.get("/client/balance").await.expect(200);
        let accounts = by_currency(shown["accounts"].as_array().expect("accounts").iter());
        let reserved = by_currency(shown["reserved"].as_array().expect("reserves").iter());
        let listed = shown["deposits"].as_array().expect("deposits").iter();
        assert_eq!(by_currency(listed.map(|deposit| &deposit["amount"])), reserved);
        let expected = self.orders.iter().filter_map(|order| order.deposit.as_ref());
        assert_eq!(by_currency(expected), reserved);
        for (currency, total) in &self.total {
            let reserve = reserved.get(currency).copied().unwrap_or_default();
            assert!((0..=*total).contains(&reserve), "{currency}: {reserve} of {total}");
            assert_eq!(accounts[currency], total - reserve, "{currency}");
        }
    }
}

#[apply(on_both)]
async fn reserves_stay_within_the_money_and_return_once(app: App) {
    let mut world = World::new(&app).await;
    for _ in 0..3 {
        world.top_up().await;
    }
    for _ in 0..120 {
        world.step().await;
        world.check().await;
    }
    let report = ledger::verify(&app.state.system())
        .await
        .expect("the ledger is verified");
    assert_eq!(report.faults, Vec::<String>::new());
    let ends: Vec<&str> = world.orders.iter().map(|order| order.status).collect();
    for status in ["paid", "canceled"] {
        assert!(ends.contains(&status), "no order of {} ended as {status}", ends.len());
    }
}

#[apply(on_both)]
async fn deposit_needs_the_right_to_pay(app: App) {
    let (owner, client) = ask_for_deposit(&app, "20").await;
    adjust_balance(&owner, 1, "1000", "RUB").await;
    let rights = [("orders", "edit", "all"), ("order_prices", "view", "all")];
    let group = create_group(&client, "client", "Закупщики", &rights).await;
    let _ = invite(&client, "client", NEWCOMER, &group).await;
    let buyer = log_in_by_code(&app, "client", NEWCOMER).await;
    let (order, _) = draft_with_item(&client).await;
    let deposit = rubles("205.20");
    let refused = submit(&buyer, order, &deposit).await;
    let _ = refused.expect_problem(403, "permission_denied");
    let _ = submit(&client, order, &deposit)
        .await
        .expect_within_statements(200, STATEMENTS);
}

/// The events and ids of the next two frames, in any order.
async fn next_two_events(socket: &mut ChatSocket) -> BTreeSet<(String, i64)> {
    let mut events = BTreeSet::new();
    for _ in 0..2 {
        let Received::Frame(frame) = socket.receive(RECEIVE_TIMEOUT).await else {
            panic!("no event");
        };
        let data: Value = serde_json::from_str(frame["data"].as_str().expect("text")).expect("JSON");
        let event = frame["event"].as_str().expect("an event").to_owned();
        events.insert((event, data["id"].as_i64().expect("an id")));
    }
    events
}

#[apply(on_both)]
async fn deposit_announces_the_order_and_the_balance(app: App) {
    let (owner, client) = ask_for_deposit(&app, "20").await;
    adjust_balance(&owner, 1, "1000", "RUB").await;
    let (order, _) = draft_with_item(&client).await;
    let server = start_server(&app).await;
    let mut staff = live::following(&server, &owner, "agent").await;
    let mut buyer = live::following(&server, &client, "client").await;
    let _ = submit(&client, order, &rubles("205.20"))
        .await
        .expect_within_statements(200, STATEMENTS);
    let both = live::events([("balance.changed", 1), ("order.changed", order)]);
    assert_eq!(next_two_events(&mut buyer).await, both);
    assert_eq!(next_two_events(&mut staff).await, both);
}
