//! The tools: names for operations of the API. Their input schemas come from the API document.

use crate::api_document;
use serde_json::{Map, Value, json};
use std::{collections::HashMap, sync::LazyLock};

/// A tool, by the operations that it stands for on each side.
pub(super) struct Tool {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    agent: Option<&'static str>,
    client: Option<&'static str>,
}

const fn tool(
    name: &'static str,
    title: &'static str,
    agent: Option<&'static str>,
    client: Option<&'static str>,
) -> Tool {
    Tool {
        name,
        title,
        agent,
        client,
    }
}

/// The tools that submit and pay an order, in two steps.
pub(super) const ORDER_SUBMIT: &str = "order_submit";
pub(super) const ORDER_PAY: &str = "order_pay";

/// All tools, in the order in which they are listed.
#[rustfmt::skip]
pub(super) const TOOLS: &[Tool] = &[
    tool("order_search", "Search orders", Some("list_agent_orders"), Some("list_client_orders")),
    tool("order_get", "Get an order", Some("show_agent_order"), Some("show_client_order")),
    tool("order_items", "List the items of an order", Some("list_agent_order_items"), Some("list_client_order_items")),
    tool("order_calculation", "Get prices and payments of an order", Some("show_agent_order_money"), Some("show_client_order_money")),
    tool("order_history", "Get the history of an order", Some("show_agent_order_history"), Some("show_client_order_history")),
    tool("shipment_search", "Search shipments", Some("list_shipments"), Some("list_client_shipments")),
    tool("shipment_get", "Get a shipment", Some("show_shipment"), Some("show_client_shipment")),
    tool("client_search", "Search clients", Some("list_clients"), None),
    tool("balance_get", "Get balances", Some("show_client_balance"), Some("show_balance")),
    tool("balance_operations", "List operations on balances", Some("list_client_operations"), Some("list_operations")),
    tool("service_list", "List the services with their prices", Some("list_services"), None),
    tool("tariff_list", "List the delivery tariffs", Some("list_delivery_tariffs"), None),
    tool("terms_get", "Get services, tariffs and rates of the agent", None, Some("show_agent_terms")),
    tool("order_create", "Create a draft", None, Some("create_order")),
    tool("item_add", "Add an item to a draft", None, Some("add_item")),
    tool("item_change", "Change an item of a draft", None, Some("change_item")),
    tool("item_remove", "Remove an item from a draft", None, Some("remove_item")),
    tool(ORDER_SUBMIT, "Submit a draft", None, Some("submit_order")),
    tool(ORDER_PAY, "Pay an order", None, Some("pay_order")),
];

/// The side of a credential.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Agent,
    Client,
}

impl Tool {
    /// The operation of a side.
    pub(super) fn operation(&self, side: Side) -> Option<&'static Operation> {
        let id = match side {
            Side::Agent => self.agent,
            Side::Client => self.client,
        };
        OPERATIONS.get(id?)
    }

    /// The description of the tool, as `tools/list` returns it.
    pub(super) fn describe(&self, operation: &Operation) -> Value {
        let is_read = operation.method == "get";
        let schema = match self.name {
            ORDER_SUBMIT => confirmed_schema(
                &["order"],
                "Currency of the balance on which the deposit is reserved, if the agent asks for one.",
            ),
            ORDER_PAY => confirmed_schema(&["order", "currency"], "Currency of the balance that pays."),
            _ => operation.input_schema(),
        };
        json!({
            "name": self.name,
            "title": self.title,
            "description": operation.description,
            "inputSchema": schema,
            "annotations": {
                "readOnlyHint": is_read,
                "destructiveHint": operation.method == "delete" || matches!(self.name, ORDER_SUBMIT | ORDER_PAY),
                "idempotentHint": is_read || operation.method == "delete",
                "openWorldHint": false,
            },
        })
    }
}

/// The first call has no confirmation and returns one.
fn confirmed_schema(required: &[&str], currency: &str) -> Value {
    json!({
        "type": "object",
        "additionalProperties": false,
        "required": required,
        "properties": {
            "order": {"type": "integer", "description": "Id of the order."},
            "currency": {"type": "string", "enum": ["RUB", "CNY"], "description": currency},
            "confirmation": {
                "type": "string",
                "description": "Confirmation from the first call, after the person has agreed.",
            },
        },
    })
}

/// An operation of the API document.
#[derive(Debug)]
pub(super) struct Operation {
    pub(super) id: &'static str,
    pub(super) method: String,
    pub(super) path: String,
    description: String,
    pub(super) parameters: Vec<Parameter>,
    /// The schema of the body.
    body: Option<Value>,
    pub(super) takes_idempotency_key: bool,
}

#[derive(Debug)]
pub(super) struct Parameter {
    pub(super) name: String,
    pub(super) is_in_path: bool,
    is_required: bool,
    schema: Value,
}

/// The argument with the key under which a write is done once.
pub(super) const IDEMPOTENCY_KEY: &str = "idempotency_key";

impl Operation {
    /// One object of parameters in the path, parameters of the query, and fields of the body.
    fn input_schema(&self) -> Value {
        let mut properties = Map::new();
        let mut required: Vec<Value> = Vec::new();
        for parameter in &self.parameters {
            properties.insert(parameter.name.clone(), parameter.schema.clone());
            if parameter.is_required {
                required.push(parameter.name.clone().into());
            }
        }
        if let Some(body) = &self.body {
            for (name, schema) in body["properties"].as_object().into_iter().flatten() {
                properties.insert(name.clone(), schema.clone());
            }
            required.extend(body["required"].as_array().into_iter().flatten().cloned());
        }
        if self.takes_idempotency_key {
            let schema =
                json!({"type": "string", "description": "A repeated call with the same key has no second effect."});
            properties.insert(IDEMPOTENCY_KEY.into(), schema);
        }
        let mut schema = json!({
            "type": "object", "properties": properties, "required": required, "additionalProperties": false,
        });
        let definitions = definitions(&schema);
        if !definitions.is_empty() {
            schema["$defs"] = definitions.into();
        }
        localize(&mut schema);
        schema
    }

    /// Whether the body has a field of this name.
    pub(super) fn has_field(&self, name: &str) -> bool {
        self.body
            .as_ref()
            .is_some_and(|body| body["properties"].get(name).is_some())
    }

    pub(super) const fn has_body(&self) -> bool {
        self.body.is_some()
    }
}

/// The API document, without an address of the server.
static DOCUMENT: LazyLock<Value> = LazyLock::new(|| api_document::at("/").unwrap_or_default());

/// The operations of the document by their ids.
static OPERATIONS: LazyLock<HashMap<&'static str, Operation>> = LazyLock::new(|| {
    let ids: Vec<&str> = TOOLS
        .iter()
        .flat_map(|tool| [tool.agent, tool.client])
        .flatten()
        .collect();
    let mut found = HashMap::new();
    for (path, methods) in DOCUMENT["paths"].as_object().into_iter().flatten() {
        for (method, operation) in methods.as_object().into_iter().flatten() {
            if let Some(id) = ids.iter().find(|id| operation["operationId"] == **id) {
                found.insert(*id, read_operation(id, method, path, operation));
            }
        }
    }
    found
});

fn read_operation(id: &'static str, method: &str, path: &str, operation: &Value) -> Operation {
    let parameters = operation["parameters"].as_array().map_or(&[][..], Vec::as_slice);
    let read_parameter = |parameter: &Value| {
        let mut schema = parameter["schema"].clone();
        if let Some(description) = parameter.get("description") {
            schema["description"] = description.clone();
        }
        Parameter {
            name: parameter["name"].as_str().unwrap_or_default().to_owned(),
            is_in_path: parameter["in"] == "path",
            is_required: parameter["required"] == true,
            schema,
        }
    };
    let body = operation["requestBody"]["content"]["application/json"]["schema"].as_object();
    Operation {
        id,
        method: method.to_owned(),
        path: path.to_owned(),
        description: first_paragraph(operation["description"].as_str().unwrap_or_default()),
        parameters: parameters
            .iter()
            .filter(|parameter| parameter["in"] != "header")
            .map(read_parameter)
            .collect(),
        body: body.map(|schema| schema.get("$ref").map_or_else(|| schema.clone().into(), resolve)),
        takes_idempotency_key: parameters
            .iter()
            .any(|parameter| parameter["name"] == "Idempotency-Key"),
    }
}

/// The rest of a description is about credentials.
fn first_paragraph(description: &str) -> String {
    description.split("\n\n").next().unwrap_or_default().to_owned()
}

fn resolve(reference: &Value) -> Value {
    let name = reference.as_str().and_then(|path| path.rsplit('/').next());
    DOCUMENT["components"]["schemas"][name.unwrap_or_default()].clone()
}

const SCHEMAS: &str = "#/components/schemas/";

/// The schemas that a schema refers to, directly or not.
fn definitions(schema: &Value) -> Map<String, Value> {
    let mut found = Map::new();
    let mut texts = vec![schema.to_string()];
    while let Some(text) = texts.pop() {
        for rest in text.split(SCHEMAS).skip(1) {
            let name = rest.split('"').next().unwrap_or_default();
            if !found.contains_key(name) {
                let definition = DOCUMENT["components"]["schemas"][name].clone();
                texts.push(definition.to_string());
                found.insert(name.to_owned(), definition);
            }
        }
    }
    found
}

/// Points references to the definitions of the schema itself. Patterns are left to the server: models don't read them, and not
/// every validator knows look-ahead.
fn localize(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            if fields.get("pattern").is_some_and(Value::is_string) {
                fields.remove("pattern");
            }
            if let Some(Value::String(reference)) = fields.get_mut("$ref") {
                *reference = reference.replace(SCHEMAS, "#/$defs/");
            }
            fields.values_mut().for_each(localize);
        }
        Value::Array(values) => values.iter_mut().for_each(localize),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_of_a_tool_is_in_the_document() {
        for tool in TOOLS {
            let named = usize::from(tool.agent.is_some()) + usize::from(tool.client.is_some());
            let found = [Side::Agent, Side::Client]
                .into_iter()
                .filter_map(|side| tool.operation(side));
            assert_eq!(found.count(), named, "{}", tool.name);
        }
    }

    #[test]
    fn schemas_of_tools_are_complete_in_themselves() {
        for side in [Side::Agent, Side::Client] {
            for tool in TOOLS {
                let Some(operation) = tool.operation(side) else {
                    continue;
                };
                let schema = tool.describe(operation)["inputSchema"].clone();
                let text = schema.to_string();
                assert!(!text.contains(SCHEMAS), "{}", tool.name);
                for rest in text.split("#/$defs/").skip(1) {
                    let name = rest.split('"').next().expect("a name");
                    assert!(schema["$defs"].get(name).is_some(), "{}: {name}", tool.name);
                }
            }
        }
    }
}
