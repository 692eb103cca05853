//! The tool that pays an order. The first call returns the amount with a confirmation, and charges nothing; the second one repeats it
//! with the confirmation. The confirmation is valid for this credential, order, quote and amount only, so nothing is stored.

use super::{
    message::RpcError,
    session::{Outcome, Session, request},
};
use axum::{body::Body, http::header};
use hmac::Mac as _;
use platform::{http::Failure, rng};
use serde_json::{Map, Value, json};

pub(super) async fn pay(
    session: &Session<'_>,
    arguments: &Map<String, Value>,
) -> Result<Result<Outcome, RpcError>, Failure> {
    let (Some(order), Some(currency)) = (
        arguments.get("order").and_then(Value::as_i64),
        arguments.get("currency").and_then(Value::as_str),
    ) else {
        return Ok(Err(RpcError::invalid_params("order and currency are required")));
    };
    let path = format!("/client/orders/{order}/calculation");
    let money = match session.send(request("get", &path, Body::empty())?).await? {
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
    let expected = confirmation(session, order, quote, amount);
    let body = match arguments.get("confirmation").and_then(Value::as_str) {
        Some(given) if given == expected => json!({"quote_id": quote, "amount": amount}),
        given => {
            let note = match given {
                None => {
                    "Nothing is paid yet. Show the amount to the person, and repeat the call with the confirmation."
                }
                Some(_) => "Nothing is paid: the quote or the amount has changed. Ask the person again.",
            };
            return Ok(Ok(Outcome::Done(json!({
                "payable": true,
                "amount": amount,
                "balance": source["balance"],
                "suffices": source["suffices"],
                "confirmation": expected,
                "note": note,
            }))));
        }
    };
    let path = format!("/client/orders/{order}/pay");
    let mut payment = request("post", &path, Body::from(body.to_string()))?;
    // A repeated call with one confirmation is one payment.
    let key = expected.parse().map_err(Failure::internal)?;
    payment.headers_mut().insert("idempotency-key", key);
    session.send(payment).await.map(Ok)
}

fn confirmation(session: &Session<'_>, order: i64, quote: &Value, amount: &Value) -> String {
    let credential = session
        .headers()
        .get(header::AUTHORIZATION)
        .map(|value| rng::digest(value.as_bytes()));
    let text = json!(["mcp payment", order, quote, amount, credential]).to_string();
    let mut mac = rng::hmac_sha256(session.state.config.secrets_key.as_bytes());
    mac.update(text.as_bytes());
    hex::encode(mac.finalize().into_bytes())
}
