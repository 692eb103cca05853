//! Demo requests that move money: top-ups of balances and of payment apps, and withdrawals.

use super::steps::{DemoClient, DemoResult, actor, begin_as_agent, begin_as_client, staff};
use chrono::{DateTime, Duration, Utc};
use platform::state::AppState;
use shared_types::{
    money::{Currency, PriceText},
    orders::Side,
    topups::{
        NewBalanceRequest, NewWalletTopup, NewWithdrawal, RequestMove, Requisites, TopupConfirmation, Wallet,
        WithdrawalMove,
    },
};
use trade::topups::{first_box, requests, wallets, withdrawals};

const REQUISITES: &str = "ИП Соколова Анна Игоревна\nИНН 500100732259\nБанк: ПАО Сбербанк, БИК 044525225\n\
    Р/с 40802810100000000001\nК/с 30101810400000000225";

/// Tops up a client's balance in the usual steps: request, requisites, payment report, confirmation.
pub(super) async fn top_up(
    state: &AppState,
    client: &DemoClient,
    amount: &str,
    currency: Currency,
    at: DateTime<Utc>,
) -> DemoResult<()> {
    let tx = begin_as_client(state, client).await?;
    let new = NewBalanceRequest {
        amount: PriceText(amount.to_owned()),
        currency,
        comment: None,
    };
    let id = requests::create(&tx, client.id, &new, at).await?.id;
    tx.commit().await?;
    let tx = begin_as_agent(state, client).await?;
    let requisites = Requisites {
        requisites: "Сбербанк, карта 2202 2000 1234 5678, Соколова Анна".to_owned(),
    };
    requests::issue(&tx, id, &requisites, at + Duration::minutes(20)).await?;
    tx.commit().await?;
    let tx = begin_as_client(state, client).await?;
    requests::change_status(&tx, id, RequestMove::Report, at + Duration::minutes(50)).await?;
    tx.commit().await?;
    let tx = begin_as_agent(state, client).await?;
    let body = TopupConfirmation {
        box_id: first_box(&tx, currency).await?,
        ..TopupConfirmation::default()
    };
    requests::confirm(&tx, (&staff(), None), id, &body, at + Duration::hours(2)).await?;
    tx.commit().await?;
    Ok(())
}

/// Creates open requests of a client: one without requisites, one to be confirmed, and one for a payment app.
pub(super) async fn create_open_requests(state: &AppState, client: &DemoClient, at: DateTime<Utc>) -> DemoResult<()> {
    for (amount, issued) in [("25000", false), ("8700.50", true)] {
        let tx = begin_as_client(state, client).await?;
        let new = NewBalanceRequest {
            amount: PriceText(amount.to_owned()),
            currency: Currency::Rub,
            comment: Some("с карты Т-Банка".to_owned()),
        };
        let id = requests::create(&tx, client.id, &new, at).await?.id;
        tx.commit().await?;
        if issued {
            let tx = begin_as_agent(state, client).await?;
            let requisites = Requisites {
                requisites: REQUISITES.to_owned(),
            };
            requests::issue(&tx, id, &requisites, at + Duration::minutes(10)).await?;
            tx.commit().await?;
            let tx = begin_as_client(state, client).await?;
            requests::change_status(&tx, id, RequestMove::Report, at + Duration::minutes(30)).await?;
            tx.commit().await?;
        }
    }
    let tx = begin_as_client(state, client).await?;
    let new = NewWalletTopup {
        wallet: Wallet::Alipay,
        account: "li.wei@example.com".to_owned(),
        amount: PriceText("350".to_owned()),
        comment: None,
    };
    wallets::create(&tx, &actor(Side::Client, client.name), &new, at).await?;
    tx.commit().await?;
    create_withdrawals(state, client, at).await
}

/// Creates withdrawals of a client: one that was paid, one that was rejected, and one that waits.
async fn create_withdrawals(state: &AppState, client: &DemoClient, at: DateTime<Utc>) -> DemoResult<()> {
    type Steps = &'static [(WithdrawalMove, Option<&'static str>)];
    let steps: [(&str, Steps); 3] = [
        ("1200", &[(WithdrawalMove::Confirm, None), (WithdrawalMove::Pay, None)]),
        (
            "900",
            &[(
                WithdrawalMove::Reject,
                Some("Карта другого банка не принимает переводы"),
            )],
        ),
        ("500", &[]),
    ];
    for (index, (amount, moves)) in (0_i32..).zip(steps) {
        let day = at - Duration::days(6) + Duration::days(2) * index;
        let tx = begin_as_client(state, client).await?;
        let new = NewWithdrawal {
            amount: PriceText(amount.to_owned()),
            currency: Currency::Rub,
            requisites: "Сбербанк, 2202 2000 1234 5678, Анна С.".to_owned(),
            comment: None,
        };
        let by_client = actor(Side::Client, client.name);
        let id = withdrawals::create(&tx, &by_client, None, &new, day).await?.id;
        tx.commit().await?;
        for (hours, (step, reason)) in (1_i32..).zip(moves) {
            let tx = begin_as_agent(state, client).await?;
            let moved = day + Duration::hours(1) * hours;
            withdrawals::apply_move(&tx, &staff(), id, *step, *reason, moved).await?;
            tx.commit().await?;
        }
    }
    Ok(())
}
