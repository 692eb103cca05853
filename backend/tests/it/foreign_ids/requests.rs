//! Valid requests, built from the OpenAPI document, with an id at a chosen place.

use super::kinds::{Kind, kind_of_name, kind_of_type};
use serde_json::{Map, Value, json};
use shared_types::codes::{Code, CodeKind};

/// Nesting depth up to which bodies are searched for ids.
const MAX_DEPTH: usize = 6;

/// The place of the second element of a list that needs two.
pub const SECOND: &str = "second";

/// A place in a body: the fields on the way to it. `[]` is an element of a list.
pub type Place = Vec<String>;

/// An id in a query or a body.
#[derive(Clone, Debug)]
pub struct IdField {
    pub place: Place,
    pub kind: Kind,
}

/// An id inside a text.
#[derive(Debug)]
pub struct TextId {
    pub endpoint: &'static str,
    pub name: &'static str,
    /// The type in `shared_types::id`.
    pub kind: &'static str,
    /// The field of the body. `None`: `format` returns a part of the query.
    pub field: Option<&'static str>,
    pub format: fn(i64) -> String,
}

const fn in_query(endpoint: &'static str, name: &'static str, kind: &'static str, format: fn(i64) -> String) -> TextId {
    TextId {
        endpoint,
        name,
        kind,
        field: None,
        format,
    }
}

fn code(kind: CodeKind, id: i64) -> String {
    format!("code={}", Code { kind, id })
}

/// Gives the id for a place of a body.
type IdAt<'a> = &'a dyn Fn(&[String], Kind) -> Value;

/// The ids inside texts, which the declarations do not show.
pub const TEXT_IDS: &[TextId] = &[
    TextId {
        endpoint: "authorize_channel",
        name: "channel_name",
        kind: "OrderId",
        field: Some("channel_name"),
        format: |id| format!("private-order.{id}"),
    },
    in_query("look_up_code", "code of an item", "ItemId", |id| {
        code(CodeKind::Item, id)
    }),
    in_query("look_up_code", "code of an order", "OrderId", |id| {
        code(CodeKind::Order, id)
    }),
    in_query("look_up_code", "code of a cell", "CellId", |id| {
        code(CodeKind::Cell, id)
    }),
    in_query("look_up_code", "code of a shipment", "ShipmentId", |id| {
        code(CodeKind::Shipment, id)
    }),
    in_query("look_up_code", "code of a place", "PlaceId", |id| {
        code(CodeKind::Place, id)
    }),
    in_query("show_labels", "ids of items", "ItemId", |id| {
        format!("kind=item&ids={id}")
    }),
    in_query("show_labels", "orders", "OrderId", |id| {
        format!("kind=item&orders={id}")
    }),
    in_query("show_labels", "ids of orders", "OrderId", |id| {
        format!("kind=order&ids={id}")
    }),
    in_query("show_labels", "ids of cells", "CellId", |id| {
        format!("kind=cell&ids={id}")
    }),
    in_query("show_labels", "ids of shipments", "ShipmentId", |id| {
        format!("kind=shipment&ids={id}")
    }),
    in_query("show_labels", "ids of places", "PlaceId", |id| {
        format!("kind=place&ids={id}")
    }),
];

pub struct Document(pub Value);

impl Document {
    /// The operation of an endpoint.
    pub fn operation(&self, method: &str, path: &str) -> &Value {
        &self.0["paths"][path][method.to_lowercase()]
    }

    /// The ids in the query of an operation.
    pub fn query_ids(&self, operation: &Value) -> Result<Vec<IdField>, String> {
        let mut found = Vec::new();
        for parameter in parameters(operation).filter(|parameter| parameter["in"] == "query") {
            let name = parameter["name"].as_str().unwrap_or_default().to_owned();
            self.collect_ids(&parameter["schema"], &mut vec![name], &mut found, None)?;
        }
        Ok(found)
    }

    /// The ids in the JSON body of an operation.
    pub fn body_ids(&self, operation: &Value) -> Result<Vec<IdField>, String> {
        let mut found = Vec::new();
        self.collect_ids(
            json_schema(operation),
            &mut Vec::new(),
            &mut found,
            sorted_list(operation),
        )?;
        Ok(found)
    }

    /// A valid JSON body. `id_at` gives the ids; the fields on the way to `target` are present although they are optional.
    pub fn body(&self, operation: &Value, target: &[String], id_at: &dyn Fn(&[String], Kind) -> Value) -> Value {
        if json_schema(operation).is_null() {
            return json!({});
        }
        let mut body = self.value(
            json_schema(operation),
            &mut Vec::new(),
            target,
            (id_at, sorted_list(operation)),
        );
        // Fields that the rules of these endpoints require, although their types don't.
        match operation["operationId"].as_str() {
            Some("cancel_agent_order") => body["reason"] = json!("текст"),
            Some("send_agent_message" | "send_client_message") => body["body"] = json!("текст"),
            Some("merge_items") => {
                let second = id_at(&[SECOND.to_owned()], kind_of_type("ItemId").expect("a kind"));
                body["items"].as_array_mut().expect("items").push(second);
            }
            _ => {}
        }
        body
    }

    /// The alternatives of a schema, and the name of the schema that each is.
    fn alternatives<'a>(&'a self, schema: &'a Value) -> Vec<(Option<&'a str>, &'a Value)> {
        if let Some(reference) = schema["$ref"].as_str() {
            let name = reference.rsplit('/').next();
            let target = self
                .0
                .pointer(reference.trim_start_matches('#'))
                .expect("a schema of the document");
            let inside = self.alternatives(target).into_iter();
            return inside.map(|(inner, schema)| (inner.or(name), schema)).collect();
        }
        match ["oneOf", "anyOf", "allOf"]
            .iter()
            .find_map(|key| schema[key].as_array())
        {
            Some(several) => several.iter().flat_map(|one| self.alternatives(one)).collect(),
            None => vec![(None, schema)],
        }
    }

    /// The kind of an id. `Err`: the schema is an id of an unknown kind.
    fn id_kind(
        name: Option<&str>,
        schema: &Value,
        place: &[String],
        list: Option<Kind>,
    ) -> Result<Option<Kind>, String> {
        if !has_type(schema, "integer") {
            return Ok(None);
        }
        let field = place.iter().rev().find(|part| *part != "[]").map_or("", String::as_str);
        let named = || kind_of_name(field);
        match name {
            Some(name) if name.ends_with("Id") => {
                let found = kind_of_type(name).or_else(named).or(list);
                found.map(Some).ok_or(format!("{place:?}: the type {name} is unknown"))
            }
            _ if field.ends_with("_id") => named().map(Some).ok_or(format!("{place:?}: an id of unknown kind")),
            _ => Ok(None),
        }
    }

    fn collect_ids(
        &self,
        schema: &Value,
        place: &mut Place,
        found: &mut Vec<IdField>,
        list: Option<Kind>,
    ) -> Result<(), String> {
        if place.len() > MAX_DEPTH {
            return Ok(());
        }
        for (name, schema) in self.alternatives(schema) {
            if let Some(kind) = Self::id_kind(name, schema, place, list)? {
                found.push(IdField {
                    place: place.clone(),
                    kind,
                });
            }
            for (field, inner) in schema["properties"].as_object().into_iter().flatten() {
                place.push(field.clone());
                self.collect_ids(inner, place, found, list)?;
                place.pop();
            }
            if schema["items"].is_object() {
                place.push("[]".to_owned());
                self.collect_ids(&schema["items"], place, found, list)?;
                place.pop();
            }
        }
        Ok(())
    }

    fn value(
        &self,
        schema: &Value,
        place: &mut Place,
        target: &[String],
        (id_at, list): (IdAt<'_>, Option<Kind>),
    ) -> Value {
        let next = target.strip_prefix(place.as_slice()).and_then(<[String]>::first);
        let alternatives = self.alternatives(schema);
        let leads_on = |schema: &Value| match next {
            Some(field) if field == "[]" => schema["items"].is_object(),
            Some(field) => schema["properties"].get(field).is_some(),
            None => false,
        };
        let chosen = alternatives
            .iter()
            .find(|(_, schema)| leads_on(schema))
            .or_else(|| alternatives.iter().find(|(_, schema)| schema["type"] != "null"));
        let Some((name, schema)) = chosen.copied() else {
            return Value::Null;
        };
        if let Ok(Some(kind)) = Self::id_kind(name, schema, place, list) {
            return id_at(place, kind);
        }
        if let Some(fields) = schema["properties"].as_object() {
            let required = schema["required"].as_array().cloned().unwrap_or_default();
            let mut object = Map::new();
            for (field, inner) in fields {
                if required.contains(&json!(field)) || next == Some(field) {
                    place.push(field.clone());
                    object.insert(field.clone(), self.value(inner, place, target, (id_at, list)));
                    place.pop();
                }
            }
            return object.into();
        }
        if schema["items"].is_object() {
            place.push("[]".to_owned());
            let element = self.value(&schema["items"], place, target, (id_at, list));
            place.pop();
            return json!([element]);
        }
        if let Some(allowed) = schema["enum"].as_array().and_then(|values| values.first()) {
            return allowed.clone();
        }
        let field = place.last().map_or("", String::as_str);
        if has_type(schema, "boolean") {
            json!(true)
        } else if has_type(schema, "integer") || has_type(schema, "number") {
            json!(1)
        } else if has_type(schema, "object") {
            json!({})
        } else {
            match schema["format"].as_str() {
                Some("decimal") => json!("1.00"),
                Some("date-time") => json!("2026-11-20T09:30:00Z"),
                _ => json!(sample_text(field)),
            }
        }
    }
}

/// The kind of the entries that an operation sorts. All lists share one type of id, and the name of the operation names the list.
fn sorted_list(operation: &Value) -> Option<Kind> {
    kind_of_name(operation["operationId"].as_str()?.strip_prefix("sort_")?)
}

/// A text that is valid for a field of this name.
fn sample_text(field: &str) -> &'static str {
    match field {
        "amount" => "1.00",
        "phone" => "+79995550099",
        "url" => "https://example.com/product",
        "domestic_track" => "SF1234567890",
        "emoji" => "👍",
        "socket_id" => "1.2",
        "country" => "RU",
        "per" => "kilogram",
        _ => "текст",
    }
}

fn has_type(schema: &Value, name: &str) -> bool {
    match &schema["type"] {
        Value::Array(names) => names.contains(&json!(name)),
        found => found == name,
    }
}

fn parameters(operation: &Value) -> impl Iterator<Item = &Value> {
    operation["parameters"].as_array().into_iter().flatten()
}

/// Whether the operation takes this query parameter.
pub fn has_query(operation: &Value, name: &str) -> bool {
    parameters(operation).any(|parameter| parameter["in"] == "query" && parameter["name"] == name)
}

/// Whether the body is the bytes of a file.
pub fn takes_file(operation: &Value) -> bool {
    operation["requestBody"]["content"]["application/octet-stream"].is_object()
}

fn json_schema(operation: &Value) -> &Value {
    &operation["requestBody"]["content"]["application/json"]["schema"]
}
