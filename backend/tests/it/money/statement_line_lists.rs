//! Kept lines of bank statements: uploads at once, search, similar lines, tenants and rights, and lines of the previous version.

use super::{
    statement_lines::{LINES, confirm, keep, list, open_lines, step},
    statements::{issued_request, match_text},
};
use crate::{
    staff::{NEWCOMER, hire_staff},
    support::{Actor, OTHER_OWNER, on_both},
};
use serde_json::{Value, json};

#[apply(on_both)]
async fn same_statement_uploaded_at_once_is_kept_once(app: App) {
    let owner = app.owner().await;
    let (colleague, _) = hire_staff(&app, &owner, NEWCOMER, "Касса", &[("topups", "edit", "all")]).await;
    let text = (0..300)
        .map(|line| format!("21.11.2026;+{},17 RUB;перевод {line}", 1000 + line))
        .collect::<Vec<_>>()
        .join("\n");
    let send = async |actor: &Actor| {
        actor
            .post(LINES, json!({"text": text}))
            .await
            .expect_within_statements(200, 8)
    };
    let (first, second) = tokio::join!(send(&owner), send(&colleague));
    let sum = |field: &str| first[field].as_u64().zip(second[field].as_u64()).map(|(a, b)| a + b);
    assert_eq!((sum("added"), sum("known")), (Some(300), Some(300)));
    let mut cursor = String::new();
    let mut keys = std::collections::BTreeSet::new();
    loop {
        let page = owner
            .get(&format!("{LINES}?state=open&limit=200{cursor}"))
            .await
            .expect_within_statements(200, 8);
        let lines = page["data"].as_array().expect("lines").iter();
        keys.extend(lines.map(|line| line["key"].to_string()));
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!(keys.len(), 300);
}

#[apply(on_both)]
async fn two_people_do_not_credit_a_line_twice(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (first, _) = issued_request(&owner, &client, "3100", "RUB").await;
    let (second, _) = issued_request(&owner, &client, "3100", "RUB").await;
    let (colleague, _) = hire_staff(&app, &owner, NEWCOMER, "Касса", &[("topups", "manage", "all")]).await;
    let _ = keep(&owner, "21.11.2026;+3 100,00 RUB;K1").await;
    let line = open_lines(&owner).await.remove(0);
    let body = json!({"line_key": line["key"]});
    let (one, other) = (confirm(&first), confirm(&second));
    let (mine, theirs) = tokio::join!(owner.post(&one, body.clone()), colleague.post(&other, body.clone()));
    let mut statuses = [mine.status, theirs.status];
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 409], "{} {}", mine.text, theirs.text);
    let balance = client.get("/client/balance").await.expect(200);
    assert_eq!(balance["accounts"][0]["amount"], "3100.00");
}

#[apply(on_both)]
async fn lines_are_found_by_text_and_amount(app: App) {
    let owner = app.owner().await;
    let text = "Дата;Сумма;Плательщик;Назначение\n21.11.2026;3 100,50;ООО «Ромашка»;за товар\n\
                22.11.2026;99,00;Петров И. И.;перевод 100_%";
    let _ = keep(&owner, text).await;
    for (search, expected) in [
        ("ромашка", "3100.50"),
        ("РОМАШКА»%3B за", ""),
        ("3 100,50", "3100.50"),
        ("3100.5", "3100.50"),
        ("петров", "99.00"),
        ("99", "99.00"),
        ("100_%25", "99.00"),
        ("100__", ""),
    ] {
        let found = list(&owner, &format!("state=open&search={}", search.replace(' ', "%20"))).await;
        let amounts: Vec<_> = found
            .iter()
            .map(|line| line["amount"]["amount"].as_str().unwrap_or_default())
            .collect();
        let expected: Vec<_> = Some(expected).filter(|amount| !amount.is_empty()).into_iter().collect();
        assert_eq!(amounts, expected, "{search}");
    }
}

#[apply(on_both)]
async fn same_operation_in_another_format_is_no_exact_line(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (request, code) = issued_request(&owner, &client, "3100", "RUB").await;
    let _ = keep(&owner, &format!("21.11.2026;+3 100,00 RUB;перевод {code}")).await;
    let _ = keep(
        &owner,
        &format!("Дата;Сумма;Назначение\n21.11.2026;3 100,00;{code}, ещё раз"),
    )
    .await;
    let lines = open_lines(&owner).await;
    assert_eq!(
        (&lines[0]["certain"], &lines[0]["similar"]),
        (&json!(true), &Value::Null)
    );
    assert_eq!(
        (&lines[1]["certain"], &lines[1]["similar"]["id"]),
        (&json!(false), &lines[0]["id"])
    );
    let exact = owner
        .get(&format!("{LINES}/exact"))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(exact["data"].as_array().map(Vec::len), Some(1));
    let _ = owner
        .post(&step(&lines[0], "ignore"), json!({"reason": "та же операция"}))
        .await
        .expect_within_statements(200, 8);
    let left = open_lines(&owner).await.remove(0);
    assert_eq!(
        (&left["certain"], &left["similar"], &left["requests"][0]["id"]),
        (&json!(true), &Value::Null, &request)
    );
}

#[apply(on_both)]
async fn lines_belong_to_their_agent_and_need_rights(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let text = "21.11.2026;+3 100,00 RUB;K1";
    let _ = keep(&owner, text).await;
    let line = open_lines(&owner).await.remove(0);
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    assert_eq!(open_lines(&stranger).await, Vec::<Value>::new());
    for name in ["ignore", "restore"] {
        let _ = stranger
            .post(&step(&line, name), json!({"reason": "чужое"}))
            .await
            .expect_problem(404, "not_found");
    }
    let _ = stranger
        .get(&step(&line, "requests"))
        .await
        .expect_problem(404, "not_found");
    assert_eq!(
        keep(&stranger, text).await["added"],
        1,
        "another agent keeps its own line"
    );
    let (reader, _) = hire_staff(&app, &owner, NEWCOMER, "Касса", &[("topups", "view", "all")]).await;
    assert_eq!(open_lines(&reader).await.len(), 1);
    for (path, body) in [
        (LINES.to_owned(), json!({"text": text})),
        (step(&line, "ignore"), json!({"reason": "нет права"})),
        (step(&line, "restore"), json!({})),
    ] {
        let _ = reader.post(&path, body).await.expect_problem(403, "permission_denied");
    }
    let _ = client.get(LINES).await.expect_problem(401, "credential_invalid");
}

/// The previous version stored the key of a line for one request.
#[apply(on_both)]
async fn lines_that_were_confirmed_before_stay_used(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (request, code) = issued_request(&owner, &client, "3100", "RUB").await;
    let text = "21.11.2026;+3 100,00 RUB;K1";
    let key = match_text(&owner, text).await["data"][0]["key"].clone();
    let _ = owner
        .post(&confirm(&request), json!({"line_key": key, "amount": "3000"}))
        .await
        .expect_within_statements(200, 22);
    let db = app.undo_migrations_from("m20261129_0430_kept_statement_lines").await;
    assert_eq!(
        app.count("statement_lines", &format!("request_id = {request}")).await,
        1
    );
    db.migrate().await.expect("goes up");
    db.close().await.expect("closes");
    assert_eq!(match_text(&owner, text).await["used"], 1);
    let used = list(&owner, "state=used").await.remove(0);
    assert_eq!(
        (
            &used["line"],
            &used["amount"]["amount"],
            &used["credits"][0]["request_code"]
        ),
        (&json!(""), &json!("3000.00"), &json!(code))
    );
    assert_eq!(
        keep(&owner, text).await,
        json!({"added": 0, "known": 1, "not_incoming": 0})
    );
    let used = list(&owner, "state=used").await.remove(0);
    assert_eq!(used["line"], text, "the statement gives the line its text");
    let reopen = format!("/agent/balance-requests/{request}/reopen");
    let _ = owner
        .post(&reopen, json!({"reason": "ошибка"}))
        .await
        .expect_within_statements(200, 23);
    assert_eq!(open_lines(&owner).await.len(), 1);
}
