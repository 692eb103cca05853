//! The ledger under concurrency.

use crate::support::{App, client_row, on_both};
use books::ledger::{self, Account, Document, NewEntry};
use futures::{StreamExt, stream};
use platform::scope::{ScopedConnection, SystemPolicy, Tx};
use serde_json::json;
use shared_types::{
    id::{AgentId, ClientId},
    ledger::EntryKind,
    money::{Currency, Money},
};

fn exchange_entry(legs: Vec<ledger::Leg>) -> NewEntry {
    NewEntry {
        kind: EntryKind::Exchange,
        document: Document::Client(ClientId(1)),
        memo: String::new(),
        actor_user_id: None,
        reverses: None,
        legs,
    }
}

async fn post_entry(
    tx: Tx<SystemPolicy>,
    agent: AgentId,
    legs: Vec<ledger::Leg>,
    app: &App,
) -> Result<(), ledger::LedgerError> {
    let done = ledger::post(&tx.ledger_of(agent), exchange_entry(legs), app.state.clock.now()).await;
    match done {
        Ok(_) => Ok(tx.commit().await?),
        Err(error) => {
            tx.rollback().await?;
            Err(error)
        }
    }
}

/// The number of operations: `few` by default, `many` in `make soak`.
fn soak_or(few: usize, many: usize) -> usize {
    if std::env::var_os("KARAVAN_SOAK").is_some() {
        many
    } else {
        few
    }
}

#[apply(on_both)]
async fn parallel_debits_never_overdraw_a_balance(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (debits, units) = (soak_or(300, 1000), soak_or(180, 600));
    crate::orders::lifecycle::adjust_balance(&owner, 1, &units.to_string(), "RUB").await;
    let debit = json!({"amount": "-1", "currency": "RUB", "memo": "списание"});
    let answers: Vec<u16> = stream::iter(0..debits)
        .map(|index| {
            let (owner, client, debit) = (&owner, &client, debit.clone());
            async move {
                if index % 50 == 0 {
                    let read = client.get("/client/balance").await.expect(200);
                    assert!(
                        !read["accounts"][0]["amount"]
                            .as_str()
                            .expect("an amount")
                            .starts_with('-'),
                        "{read}"
                    );
                }
                owner.post("/agent/clients/1/balance/adjustments", debit).await.status
            }
        })
        .buffer_unordered(64)
        .collect()
        .await;
    let count = |status: u16| answers.iter().filter(|answer| **answer == status).count();
    assert_eq!((count(201), count(409)), (units, debits - units));
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][0]["amount"],
        "0.00"
    );
}

#[apply(on_both)]
async fn crossing_transfers_keep_the_ledger_balanced(app: App) {
    // Twenty clients of one agent, in two currencies, with exchanges.
    let system = app.state.system();
    let now = app.state.clock.now();
    let mut clients = Vec::new();
    for number in 0..20 {
        let row = client_row(AgentId(1), &format!("N{number}"), now);
        clients.push(Account::Client(system.insert(row).await.expect("a client").id));
    }
    for client in &clients {
        for currency in [Currency::Rub, Currency::Cny] {
            let tx = system.begin().await.expect("begins");
            post_entry(
                tx,
                AgentId(1),
                ledger::transfer(Account::CashBox, *client, Money::new(100_000, currency)),
                &app,
            )
            .await
            .expect("funded");
        }
    }
    // The soak form runs fifty workers with two thousand transfers each.
    let moves = soak_or(400, 50 * 2000);
    let outcomes: Vec<Result<(), ledger::LedgerError>> = stream::iter(0..moves)
        .map(|index| {
            let (system, app) = (&system, &app);
            // Each pair in both directions, so that transfers can deadlock.
            let (from, to) = (clients[index * 7 % 20], clients[(index * 7 + 1 + index / 20 % 19) % 20]);
            async move {
                let amount = i64::try_from(index * 37 % 900 + 1).expect("small");
                let mut legs = ledger::transfer(from, to, Money::new(amount, Currency::Rub));
                if index % 3 == 0 {
                    // Rubles for yuan: two transfers through the exchange account in one entry.
                    legs = ledger::transfer(from, Account::Exchange, Money::new(amount * 12, Currency::Rub));
                    legs.extend(ledger::transfer(
                        Account::Exchange,
                        from,
                        Money::new(amount, Currency::Cny),
                    ));
                }
                post_entry(system.begin().await?, AgentId(1), legs, app).await
            }
        })
        .buffer_unordered(50)
        .collect()
        .await;
    let faults: Vec<_> = outcomes
        .iter()
        .filter_map(|outcome| outcome.as_ref().err())
        .filter(|error| !matches!(error, ledger::LedgerError::Insufficient(_)))
        .collect();
    assert!(faults.is_empty(), "{faults:?}");
    let report = ledger::verify(&system).await.expect("the ledger is verified");
    assert_eq!(report.faults, Vec::<String>::new());
}
