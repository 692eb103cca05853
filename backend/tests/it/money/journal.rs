//! All balances can be rebuilt from the journal (check R18).

use crate::support::{App, TWO_CABINETS, on_both};
use books::ledger::{self, Account, Document, JournalEntry, JournalPosting, Leg, NewEntry};
use serde_json::{Value, json};
use shared_types::id::{
    BalanceRequestId, CashBoxId, ClientId, ListEntryId, OrderId, ShipmentId, WalletTopupId, WithdrawalId,
};
use shared_types::money::Money;

async fn journal_lines(app: &App) -> Vec<String> {
    let mut lines = Vec::new();
    let count = ledger::read_journal(&app.state.system(), |entry| {
        lines.push(serde_json::to_string(&entry).expect("JSON"));
        Ok::<(), sea_orm::DbErr>(())
    })
    .await
    .expect("the journal is read");
    assert_eq!(count, lines.len() as u64);
    lines
}

fn to_leg(posting: &JournalPosting) -> Leg {
    let account = match (posting.account.as_str(), posting.client_id) {
        ("client", Some(id)) if posting.name == "reserved" => Account::Reserved(id),
        ("client", Some(id)) => Account::Client(id),
        ("cash_box", _) if posting.name.starts_with("purchasing:") => {
            Account::Purchasing(ListEntryId(posting.name["purchasing:".len()..].parse().expect("an id")))
        }
        ("cash_box", _) if posting.name.starts_with("box:") => {
            Account::Box(CashBoxId(posting.name["box:".len()..].parse().expect("an id")))
        }
        ("cash_box", _) => Account::CashBox,
        ("suspense", _) if posting.name == "purchases" => Account::Purchases,
        ("suspense", _) if posting.name == "cash_book" => Account::CashBook,
        ("revenue", _) => Account::Revenue,
        ("suspense", _) if posting.name == "exchange" => Account::Exchange,
        _ => Account::Suspense,
    };
    Leg {
        account,
        amount: Money::new(posting.amount_minor, posting.currency),
    }
}

fn to_document(entry: &JournalEntry) -> Document {
    let id = entry.document_id;
    match entry.document_type.as_str() {
        "order" => Document::Order(OrderId(id)),
        "shipment" => Document::Shipment(ShipmentId(id)),
        "balance_request" => Document::BalanceRequest(BalanceRequestId(id)),
        "wallet_topup" => Document::WalletTopup(WalletTopupId(id)),
        "withdrawal" => Document::Withdrawal(WithdrawalId(id)),
        _ => Document::Client(ClientId(id)),
    }
}

/// Posts the journal entries to an empty ledger, one transaction each.
async fn replay(app: &App, lines: &[String]) {
    for line in lines {
        let entry: JournalEntry = serde_json::from_str(line).expect("a journal entry");
        let new = NewEntry {
            kind: entry.kind,
            document: to_document(&entry),
            memo: entry.memo.clone(),
            actor_user_id: entry.actor_user_id,
            reverses: entry.reverses_id,
            legs: entry.postings.iter().map(to_leg).collect(),
        };
        let tx = app.state.system().begin().await.expect("begins");
        ledger::post(&tx.ledger_of(entry.agent_id), new, entry.at)
            .await
            .expect("is posted");
        tx.commit().await.expect("commits");
    }
}

/// The exact balance and operation responses of the clients.
async fn balance_responses(app: &App) -> Vec<String> {
    let mut responses = Vec::new();
    for client in [app.client().await, app.log_in("client", TWO_CABINETS).await] {
        for path in ["/client/balance", "/client/balance/operations?limit=200"] {
            responses.push(client.get(path).await.expect(200).to_string());
        }
    }
    responses
}

#[apply(on_both)]
async fn balances_are_rebuilt_from_the_journal(app: App) {
    let owner = app.owner().await;
    let paid = crate::orders::lifecycle::paid_order(&app).await;
    for (client, amount, currency) in [(1, "250.50", "CNY"), (2, "99.99", "RUB"), (1, "-0.49", "CNY")] {
        crate::orders::lifecycle::adjust_balance(&owner, client, amount, currency).await;
    }
    let adjusted = owner
        .post(
            "/agent/clients/1/balance/adjustments",
            json!({"amount": "7", "currency": "RUB", "memo": "ошибка"}),
        )
        .await
        .expect_within_statements(201, 12);
    let _ = owner
        .post(
            &format!("/agent/clients/1/balance/operations/{}/reverse", adjusted["id"]),
            json!({"memo": "назад"}),
        )
        .await
        .expect_within_statements(201, 16);
    let _ = owner
        .post(
            &format!("/agent/orders/{paid}/cancel"),
            json!({"reason": "магазин закрылся"}),
        )
        .await
        .expect_within_statements(200, 20);

    // Reserves of requests that were closed: open ones would be missing in the empty database.
    let client = app.client().await;
    let card = json!({"amount": "100", "currency": "CNY", "requisites": "карта"});
    let paid_out = client
        .post("/client/withdrawals", card.clone())
        .await
        .expect_within_statements(201, 16)["id"]
        .clone();
    for step in ["confirm", "pay"] {
        let _ = owner
            .post(&format!("/agent/withdrawals/{paid_out}/{step}"), json!({}))
            .await
            .expect_within_statements(200, 18);
    }
    let taken_back = client
        .post("/client/withdrawals", card)
        .await
        .expect_within_statements(201, 16)["id"]
        .clone();
    let _ = client
        .post(&format!("/client/withdrawals/{taken_back}/cancel"), json!({}))
        .await
        .expect_within_statements(200, 18);

    let lines = journal_lines(&app).await;
    let empty = if app.database_url.starts_with("postgres") {
        App::postgres().await
    } else {
        App::sqlite().await
    };
    assert!(journal_lines(&empty).await.is_empty());
    replay(&empty, &lines).await;
    assert_eq!(journal_lines(&empty).await, lines, "the journal is identical");
    assert_eq!(
        balance_responses(&empty).await,
        balance_responses(&app).await,
        "all balances and operations are identical"
    );
    let report = ledger::verify(&empty.state.system())
        .await
        .expect("the ledger is verified");
    assert!(report.faults.is_empty(), "{:?}", report.faults);
    let first: Value = serde_json::from_str(&lines[0]).expect("JSON");
    assert_eq!(first["postings"].as_array().map(Vec::len), Some(2), "{first}");
}
