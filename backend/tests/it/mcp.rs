//! The MCP server over HTTP: both eras of the protocol, rights, drafts, and payments in two steps.

use crate::{
    api_keys::create_key,
    orders::{
        draft_with_item,
        lifecycle::{adjust_balance, quote_order},
        submitted_order,
    },
    support::{Actor, WAREHOUSE_WORKER, on_both, on_sqlite},
};
use serde_json::{Value, json};

const VERSION: &str = "2026-07-28";

/// A message of the newest revision.
async fn send(actor: &Actor, method: &str, params: Value) -> Value {
    let mut params = params;
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": VERSION,
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let name = params["name"].as_str().unwrap_or_default();
    let actor = actor
        .with_header("mcp-protocol-version", VERSION)
        .with_header("mcp-method", method)
        .with_header("mcp-name", name);
    let message = json!({"jsonrpc": "2.0", "id": 1, "method": method, "params": params});
    // A tool that takes a confirmation reads an order and its sums, and then submits or pays it.
    actor.post("/mcp", message).await.expect_within_statements(200, 40)
}

async fn call(actor: &Actor, tool: &str, arguments: Value) -> Value {
    let answer = send(actor, "tools/call", json!({"name": tool, "arguments": arguments})).await;
    assert_eq!(answer["result"]["resultType"], "complete", "{answer}");
    answer["result"].clone()
}

async fn done(actor: &Actor, tool: &str, arguments: Value) -> Value {
    let result = call(actor, tool, arguments).await;
    assert_eq!(result["isError"], false, "{result}");
    result["structuredContent"].clone()
}

async fn names(actor: &Actor) -> Vec<String> {
    let listed = send(actor, "tools/list", json!({})).await;
    assert_eq!(listed["result"]["cacheScope"], "private");
    let tools = listed["result"]["tools"].as_array().expect("tools").iter();
    tools
        .map(|tool| tool["name"].as_str().expect("a name").to_owned())
        .collect()
}

#[apply(on_both)]
async fn client_fills_a_draft_by_tools(app: App) {
    let client = app.client().await;
    let listed = names(&client).await;
    assert!(
        listed.contains(&"item_add".to_owned()) && !listed.contains(&"client_search".to_owned()),
        "{listed:?}"
    );

    let order = done(&client, "order_create", json!({"type": "standard", "title": "Весна"})).await;
    let add = json!({
        "order": order["id"], "title": "Nike Dunk Low", "price": "459", "quantity": 2,
        "url": "https://detail.1688.com/offer/736512841907.html", "idempotency_key": "once",
    });
    let added = done(&client, "item_add", add.clone()).await;
    assert_eq!(
        done(&client, "item_add", add.clone()).await,
        added,
        "a repeated call returns the first answer"
    );
    let items = done(&client, "order_items", json!({"order": order["id"]})).await;
    assert_eq!(items["data"].as_array().map(Vec::len), Some(1));
    let card = client.get(&format!("/client/orders/{}", order["id"])).await.expect(200);
    assert_eq!((&card["title"], &card["items_count"]), (&json!("Весна"), &json!(1)));

    // A refusal of the API is a result that the model can read.
    let mut faulty = add.clone();
    faulty["quantity"] = 0.into();
    faulty["idempotency_key"] = "other".into();
    let refused = call(&client, "item_add", faulty).await;
    assert_eq!(refused["isError"], true);
    let problem: Value = serde_json::from_str(refused["content"][0]["text"].as_str().expect("text")).expect("JSON");
    assert_eq!(problem["code"], "validation_failed");
    assert!(!problem["errors"]["quantity"].is_null(), "{problem}");
    let foreign = call(&client, "order_get", json!({"order": 999_999})).await;
    assert!(
        foreign["content"][0]["text"]
            .as_str()
            .expect("text")
            .contains("not_found")
    );
}

#[apply(on_both)]
async fn payment_takes_a_confirmation_of_its_amount(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    let pay = |confirmation: &Value| json!({"order": order, "currency": "RUB", "confirmation": confirmation});
    let early = done(&client, "order_pay", pay(&Value::Null)).await;
    assert_eq!(early["payable"], false);

    let _ = quote_order(&owner, order).await;
    adjust_balance(&owner, 1, "9000", "RUB").await;
    let balance = async || client.get("/client/balance").await.expect(200)["accounts"][0]["amount"].clone();
    let preview = done(&client, "order_pay", pay(&Value::Null)).await;
    assert_eq!(preview["amount"], json!({"amount": "1068.75", "currency": "RUB"}));
    for wrong in ["", "0000"] {
        let again = done(&client, "order_pay", pay(&json!(wrong))).await;
        assert_eq!(again["confirmation"], preview["confirmation"]);
    }
    // The confirmation of one order pays no other one.
    let other = submitted_order(&client).await;
    let _ = quote_order(&owner, other).await;
    let arguments = json!({"order": other, "currency": "RUB", "confirmation": preview["confirmation"]});
    assert_eq!(done(&client, "order_pay", arguments).await["payable"], true);
    assert_eq!(
        balance().await,
        "9000.00",
        "nothing is paid without a confirmation of this amount"
    );

    let _ = done(&client, "order_pay", pay(&preview["confirmation"])).await;
    assert_eq!(balance().await, "7931.25");
    let after = done(&client, "order_pay", pay(&preview["confirmation"])).await;
    assert_eq!(after["payable"], false);
    assert_eq!(balance().await, "7931.25");
}

#[apply(on_both)]
async fn submission_takes_a_confirmation_of_its_deposit(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    let fixed = json!({"base": "CNY", "source": "fixed", "fixed": "12"});
    let _ = owner.patch("/agent/settings/rate", fixed).await.expect(200);
    let (order, _) = draft_with_item(&client).await;
    let status = async || client.get(&format!("/client/orders/{order}")).await.expect(200)["status"].clone();
    let submit = |confirmation: &Value| json!({"order": order, "currency": "RUB", "confirmation": confirmation});
    let preview = done(&client, "order_submit", submit(&Value::Null)).await;
    assert_eq!(
        (&preview["items_count"], &preview["deposit"]),
        (&json!(1), &Value::Null)
    );
    // The agent asks for a deposit meanwhile: the person has not agreed to it.
    let _ = owner
        .patch("/agent/settings/order-limits", json!({"deposit": "20"}))
        .await
        .expect(200);
    adjust_balance(&owner, 1, "9000", "RUB").await;
    let again = done(&client, "order_submit", submit(&preview["confirmation"])).await;
    assert_eq!(
        again["deposit"]["amount"],
        json!({"amount": "205.20", "currency": "RUB"})
    );
    assert_ne!(again["confirmation"], preview["confirmation"]);
    assert_eq!(status().await, "draft");
    let card = done(&client, "order_submit", submit(&again["confirmation"])).await;
    assert_eq!((&card["id"], &card["status"]), (&json!(order), &json!("submitted")));
    let balance = client.get("/client/balance").await.expect(200);
    assert_eq!(balance["deposits"][0]["amount"]["amount"], "205.20", "{balance}");
    let after = done(&client, "order_submit", submit(&again["confirmation"])).await;
    assert_eq!(after["submittable"], false);
}

#[apply(on_both)]
async fn tools_are_those_that_the_rights_allow(app: App) {
    let owner = app.owner().await;
    let all = names(&owner).await;
    assert!(
        all.contains(&"client_search".to_owned()) && !all.contains(&"order_pay".to_owned()),
        "{all:?}"
    );
    let clients = done(&owner, "client_search", json!({"limit": 1})).await;
    assert_eq!(clients["data"].as_array().map(Vec::len), Some(1));

    let staff = app.log_in("agent", WAREHOUSE_WORKER).await;
    let some = names(&staff).await;
    assert!(!some.contains(&"client_search".to_owned()), "{some:?}");
    let refused = call(&staff, "client_search", json!({})).await;
    assert!(
        refused["content"][0]["text"]
            .as_str()
            .expect("text")
            .contains("permission_denied")
    );
}

#[apply(on_both)]
async fn tools_of_a_key_are_those_that_its_rights_allow(app: App) {
    let owner = app.owner().await;
    let reader =
        app.with_token(&create_key(&owner, "agent", json!({"name": "Reader", "rights": {"orders": "read"}})).await);
    let listed = names(&reader).await;
    assert!(listed.contains(&"order_get".to_owned()), "{listed:?}");
    for closed in ["client_search", "balance_get", "shipment_search"] {
        assert!(!listed.contains(&closed.to_owned()), "{listed:?}");
    }
    let client = app.client().await;
    let rights = json!({"name": "Assistant", "rights": {"orders": "write", "items": "read"}});
    let assistant = app.with_token(&create_key(&client, "client", rights).await);
    let listed = names(&assistant).await;
    assert!(
        listed.contains(&"order_create".to_owned()) && !listed.contains(&"item_add".to_owned()),
        "{listed:?}"
    );
    let _ = done(&assistant, "order_create", json!({"type": "standard"})).await;
}

#[apply(on_both)]
async fn message_of_a_key_counts_once_and_a_refusal_keeps_its_own_error(app: App) {
    let app = app.with_config(|config| {
        config.trusted_proxies = 1;
        config.capacity.key_requests = 3;
    });
    let owner = app.owner().await;
    let key = |rights: Value, networks: Value| json!({"name": "ERP", "rights": rights, "networks": networks});
    let from_home = |key: &str| app.with_token(key).with_header("x-forwarded-for", "203.0.113.5");
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    let elsewhere = key(json!({"orders": "read"}), json!(["198.51.100.0/24"]));
    let _ = from_home(&create_key(&owner, "agent", elsewhere).await)
        .post("/mcp", list)
        .await
        .expect_problem(403, "key_network_refused");

    let client = app.client().await;
    let of_staff = create_key(&owner, "agent", key(json!({"orders": "read"}), json!([]))).await;
    let of_client = create_key(&client, "client", key(json!({"orders": "read"}), json!([]))).await;
    for key in [of_staff, of_client] {
        let program = from_home(&key);
        let search = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "order_search"}});
        for left in [2, 1, 0] {
            let answer = program.post("/mcp", search.clone()).await;
            let header = answer.headers["ratelimit"].to_str().expect("text").to_owned();
            assert!(header.contains(&format!("\"key\";r={left};")), "{header}");
            assert_eq!(answer.expect(200)["result"]["isError"], false);
        }
        let refused = program.post("/mcp", search).await;
        assert!(refused.headers.contains_key("retry-after"));
        let _ = refused.expect_problem(429, "too_many_requests");
    }
}

#[apply(on_sqlite)]
async fn clients_of_the_older_revisions_are_served(app: App) {
    let client = app.client().await;
    let message = |id: Value, method: &str, params: Value| json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
    let hello =
        json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}});
    let answer = client
        .post("/mcp", message(json!(1), "initialize", hello))
        .await
        .expect(200);
    assert_eq!(answer["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(answer["result"]["resultType"], Value::Null);
    let notification = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
    assert_eq!(client.post("/mcp", notification).await.status, 202);
    let client = client.with_header("mcp-protocol-version", "2025-06-18");
    let listed = client
        .post("/mcp", message(json!("a"), "tools/list", json!({})))
        .await
        .expect(200);
    assert_eq!((&listed["id"], &listed["result"]["ttlMs"]), (&json!("a"), &Value::Null));
    let unknown = client
        .post("/mcp", message(json!(2), "resources/list", json!({})))
        .await
        .expect(200);
    assert_eq!(unknown["error"]["code"], -32601);
    let unknown = json!({"name": "order_burn", "arguments": {}});
    let unknown = client
        .post("/mcp", message(json!(3), "tools/call", unknown))
        .await
        .expect(200);
    assert_eq!(unknown["error"]["code"], -32602);
    let _ = client.get("/mcp").await.expect(405);
}

#[apply(on_sqlite)]
async fn messages_without_a_right_to_them_are_refused(app: App) {
    let list = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/list"});
    let refused = app.anonymous().post("/mcp", list.clone()).await;
    assert_eq!(refused.headers["www-authenticate"], "Bearer");
    let _ = refused.expect_problem(401, "credential_missing");
    let _ = app
        .with_token("nothing")
        .post("/mcp", list.clone())
        .await
        .expect_problem(401, "credential_invalid");
    let elsewhere = app.client().await.with_header("origin", "https://elsewhere.example");
    let _ = elsewhere
        .post("/mcp", list)
        .await
        .expect_problem(403, "page_origin_refused");
    let client = app.client().await;
    let torn = client.send("POST", "/mcp", Some(b"{".to_vec())).await.expect(400);
    assert_eq!(torn["error"]["code"], -32700);
    let mut discover = json!({"jsonrpc": "2.0", "id": 1, "method": "server/discover"});
    let refused = client.post("/mcp", discover.clone()).await.expect(400);
    assert_eq!(refused["error"]["code"], -32020);
    discover["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2031-01-01".into();
    let refused = client.post("/mcp", discover).await.expect(400);
    assert_eq!(refused["error"]["data"]["requested"], "2031-01-01");
    let found = send(&client, "server/discover", json!({})).await;
    assert_eq!(found["result"]["supportedVersions"][0], VERSION);
}
