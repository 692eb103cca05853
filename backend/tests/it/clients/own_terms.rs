//! Rates and offers of one client that replace the general ones.

use crate::{
    orders::submitted_order,
    staff::{NEWCOMER, hire_staff},
    support::{Actor, CLIENT, TWO_CABINETS, on_both},
};
use serde_json::{Value, json};
use shared_types::{
    fixed::Rate,
    money::Currency,
    rates::{RateSource, SourceRate},
};

const CLIENT_PATH: &str = "/agent/clients/1";

async fn set_general_rate(owner: &Actor, rate: &str) {
    let fixed = json!({"base": "CNY", "source": "fixed", "fixed": rate});
    let _ = owner.patch("/agent/settings/rate", fixed).await.expect(200);
}

#[apply(on_both)]
async fn own_rate_of_a_client_changes_the_calculation(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    set_general_rate(&owner, "12").await;
    let order = submitted_order(&client).await;
    let in_rubles = async || {
        let path = format!("/agent/orders/{order}/calculation");
        owner.get(&path).await.expect_within_statements(200, 7)["calculation"]["due_rub"]["amount"].clone()
    };
    assert_eq!(in_rubles().await, json!("1026.00"), "85.50 at 12");
    let own = json!([{"base": "CNY", "source": "fixed", "fixed": "11.00", "markup": "0"}]);
    let card = owner
        .patch(CLIENT_PATH, json!({"rates": own}))
        .await
        .expect_within_statements(200, 9);
    assert_eq!(card["rates"], own);
    assert_eq!(in_rubles().await, json!("940.50"), "85.50 at 11");
    let rates = async || client.get("/client/rate").await.expect(200)["data"][0]["effective"]["rate"].clone();
    assert_eq!(rates().await, "11.00");
    let terms = owner.get(&format!("{CLIENT_PATH}/terms")).await.expect(200);
    assert_eq!(
        (
            &terms["rates"][0]["general"]["rate"],
            &terms["rates"][0]["effective"]["rate"]
        ),
        (&json!("12.00"), &json!("11.00"))
    );
    let extension = app.extension_of(CLIENT).await;
    let known = extension.get("/api/ext/me").await.expect(200);
    assert_eq!(known["clients"][0]["pricing"]["rates"]["RUB"], "0.090909");

    // Other clients keep the rate of the agent.
    let other = app.log_in("client", TWO_CABINETS).await;
    let order_of_other = submitted_order(&other).await;
    let path = format!("/agent/orders/{order_of_other}/calculation");
    let calculation = owner.get(&path).await.expect_within_statements(200, 7);
    assert_eq!(calculation["calculation"]["due_rub"]["amount"], "1026.00");

    // The quote that the client has seen keeps its rate.
    let shown = json!({"currency": "CNY", "amount": "85.50"});
    let _ = owner
        .post(&format!("/agent/orders/{order}/quote"), json!({"amount": shown}))
        .await
        .expect_within_statements(200, 18);
    let _ = owner
        .patch(CLIENT_PATH, json!({"rates": []}))
        .await
        .expect_within_statements(200, 8);
    let money = client
        .get(&format!("/client/orders/{order}/calculation"))
        .await
        .expect(200);
    assert_eq!(
        (&money["quote"]["rate"], &money["quote"]["due_rub"]["amount"]),
        (&json!("11.00"), &json!("940.50"))
    );
    assert_eq!(rates().await, "12.00");
    let history = owner.get(&format!("{CLIENT_PATH}/history")).await.expect(200);
    assert_eq!(
        history["data"][0]["changes"],
        json!([{"field": "rates", "before": {"rates": own}}])
    );
    assert_eq!(history["data"][0]["actor_name"], "Анна");
}

#[apply(on_both)]
async fn own_markup_is_added_to_the_rate_of_the_source(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    set_general_rate(&owner, "12").await;
    let published = SourceRate {
        source: RateSource::Cbr,
        base: Currency::Cny,
        rate: Rate::parse("10").expect("a rate"),
        at: app.state.clock.now(),
        for_date: None,
        detail: String::new(),
    };
    books::rates::save(&app.state.system(), &published)
        .await
        .expect("saved");
    let own = json!([{"base": "CNY", "source": "cbr", "markup": "5"}]);
    let _ = owner
        .patch(CLIENT_PATH, json!({"rates": own}))
        .await
        .expect_within_statements(200, 9);
    let rate = client.get("/client/rate").await.expect(200)["data"][0]["effective"].clone();
    assert_eq!((&rate["rate"], &rate["source"]), (&json!("10.50"), &json!("cbr")));
}

#[apply(on_both)]
async fn invalid_own_rates_are_refused(app: App) {
    let owner = app.owner().await;
    set_general_rate(&owner, "12").await;
    let refused = async |rates: Value| {
        let response = owner.patch(CLIENT_PATH, json!({"rates": rates})).await;
        response.expect_problem(422, "validation_failed")["errors"].clone()
    };
    let own = |fixed: &str| json!({"base": "CNY", "source": "fixed", "fixed": fixed});
    let missing = refused(json!([{"base": "CNY", "source": "fixed"}])).await;
    assert_eq!(missing["rates[0].fixed"][0]["code"], "required");
    assert!(refused(json!([own("0")])).await["rates[0].fixed"].is_array());
    let markup = refused(json!([{"base": "CNY", "source": "cbr", "markup": "101"}])).await;
    assert!(markup["rates[0].markup"].is_array());
    let twice = refused(json!([own("11"), own("12")])).await;
    assert_eq!(twice["rates[1].base"][0]["code"], "taken");
    let unknown = refused(json!([{"base": "USD", "source": "fixed", "fixed": "90"}])).await;
    assert!(
        unknown["rates[0].base"].is_array(),
        "the agent has no rate of the dollar"
    );
    let (editor, _) = hire_staff(&app, &owner, NEWCOMER, "Редакторы", &[("clients", "edit", "all")]).await;
    for change in [json!({"rates": []}), json!({"offers": {}})] {
        let _ = editor
            .patch(CLIENT_PATH, change)
            .await
            .expect_problem(403, "permission_denied");
    }
}

#[apply(on_both)]
async fn own_offers_of_a_client_replace_those_for_all(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let general = json!({"rubles": true, "yuan": true, "cash_on_receipt": false, "note": ""});
    let _ = owner.patch("/agent/settings/payments", general).await.expect(200);
    let own = json!({"rubles": false, "cash_on_receipt": true, "self_buyout": false});
    let card = owner
        .patch(CLIENT_PATH, json!({"offers": own}))
        .await
        .expect_within_statements(200, 8);
    assert_eq!(card["offers"], own);
    let terms = client.get("/client/terms").await.expect(200);
    assert_eq!(
        terms["payments"],
        json!({"rubles": false, "yuan": true, "cash_on_receipt": true, "reweighing_percent": "10", "note": ""})
    );
    assert_eq!(terms["self_buyout"]["enabled"], false);
    let request = |currency: &str| json!({"amount": "100", "currency": currency});
    let _ = client
        .post("/client/balance/requests", request("RUB"))
        .await
        .expect_problem(409, "not_offered");
    let _ = client
        .post("/client/balance/requests", request("CNY"))
        .await
        .expect(201);
    let self_buyout = json!({"type": "self_buyout"});
    let _ = client
        .post("/client/orders", self_buyout.clone())
        .await
        .expect_problem(409, "not_offered");

    // Other clients get the general offers.
    let other = app.log_in("client", TWO_CABINETS).await;
    let terms = other.get("/client/terms").await.expect(200);
    assert_eq!(
        (&terms["payments"]["rubles"], &terms["payments"]["cash_on_receipt"]),
        (&json!(true), &json!(false))
    );
    let _ = other.post("/client/orders", self_buyout).await.expect(201);

    let general = owner.get(&format!("{CLIENT_PATH}/terms")).await.expect(200);
    assert_eq!(
        (&general["rubles"], &general["cash_on_receipt"], &general["self_buyout"]),
        (&json!(true), &json!(false), &json!(true))
    );
    let history = owner.get(&format!("{CLIENT_PATH}/history")).await.expect(200);
    assert_eq!(
        history["data"][0]["changes"],
        json!([
            {"field": "ruble_topups", "after": {"offered": false}},
            {"field": "cash_on_receipt", "after": {"offered": true}},
            {"field": "self_buyout", "after": {"offered": false}},
        ])
    );
    let _ = owner
        .patch(CLIENT_PATH, json!({"offers": {}}))
        .await
        .expect_within_statements(200, 8);
    let terms = client.get("/client/terms").await.expect(200);
    assert_eq!(terms["payments"]["rubles"], true);
}
