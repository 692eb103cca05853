//! Lines of bank statements that are kept until they are used or ignored.

use super::statements::{issued_request, match_text};
use crate::support::{Actor, on_both};
use serde_json::{Value, json};

pub(super) const LINES: &str = "/agent/statement-lines";

pub(super) async fn keep(actor: &Actor, text: &str) -> Value {
    actor
        .post(LINES, json!({"text": text}))
        .await
        .expect_within_statements(200, 8)
}

pub(super) async fn list(actor: &Actor, query: &str) -> Vec<Value> {
    let page = actor
        .get(&format!("{LINES}?{query}"))
        .await
        .expect_within_statements(200, 8);
    page["data"].as_array().expect("lines").clone()
}

pub(super) async fn open_lines(actor: &Actor) -> Vec<Value> {
    list(actor, "state=open").await
}

/// The number behind the bell.
async fn waiting(actor: &Actor) -> Value {
    let bell = actor.get("/agent/attention").await.expect(200);
    let groups = bell["groups"].as_array().expect("groups").iter();
    let mut own = groups.filter(|group| group["kind"] == "statement_lines");
    own.next().map_or(json!(0), |group| group["count"]["count"].clone())
}

pub(super) fn confirm(request: &Value) -> String {
    format!("/agent/balance-requests/{request}/confirm")
}

pub(super) fn step(line: &Value, step: &str) -> String {
    format!("{LINES}/{}/{step}", line["id"])
}

#[apply(on_both)]
async fn each_line_is_kept_once_until_it_is_used(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (request, code) = issued_request(&owner, &client, "3100", "RUB").await;
    let text = format!(
        "21.11.2026;+3 100,00 RUB;перевод {code}\n21.11.2026;+500,00 RUB;неизвестно кто\n21.11.2026;-40,00 RUB;комиссия"
    );
    assert_eq!(
        keep(&owner, &text).await,
        json!({"added": 2, "known": 0, "not_incoming": 1})
    );
    let later = format!("{text}\n22.11.2026;+700,00 RUB;перевод");
    assert_eq!(
        keep(&owner, &later).await,
        json!({"added": 1, "known": 2, "not_incoming": 1})
    );
    assert_eq!(
        keep(&owner, &later).await,
        json!({"added": 0, "known": 3, "not_incoming": 1})
    );
    let lines = open_lines(&owner).await;
    assert_eq!(
        lines.iter().map(|line| &line["amount"]["amount"]).collect::<Vec<_>>(),
        ["3100.00", "500.00", "700.00"],
        "oldest first"
    );
    assert_eq!(waiting(&owner).await, 3);
    assert_eq!(
        (
            &lines[0]["requests"][0]["id"],
            &lines[0]["certain"],
            &lines[0]["booked_on"]
        ),
        (&request, &json!(true), &json!("2026-11-21"))
    );
    assert_eq!(
        (&lines[1]["requests"], &lines[1]["certain"]),
        (&json!([]), &json!(false))
    );
    let exact = owner
        .get(&format!("{LINES}/exact"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(exact["data"].as_array().map(Vec::len), Some(1));
    assert_eq!(exact["data"][0], lines[0]);

    let credit = json!({"line_key": lines[0]["key"]});
    let _ = owner
        .post(&confirm(&request), credit)
        .await
        .expect_within_statements(200, 21);
    assert_eq!(open_lines(&owner).await.len(), 2);
    let used = list(&owner, "state=used").await;
    assert_eq!(
        (
            &used[0]["id"],
            &used[0]["left"]["amount"],
            &used[0]["credits"][0]["request_code"]
        ),
        (&lines[0]["id"], &json!("0.00"), &json!(code))
    );
    assert_eq!(used[0]["credits"][0]["amount"]["amount"], "3100.00");
    assert_eq!(
        (&used[0]["history"][0]["kind"], &used[0]["history"][0]["actor_name"]),
        (&json!("credited"), &used[0]["added_by_name"])
    );
    assert_eq!(match_text(&owner, &text).await["used"], 1);
    assert_eq!(keep(&owner, &text).await["added"], 0, "a used line is not added again");

    let reopen = format!("/agent/balance-requests/{request}/reopen");
    let _ = owner
        .post(&reopen, json!({"reason": "ошибка"}))
        .await
        .expect_within_statements(200, 23);
    let lines = open_lines(&owner).await;
    assert_eq!((lines.len(), &lines[0]["credits"]), (3, &json!([])));
    let changes = lines[0]["history"].as_array().expect("changes").iter();
    assert_eq!(
        changes
            .map(|change| (&change["kind"], &change["reason"]))
            .collect::<Vec<_>>(),
        [
            (&json!("credited"), &Value::Null),
            (&json!("taken_back"), &json!("ошибка"))
        ]
    );
}

#[apply(on_both)]
async fn line_is_split_over_requests_and_never_exceeded(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (first, _) = issued_request(&owner, &client, "6000", "RUB").await;
    let (second, _) = issued_request(&owner, &client, "4000", "RUB").await;
    let (third, _) = issued_request(&owner, &client, "50", "CNY").await;
    let _ = keep(&owner, "21.11.2026;+10 000,00 RUB;K1").await;
    let line = open_lines(&owner).await.remove(0);
    let credit = |amount: &str| json!({"line_key": line["key"], "amount": amount});
    let payable = owner.get(&step(&line, "requests")).await.expect(200);
    assert_eq!(
        payable["data"]
            .as_array()
            .expect("requests")
            .iter()
            .map(|request| &request["id"])
            .collect::<Vec<_>>(),
        [&first, &second],
        "requests in the currency of the line"
    );
    let found = owner
        .get(&format!("{}?search=нет%20такого", step(&line, "requests")))
        .await
        .expect(200);
    assert_eq!(found["data"], json!([]));
    let refused = owner
        .post(&confirm(&first), credit("10000.01"))
        .await
        .expect_problem(409, "statement_line_exceeded");
    assert_eq!(refused["current_amount"]["amount"], "10000.00");
    let _ = owner
        .post(&confirm(&third), credit("50"))
        .await
        .expect_problem(409, "statement_line_exceeded");
    let _ = owner
        .post(&confirm(&first), credit("6000"))
        .await
        .expect_within_statements(200, 21);
    let line = open_lines(&owner).await.remove(0);
    assert_eq!(
        (&line["left"]["amount"], &line["requests"][0]["id"]),
        (&json!("4000.00"), &second),
        "the rest is offered to the request with its amount"
    );
    let refused = owner
        .post(&confirm(&second), credit("4000.01"))
        .await
        .expect_problem(409, "statement_line_exceeded");
    assert_eq!(refused["current_amount"]["amount"], "4000.00");
    let _ = owner
        .post(&confirm(&second), credit("4000"))
        .await
        .expect_within_statements(200, 21);
    assert_eq!(open_lines(&owner).await, Vec::<Value>::new());
    let _ = owner
        .post(&confirm(&third), credit("1"))
        .await
        .expect_problem(409, "statement_line_used");
    let used = list(&owner, "state=used").await.remove(0);
    assert_eq!(used["credits"].as_array().map(Vec::len), Some(2));
    let _ = owner
        .post(
            &format!("/agent/balance-requests/{first}/reopen"),
            json!({"reason": "ошибка"}),
        )
        .await
        .expect_within_statements(200, 23);
    let line = open_lines(&owner).await.remove(0);
    assert_eq!(
        (&line["left"]["amount"], line["credits"].as_array().map(Vec::len)),
        (&json!("6000.00"), Some(1))
    );
}

#[apply(on_both)]
async fn line_is_ignored_with_a_reason_and_restored(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (request, _) = issued_request(&owner, &client, "900", "RUB").await;
    let _ = keep(
        &owner,
        "21.11.2026;+900,00 RUB;возврат от поставщика\n21.11.2026;+15,00 RUB;проценты",
    )
    .await;
    let line = open_lines(&owner).await.remove(0);
    let refused = owner
        .post(&step(&line, "ignore"), json!({"reason": " "}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["reason"][0]["code"], "required");
    let _ = owner
        .post(&step(&line, "restore"), json!({}))
        .await
        .expect_problem(409, "move_not_allowed");
    let ignored = owner
        .post(&step(&line, "ignore"), json!({"reason": "возврат поставщика"}))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(
        (&ignored["state"], &ignored["reason"], &ignored["requests"]),
        (&json!("ignored"), &json!("возврат поставщика"), &json!([]))
    );
    assert_eq!((open_lines(&owner).await.len(), waiting(&owner).await), (1, json!(1)));
    let _ = owner
        .post(&step(&line, "ignore"), json!({"reason": "ещё раз"}))
        .await
        .expect_problem(409, "move_not_allowed");
    let _ = owner
        .post(&confirm(&request), json!({"line_key": line["key"]}))
        .await
        .expect_problem(409, "statement_line_ignored");
    assert_eq!(
        keep(&owner, "21.11.2026;+900,00 RUB;возврат от поставщика").await["known"],
        1
    );
    assert_eq!(open_lines(&owner).await.len(), 1, "an ignored line stays ignored");
    let restored = owner
        .post(&step(&line, "restore"), json!({}))
        .await
        .expect_within_statements(200, 9);
    assert_eq!(
        (&restored["state"], &restored["reason"]),
        (&json!("open"), &Value::Null)
    );
    let kinds: Vec<_> = restored["history"]
        .as_array()
        .expect("changes")
        .iter()
        .map(|change| &change["kind"])
        .collect();
    assert_eq!(kinds, ["ignored", "restored"]);
}
