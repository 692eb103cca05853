//! The cash book of the demo: three boxes with incomes, expenses, transfers and exchanges of two months.

use super::steps::DemoResult;
use books::{cash, settings::lists::add_entry};
use chrono::{DateTime, Duration, Utc};
use entities::{lists::cash_category, staff};
use platform::{scope::ScopedConnection, state::AppState};
use sea_orm::entity::prelude::*;
use shared_types::{
    cash::{CashFlow, NewCashBox, NewCashEntry, NewCashTransfer},
    id::{AgentId, CashBoxId, ListEntryId, UserId},
    money::{Currency, PriceText},
    settings::CashCategory,
};

const CATEGORIES: [(&str, CashFlow); 6] = [
    ("Аренда склада", CashFlow::Expense),
    ("Зарплата", CashFlow::Expense),
    ("Упаковка", CashFlow::Expense),
    ("Транспорт", CashFlow::Expense),
    ("Вклад владельца", CashFlow::Income),
    ("Прочие приходы", CashFlow::Income),
];

/// Cash boxes: name, currency and bank account.
const BOXES: [(&str, Currency, Option<&str>); 3] = [
    ("Сейф на складе", Currency::Rub, None),
    ("Счёт компании", Currency::Rub, Some("40702810900000004711")),
    ("Alipay", Currency::Cny, None),
];

/// Incomes and expenses: days ago, box, category, amount and note.
const ENTRIES: [(i64, usize, usize, &str, &str); 11] = [
    (60, 1, 4, "800000", "Пополнение оборота"),
    (58, 1, 0, "85000", "Склад в Гуанчжоу, октябрь"),
    (52, 0, 5, "24000", "Продажа тары"),
    (45, 0, 2, "12480.50", "Скотч и коробки"),
    (40, 1, 1, "140000", "Два кладовщика"),
    (30, 1, 0, "85000", "Склад в Гуанчжоу, ноябрь"),
    (22, 2, 2, "860", "Пузырчатая плёнка"),
    (15, 0, 3, "7300", "Такси до терминала"),
    (10, 1, 1, "140000", "Два кладовщика"),
    (3, 0, 2, "5120", "Пакеты"),
    (0, 2, 3, "320", "Курьер по городу"),
];

/// Transfers and exchanges: days ago, boxes, amount and the received sum of an exchange.
const TRANSFERS: [(i64, usize, usize, &str, Option<&str>); 3] = [
    (55, 1, 0, "50000", None),
    (50, 1, 2, "125000", Some("10000")),
    (5, 0, 1, "15000", None),
];

/// Adds the boxes, categories and entries of an agent.
pub(super) async fn load(
    state: &AppState,
    agent: AgentId,
    (user, name): (UserId, &str),
    now: DateTime<Utc>,
) -> DemoResult<()> {
    let tx = state.system().enter_agent(agent).begin().await?;
    let owner = tx
        .one(staff::Entity::find().filter(staff::Column::IsOwner.eq(true)))
        .await?;
    let mut categories: Vec<(ListEntryId, CashFlow)> = Vec::new();
    for (name, flow) in CATEGORIES {
        let category = CashCategory {
            name: name.to_owned(),
            flow,
        };
        let entry = add_entry::<cash_category::Entity>(&tx, &category, now).await;
        categories.push((entry.map_err(|error| error.to_string())?.id, flow));
    }
    let actor = cash::Actor {
        user_id: Some(user),
        name: name.to_owned(),
    };
    let mut boxes: Vec<CashBoxId> = Vec::new();
    for (index, (name, currency, account)) in BOXES.into_iter().enumerate() {
        let new = NewCashBox {
            name: name.to_owned(),
            currency,
            holder_id: owner.as_ref().filter(|_| index == 0).map(|owner| owner.id),
            bank_account: account.map(ToOwned::to_owned),
        };
        boxes.push(cash::add_box(&tx, &actor, &new, now).await?.id);
    }
    for ago in (0..=60).rev() {
        let at = now - Duration::days(ago);
        for (_, cash_box, category, amount, note) in ENTRIES.iter().filter(|entry| entry.0 == ago) {
            let ((category_id, flow), box_id) = (categories[*category], boxes[*cash_box]);
            let body = NewCashEntry {
                flow,
                box_id,
                amount: PriceText((*amount).to_owned()),
                category_id,
                day: None,
                note: (*note).to_owned(),
                order_id: None,
                client_id: None,
                delivery_id: None,
            };
            cash::add_entry(&tx, &actor, &body, at).await?;
        }
        for (_, from, to, amount, received) in TRANSFERS.iter().filter(|entry| entry.0 == ago) {
            let body = NewCashTransfer {
                box_id: boxes[*from],
                to_box_id: boxes[*to],
                amount: PriceText((*amount).to_owned()),
                received: received.map(|text| PriceText(text.to_owned())),
                day: None,
                note: String::new(),
            };
            cash::transfer(&tx, &actor, &body, at).await?;
        }
    }
    tx.commit().await?;
    Ok(())
}
