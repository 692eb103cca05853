//! The journal alone makes all balances anew (check R18).

use crate::support::{App, TWO_CABINETS, on_both};
use karavan::ledger::{self, Account, Document, JournalEntry, JournalPosting, Leg, NewEntry};
use serde_json::{Value, json};
use shared_types::{
    ledger::EntryKind,
    money::{Currency, Money},
};

async fn exported(app: &App) -> Vec<String> {
    let mut lines = Vec::new();
    let count = ledger::journal(&app.state.system(), |entry| {
        lines.push(serde_json::to_string(&entry).expect("a line"));
        Ok::<(), sea_orm::DbErr>(())
    })
    .await
    .expect("the journal is read");
    assert_eq!(count, lines.len() as u64);
    lines
}

fn leg(posting: &JournalPosting) -> Leg {
    let account = match (posting.account.as_str(), posting.client_id) {
        ("client", Some(id)) => Account::Client(id),
        ("cash_box", _) => Account::CashBox,
        ("revenue", _) => Account::Revenue,
        ("suspense", _) if posting.name == "exchange" => Account::Exchange,
        _ => Account::Suspense,
    };
    let currency = Currency::from_code(&posting.currency).expect("a currency");
    Leg {
        account,
        amount: Money::new(posting.amount_minor, currency),
    }
}

fn document(entry: &JournalEntry) -> Document {
    let id = entry.document_id;
    match entry.document_type.as_str() {
        "order" => Document::Order(id),
        "shipment" => Document::Shipment(id),
        "balance_request" => Document::BalanceRequest(id),
        "wallet_topup" => Document::WalletTopup(id),
        _ => Document::Client(id),
    }
}

/// Writes the lines into other books, one transaction each.
async fn replayed(app: &App, lines: &[String]) {
    for line in lines {
        let entry: JournalEntry = serde_json::from_str(line).expect("a line of the journal");
        let new = NewEntry {
            kind: EntryKind::from_name(&entry.kind).expect("a kind"),
            document: document(&entry),
            memo: entry.memo.clone(),
            actor_user_id: entry.actor_user_id,
            reverses: entry.reverses_id,
            legs: entry.postings.iter().map(leg).collect(),
        };
        let tx = app.state.system().begin().await.expect("begins");
        ledger::post(&tx.books_of(entry.agent_id), new, entry.at)
            .await
            .expect("is posted");
        tx.commit().await.expect("commits");
    }
}

/// All that the clients are told of their money, to the byte.
async fn statements(app: &App) -> Vec<String> {
    let mut told = Vec::new();
    for client in [app.client().await, app.log_in("client", TWO_CABINETS).await] {
        for path in ["/client/balance", "/client/balance/operations?limit=200"] {
            told.push(client.get(path).await.expect(200).to_string());
        }
    }
    told
}

on_both! {
    async fn balances_are_made_anew_from_the_journal_alone(app: App) {
        let owner = app.owner().await;
        let paid = crate::orders::life::paid(&app).await;
        for (client, amount, currency) in [(1, "250.50", "CNY"), (2, "99.99", "RUB"), (1, "-0.49", "CNY")] {
            crate::orders::life::fund(&owner, client, amount, currency).await;
        }
        let adjusted = owner.post("/agent/clients/1/balance/adjustments", json!({"amount": "7", "currency": "RUB", "memo": "ошибка"})).await.within(201, 12);
        let _ = owner.post(&format!("/agent/clients/1/balance/operations/{}/reverse", adjusted["id"]), json!({"memo": "назад"})).await.within(201, 16);
        let _ = owner.post(&format!("/agent/orders/{paid}/cancel"), json!({"reason": "магазин закрылся"})).await.within(200, 20);

        let lines = exported(&app).await;
        let empty = if app.database_url.starts_with("postgres") { App::postgres().await } else { App::sqlite().await };
        assert!(exported(&empty).await.is_empty());
        replayed(&empty, &lines).await;
        assert_eq!(exported(&empty).await, lines, "the journal itself is the same to the byte");
        assert_eq!(statements(&empty).await, statements(&app).await, "and so is every statement");
        let verdict = ledger::verify(&empty.state.system()).await.expect("the books are read");
        assert!(verdict.faults.is_empty(), "{:?}", verdict.faults);
        let first: Value = serde_json::from_str(&lines[0]).expect("JSON");
        assert_eq!(first["postings"].as_array().map(Vec::len), Some(2), "{first}");
    }
}
