//! Money on the purchasing accounts of the demo, and payments from them to sellers.

use super::steps::DemoResult;
use books::purchasing;
use chrono::{DateTime, Duration, Utc};
use entities::{lists::purchasing_account, order_item as item};
use platform::{scope::ScopedConnection, state::AppState};
use sea_orm::{QueryOrder, entity::prelude::*};
use shared_types::{
    id::{AgentId, ItemId, UserId},
    money::{Money, PriceText},
    purchasing::{AccountDeposit, SellerPayment},
};

/// The largest payment from the second account, in minor units.
const SMALL_PAYMENT: i64 = 30_000;

/// Moves money to the accounts: every month to the first one, once to the others.
pub(super) async fn deposit(state: &AppState, agent: AgentId, user: UserId, now: DateTime<Utc>) -> DemoResult<()> {
    let tx = state.system().enter_agent(agent).begin().await?;
    let select = purchasing_account::Entity::find().order_by_asc(purchasing_account::Column::Id);
    for (index, account) in tx.all(select).await?.into_iter().enumerate() {
        let deposits = if index == 0 {
            &[(92, "90000"), (61, "90000"), (30, "120000")][..]
        } else {
            &[(92, "6000")]
        };
        for (days, amount) in deposits {
            let at = now - Duration::days(*days);
            let body = AccountDeposit {
                amount: PriceText((*amount).to_owned()),
                memo: format!("Пополнение {}", at.format("%d.%m.%Y")),
            };
            purchasing::deposit(&tx, user, account.id, &body, at).await?;
        }
    }
    tx.commit().await?;
    Ok(())
}

/// Returns the payment to the seller of the items: mostly less than the client pays for them, and sometimes more. Small purchases
/// of some orders are paid from the second account.
pub(super) async fn seller_payment(
    rows: &impl ScopedConnection,
    items: &[ItemId],
    index: usize,
) -> DemoResult<Option<SellerPayment>> {
    let select = item::Entity::find().filter(item::Column::Id.is_in(items.iter().copied()));
    let bought = rows.all(select).await?;
    let sum: i64 = bought
        .iter()
        .map(|item| trade::orders::views::effective_value(item).minor)
        .sum();
    let select = purchasing_account::Entity::find().order_by_asc(purchasing_account::Column::Id);
    let accounts = rows.all(select).await?;
    let uses_second = sum < SMALL_PAYMENT && index.is_multiple_of(2);
    let account = accounts.get(usize::from(uses_second)).or(accounts.first());
    let percent = if index % 7 == 3 { 103 } else { 96 };
    Ok(account.filter(|_| sum > 100).map(|account| SellerPayment {
        account_id: account.id,
        amount: PriceText(Money::new(sum * percent / 100, account.currency).amount()),
        freight: None,
        split_freight: None,
    }))
}
