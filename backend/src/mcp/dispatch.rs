//! Lists tools, and calls them as requests to the API.

use super::{
    confirmed,
    message::RpcError,
    session::{Outcome, Session, request},
    tools::{IDEMPOTENCY_KEY, ORDER_PAY, ORDER_SUBMIT, Operation, TOOLS, Tool},
};
use axum::{
    body::Body,
    http::{HeaderValue, Request},
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use platform::http::Failure;
use serde_json::{Map, Value, json};
use shared_types::problem::Problem;

/// The tools that the rights of the credential allow.
pub(super) fn list_tools(session: &Session<'_>) -> Vec<Value> {
    let operations = TOOLS
        .iter()
        .filter_map(|tool| Some((tool, tool.operation(session.side)?)));
    operations
        .filter(|(_, operation)| session.is_allowed(operation))
        .map(|(tool, operation)| tool.describe(operation))
        .collect()
}

/// Calls a tool. The inner error refuses the message; a refusal by the API is a result that the model can read.
pub(super) async fn call_tool(session: &Session<'_>, params: &Value) -> Result<Result<Value, RpcError>, Failure> {
    let name = params["name"].as_str().unwrap_or_default();
    let found = TOOLS.iter().find(|tool| tool.name == name);
    let Some((tool, operation)) = found.and_then(|tool| Some((tool, tool.operation(session.side)?))) else {
        return Ok(Err(RpcError::invalid_params(format!("there is no tool {name}"))));
    };
    let arguments = match &params["arguments"] {
        Value::Null => Map::new(),
        Value::Object(arguments) => arguments.clone(),
        _ => return Ok(Err(RpcError::invalid_params("arguments must be an object"))),
    };
    let outcome = call(session, tool, operation, arguments).await?;
    Ok(outcome.map(|outcome| match outcome {
        Outcome::Done(value) => success(value),
        Outcome::Refused(problem) => refusal(&problem),
    }))
}

async fn call(
    session: &Session<'_>,
    tool: &Tool,
    operation: &Operation,
    arguments: Map<String, Value>,
) -> Result<Result<Outcome, RpcError>, Failure> {
    match tool.name {
        ORDER_SUBMIT => return confirmed::submit(session, &arguments).await,
        ORDER_PAY => return confirmed::pay(session, &arguments).await,
        _ => {}
    }
    let request = match build_request(operation, arguments) {
        Ok(request) => request,
        Err(error) => return Ok(Err(error)),
    };
    session.send(request).await.map(Ok)
}

/// Fills the path, the query and the body of an operation with arguments.
fn build_request(operation: &Operation, arguments: Map<String, Value>) -> Result<Request<Body>, RpcError> {
    let mut path = operation.path.clone();
    let mut query = Vec::new();
    let mut body = Map::new();
    let mut key = None;
    for (name, value) in arguments {
        let parameter = operation.parameters.iter().find(|parameter| parameter.name == name);
        match parameter {
            Some(parameter) if parameter.is_in_path => {
                let text = utf8_percent_encode(&scalar(&name, &value)?, NON_ALPHANUMERIC).to_string();
                path = path.replace(&format!("{{{name}}}"), &text);
            }
            Some(_) => query.push((name.clone(), scalar(&name, &value)?)),
            None if name == IDEMPOTENCY_KEY && operation.takes_idempotency_key => key = Some(scalar(&name, &value)?),
            None if operation.has_field(&name) => {
                body.insert(name, value);
            }
            None => return Err(RpcError::invalid_params(format!("there is no argument {name}"))),
        }
    }
    if let Some(missing) = path.split('{').nth(1).and_then(|rest| rest.split('}').next()) {
        return Err(RpcError::invalid_params(format!("the argument {missing} is required")));
    }
    if !query.is_empty() {
        let query = serde_urlencoded::to_string(&query).map_err(|error| RpcError::invalid_params(error.to_string()))?;
        path = format!("{path}?{query}");
    }
    let body = if operation.has_body() {
        Body::from(Value::from(body).to_string())
    } else {
        Body::empty()
    };
    let invalid = |_| RpcError::invalid_params("the arguments don't form a request");
    let mut request = request(&operation.method, &path, body).map_err(invalid)?;
    if let Some(key) = key {
        let value = HeaderValue::from_str(&key)
            .map_err(|_| RpcError::invalid_params(format!("{IDEMPOTENCY_KEY} must be visible ASCII")))?;
        request.headers_mut().insert("idempotency-key", value);
    }
    Ok(request)
}

fn scalar(name: &str, value: &Value) -> Result<String, RpcError> {
    match value {
        Value::String(text) => Ok(text.clone()),
        Value::Number(number) => Ok(number.to_string()),
        Value::Bool(flag) => Ok(flag.to_string()),
        _ => Err(RpcError::invalid_params(format!(
            "{name} must be a text, a number or a boolean"
        ))),
    }
}

/// Clients of the legacy era read an object only, and the text.
fn success(value: Value) -> Value {
    let value = if value.is_object() {
        value
    } else {
        json!({"data": value})
    };
    json!({"content": [{"type": "text", "text": value.to_string()}], "structuredContent": value, "isError": false})
}

fn refusal(problem: &Problem) -> Value {
    let text = serde_json::to_string(problem).unwrap_or_default();
    json!({"content": [{"type": "text", "text": text}], "isError": true})
}
