//! Matching of bank statements with top-up requests.

use crate::{
    services::send_bytes,
    support::{Actor, OTHER_OWNER, on_both},
};
use serde_json::{Value, json};

#[apply(on_both)]
async fn bank_statement_is_matched_to_requests(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let mut ids = Vec::new();
    for amount in ["975", "1234.50", "975"] {
        let request = client
            .post("/client/balance/requests", json!({"amount": amount, "currency": "RUB"}))
            .await
            .expect(201);
        let _ = owner
            .post(
                &format!("/agent/balance-requests/{}/issue", request["id"]),
                json!({"requisites": "карта"}),
            )
            .await
            .expect(200);
        ids.push((
            request["id"].clone(),
            request["code"].as_str().expect("a code").to_owned(),
        ));
    }
    let text = format!(
        "Дата;Сумма;Назначение\n21.11.2026;1 234,50;перевод\n21.11.2026;975,00;по заявке {}\n21.11.2026;11,00;другое",
        ids[2].1
    );
    let matches = owner
        .post("/agent/balance-requests/matches", json!({"text": text}))
        .await
        .expect(200);
    let found: Vec<_> = matches["data"]
        .as_array()
        .expect("matches")
        .iter()
        .map(|line| (&line["requests"][0]["id"], &line["certain"]))
        .collect();
    assert_eq!(found, [(&ids[1].0, &json!(false)), (&ids[2].0, &json!(true))]);
    // The same from bank files, in the encodings that banks use.
    let rows = format!("Дата;Сумма;Назначение\n21.11.2026;975,00;по заявке {}", ids[2].1);
    let exchange = format!(
        "1CClientBankExchange\r\nВерсияФормата=1.03\r\nКодировка=Windows\r\nСекцияДокумент=Платежное \
         поручение\r\nНомер=1\r\nСумма=975.00\r\nПлательщик1=ИП Петров\r\nНазначениеПлатежа=Заявка {}, \
         без НДС\r\nКонецДокумента\r\nКонецФайла\r\n",
        ids[2].1
    );
    for (name, file) in [
        ("csv", rows.as_bytes().to_vec()),
        ("1c", encoding_rs::WINDOWS_1251.encode(&exchange).0.into_owned()),
    ] {
        let read = send_bytes(&owner, "POST", "/agent/balance-requests/statement", 0, &file)
            .await
            .expect(200);
        let matches = owner
            .post("/agent/balance-requests/matches", json!({"text": read["text"]}))
            .await
            .expect(200);
        assert_eq!(
            (&matches["data"][0]["requests"][0]["id"], &matches["data"][0]["certain"]),
            (&ids[2].0, &json!(true)),
            "{name}: {read}"
        );
    }
    send_bytes(
        &owner,
        "POST",
        "/agent/balance-requests/statement",
        0,
        b"\0\x01\x02\0\0\x03",
    )
    .await
    .expect_problem(422, "file_not_a_table");
    send_bytes(&client, "POST", "/agent/balance-requests/statement", 0, b"x")
        .await
        .expect_problem(401, "credential_invalid");
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    assert_eq!(
        stranger
            .post("/agent/balance-requests/matches", json!({"text": text}))
            .await
            .expect(200)["data"],
        json!([])
    );
}

/// The id and the code of a request of the client that requisites were issued for.
pub(super) async fn issued_request(owner: &Actor, client: &Actor, amount: &str, currency: &str) -> (Value, String) {
    let request = client
        .post(
            "/client/balance/requests",
            json!({"amount": amount, "currency": currency}),
        )
        .await
        .expect(201);
    let path = format!("/agent/balance-requests/{}/issue", request["id"]);
    let _ = owner.post(&path, json!({"requisites": "карта"})).await.expect(200);
    (
        request["id"].clone(),
        request["code"].as_str().expect("a code").to_owned(),
    )
}

pub(super) async fn match_text(owner: &Actor, text: &str) -> Value {
    owner
        .post("/agent/balance-requests/matches", json!({"text": text}))
        .await
        .expect(200)
}

#[apply(on_both)]
async fn confirmed_line_of_a_statement_is_not_offered_again(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (first, _) = issued_request(&owner, &client, "3100", "RUB").await;
    let (second, _) = issued_request(&owner, &client, "3100", "RUB").await;
    let text = "21.11.2026;3 100,00;Оплата К1\n21.11.2026;-3 100,00;возврат K1\n21.11.2026;3 100,00;Оплата К1";
    let found = match_text(&owner, text).await;
    assert_eq!(
        (
            found["data"].as_array().map(Vec::len),
            &found["not_incoming"],
            &found["used"]
        ),
        (Some(2), &json!(1), &json!(0))
    );
    let key = found["data"][0]["key"].clone();
    assert_ne!(key, found["data"][1]["key"], "equal lines are two payments");
    let confirm = |id: &Value| format!("/agent/balance-requests/{id}/confirm");
    for key in ["", "x", &"g".repeat(64)] {
        let _ = owner
            .post(&confirm(&first), json!({"line_key": key}))
            .await
            .expect_problem(422, "validation_failed");
    }
    let _ = owner
        .post(&confirm(&first), json!({"line_key": key}))
        .await
        .expect_within_statements(200, 18);
    let _ = owner
        .post(&confirm(&second), json!({"line_key": key}))
        .await
        .expect_problem(409, "statement_line_used");
    assert_eq!(
        client.get("/client/balance").await.expect(200)["accounts"][0]["amount"],
        "3100.00",
        "a refused confirmation credits nothing"
    );
    // The next statement overlaps with this one and has a line more.
    let later = format!("{text}\n22.11.2026;3 100,00;Оплата К1");
    let found = match_text(&owner, &later).await;
    let keys: Vec<_> = found["data"]
        .as_array()
        .expect("matches")
        .iter()
        .map(|line| &line["key"])
        .collect();
    assert_eq!(
        (keys.len(), keys.contains(&&key), &found["used"]),
        (2, false, &json!(1))
    );
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    assert_eq!(
        match_text(&stranger, text).await["used"],
        0,
        "lines belong to their agent"
    );
    let other = keys[1].clone();
    let _ = owner
        .post(&confirm(&second), json!({"line_key": other}))
        .await
        .expect_within_statements(200, 18);
}

#[apply(on_both)]
async fn wrong_money_is_no_exact_match(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (id, code) = issued_request(&owner, &client, "3100", "RUB").await;
    let own = client.get("/client/balance/requests").await.expect(200)["data"][0].clone();
    assert_eq!(own["client_code"], "K1");
    for line in [
        "3 100,00 Оплата K1".to_owned(),
        "3 100,00 оплата К 1".to_owned(),
        format!("22.11.2026\t3100.00\tперевод {code}"),
    ] {
        let found = match_text(&owner, &line).await;
        assert_eq!(
            (&found["data"][0]["certain"], &found["data"][0]["requests"][0]["id"]),
            (&json!(true), &id),
            "{line}"
        );
    }
    for line in [
        "3 100,00 Оплата K17",
        "01.10.2026;3 100,00;Оплата K1",
        "3 100,00 возврат K1",
        "3 100,00 комиссия за K1, ещё 200,00",
    ] {
        let found = match_text(&owner, line).await;
        assert_eq!(found["data"][0]["certain"], false, "{line}: {found}");
    }
    for line in [
        "-3 100,00 K1",
        "3 100,00 CNY K1",
        "3 100,00 K1 交易关闭",
        ":20:X\n:60F:C261120RUB0,\n:61:2611211121RC3100,00NTRFNONREF//B1\n:86:K1",
        "1CClientBankExchange\nРасчСчет=40802810000000000001\nСекцияДокумент=Платежное поручение\nСумма=3100.00\n\
         ПлательщикСчет=40802810000000000001\nНазначениеПлатежа=K1\nКонецДокумента\nКонецФайла",
    ] {
        let found = match_text(&owner, line).await;
        assert_eq!(
            (&found["data"], &found["not_incoming"]),
            (&json!([]), &json!(u8::from(!line.contains("CNY")))),
            "{line}"
        );
    }
}

#[apply(on_both)]
async fn large_statement_is_read_whole_or_refused(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (id, _) = issued_request(&owner, &client, "3100", "RUB").await;
    let lines = |count: usize| {
        let noise = (0..count).map(|line| {
            format!(
                "21.11.2026;{},17;оплата по счёту без заявки, строка А{line}",
                5000 + line
            )
        });
        noise
            .chain(["22.11.2026;3 100,00;Оплата K1".to_owned()])
            .collect::<Vec<_>>()
            .join("\n")
    };
    let text = lines(5000);
    assert!(text.chars().count() > 200_000);
    let found = match_text(&owner, &text).await;
    assert_eq!(
        (
            &found["data"][0]["requests"][0]["id"],
            &found["data"][0]["certain"],
            &found["unmatched"]
        ),
        (&id, &json!(true), &json!(5000))
    );
    let read = send_bytes(&owner, "POST", "/agent/balance-requests/statement", 0, text.as_bytes())
        .await
        .expect(200);
    assert_eq!(
        match_text(&owner, read["text"].as_str().expect("a text")).await["unmatched"],
        5000
    );
    let refused = owner
        .post("/agent/balance-requests/matches", json!({"text": lines(20_000)}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(refused["errors"]["text"][0]["code"], "too_many");
}

#[apply(on_both)]
async fn money_of_a_confirmed_request_is_not_that_of_another_one(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let (first, code) = issued_request(&owner, &client, "3100", "RUB").await;
    let (second, _) = issued_request(&owner, &client, "3100", "RUB").await;
    // Confirmed by hand, so no line is known to be used.
    let _ = owner
        .post(&format!("/agent/balance-requests/{first}/confirm"), json!({}))
        .await
        .expect_within_statements(200, 18);
    let found = match_text(&owner, &format!("22.11.2026;3 100,00;K1, заявка {code}")).await;
    assert_eq!(
        (&found["data"][0]["requests"][0]["id"], &found["data"][0]["certain"]),
        (&second, &json!(false))
    );
    let found = match_text(&owner, "22.11.2026;3 100,00;K1, заявка").await;
    assert_eq!(found["data"][0]["certain"], true);
}
