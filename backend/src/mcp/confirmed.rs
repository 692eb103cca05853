//! The tools that commit a client: to submit an order and to pay it. The first call returns what would happen, with a confirmation, and
//! changes nothing; the second one repeats it with the confirmation. The confirmation is valid for this credential, order and amount
//! only, so nothing is stored.

use super::{
    message::RpcError,
    session::{Outcome, Session, request},
};
use axum::{body::Body, http::header};
use hmac::Mac as _;
use platform::{
    http::{Failure, IDEMPOTENCY_KEY},
    rng,
};
use serde_json::{Map, Value, json};

/// The answer of a tool; the outer error refuses the credential, the inner one the message.
type ToolResult = Result<Result<Outcome, RpcError>, Failure>;

/// Submits a draft. A deposit is reserved, if the agent asks for one.
pub(super) async fn submit(session: &Session<'_>, arguments: &Map<String, Value>) -> ToolResult {
    let Some(order) = arguments.get("order").and_then(Value::as_i64) else {
        return Ok(Err(RpcError::invalid_params("order is required")));
    };
    let path = format!("/client/orders/{order}");
    let card = match session.send(request("get", &path, Body::empty())?).await? {
        Outcome::Done(card) => card,
        refused @ Outcome::Refused(_) => return Ok(Ok(refused)),
    };
    if card["status"] != "draft" {
        let text = json!({"submittable": false, "status": card["status"], "note": "Only a draft can be submitted."});
        return Ok(Ok(Outcome::Done(text)));
    }
    // A credential that may not see prices reserves nothing: the API refuses it if a deposit is required.
    let money = match session
        .send(request("get", &format!("{path}/calculation"), Body::empty())?)
        .await?
    {
        Outcome::Done(money) => money,
        Outcome::Refused(_) => Value::Null,
    };
    let wanted = arguments.get("currency");
    let mut deposits = money["deposit"]["reserve_from"].as_array().into_iter().flatten();
    let deposit = deposits.find(|option| wanted.is_none_or(|currency| option["amount"]["currency"] == *currency));
    let amount = deposit.map_or(&Value::Null, |option| &option["amount"]);
    let expected = confirmation(session, &json!(["mcp submission", order, card["version"], amount]));
    match confirmed(arguments, &expected) {
        Ok(()) => {
            let body = json!({"deposit": amount});
            send_once(session, &format!("{path}/submit"), &body, &expected).await
        }
        Err(note) => Ok(Ok(Outcome::Done(json!({
            "submittable": true,
            "number": card["number"],
            "items_count": card["items_count"],
            "total": money["calculation"]["total"],
            "deposit": deposit,
            "confirmation": expected,
            "note": note,
        })))),
    }
}

/// Pays an order.
pub(super) async fn pay(session: &Session<'_>, arguments: &Map<String, Value>) -> ToolResult {
    let (Some(order), Some(currency)) = (
        arguments.get("order").and_then(Value::as_i64),
        arguments.get("currency").and_then(Value::as_str),
    ) else {
        return Ok(Err(RpcError::invalid_params("order and currency are required")));
    };
    let path = format!("/client/orders/{order}");
    let money = match session
        .send(request("get", &format!("{path}/calculation"), Body::empty())?)
        .await?
    {
        Outcome::Done(money) => money,
        refused @ Outcome::Refused(_) => return Ok(Ok(refused)),
    };
    let mut sources = money["pay_from"].as_array().into_iter().flatten();
    let source = sources.find(|source| source["amount"]["currency"] == currency);
    let (Some(source), quote) = (source, &money["quote"]["id"]) else {
        let text = json!({"payable": false, "note": "There is nothing to pay in this currency now."});
        return Ok(Ok(Outcome::Done(text)));
    };
    let amount = &source["amount"];
    let expected = confirmation(session, &json!(["mcp payment", order, quote, amount]));
    match confirmed(arguments, &expected) {
        Ok(()) => {
            let body = json!({"quote_id": quote, "amount": amount});
            send_once(session, &format!("{path}/pay"), &body, &expected).await
        }
        Err(note) => Ok(Ok(Outcome::Done(json!({
            "payable": true,
            "amount": amount,
            "balance": source["balance"],
            "suffices": source["suffices"],
            "confirmation": expected,
            "note": note,
        })))),
    }
}

/// Whether the call has the confirmation of what it would do now. The error is a note for the assistant.
fn confirmed(arguments: &Map<String, Value>, expected: &str) -> Result<(), &'static str> {
    match arguments.get("confirmation").and_then(Value::as_str) {
        Some(given) if given == expected => Ok(()),
        Some(_) => Err("Nothing is done: the order or the amount has changed. Ask the person again."),
        None => Err("Nothing is done yet. Show this to the person, and repeat the call with the confirmation."),
    }
}

/// Sends a request that repeated calls with one confirmation perform once.
async fn send_once(session: &Session<'_>, path: &str, body: &Value, confirmation: &str) -> ToolResult {
    let mut request = request("post", path, Body::from(body.to_string()))?;
    let key = confirmation.parse().map_err(Failure::internal)?;
    request.headers_mut().insert(IDEMPOTENCY_KEY, key);
    session.send(request).await.map(Ok)
}

/// The confirmation of an act of this credential.
fn confirmation(session: &Session<'_>, act: &Value) -> String {
    let credential = session
        .headers()
        .get(header::AUTHORIZATION)
        .map(|value| rng::digest(value.as_bytes()));
    let mut mac = rng::hmac_sha256(session.state.config.secrets_key.as_bytes());
    mac.update(json!([act, credential]).to_string().as_bytes());
    hex::encode(mac.finalize().into_bytes())
}
