//! The OpenAPI 3.1 document, generated from the endpoint types that the router serves, so that the two never differ.

use serde_json::{Map, Value, json};
use shared_types::{
    access::Access,
    endpoint::{Endpoint, Method, Nothing, RawFile},
    page,
    problem::{Problem, ProblemCode},
    schema::{self, Schema},
};
use std::{
    any::{TypeId, type_name},
    collections::{BTreeMap, BTreeSet},
};
use utoipa::openapi::{RefOr, schema::Schema as OpenApiSchema};
use utoipa::{PartialSchema, ToSchema as _};

/// Text without control characters, except line breaks and tabs.
const NO_CONTROLS: &str = "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$";

type Schemas = Vec<(String, RefOr<OpenApiSchema>)>;

/// The description of one endpoint. Its operation and schemas are built together with the document and not stored.
pub struct EndpointDescription {
    /// The operation id.
    pub name: &'static str,
    /// The method.
    pub method: Method,
    /// The path, with parameters in braces.
    pub path: &'static str,
    /// The Rust type of the path parameters, a tuple. Tests read from it what the ids in the path belong to.
    pub path_types: &'static str,
    /// The declared access.
    pub access: Access,
    make: fn() -> (Value, Schemas),
}

impl EndpointDescription {
    /// Describes an endpoint type.
    pub fn of<E: Endpoint>() -> Self {
        Self {
            name: E::NAME,
            method: E::METHOD,
            path: E::PATH,
            path_types: type_name::<E::Path>(),
            access: E::ACCESS,
            make: Self::build::<E>,
        }
    }

    fn build<E: Endpoint>() -> (Value, Schemas) {
        let mut schemas = Schemas::new();
        let mut operation = Map::new();
        operation.insert("operationId".into(), E::NAME.into());
        operation.insert("summary".into(), E::SUMMARY.into());
        if E::PAYOUT {
            let description = "If the agent requires a one-time code before payouts, a session that has confirmed none in the last ten minutes gets `code_required`.";
            operation.insert("description".into(), description.into());
        }
        operation.insert("tags".into(), json!([tag(E::PATH)]));
        operation.insert("parameters".into(), parameters::<E>(&mut schemas).into());
        if TypeId::of::<E::Request>() != TypeId::of::<Nothing>() {
            let schema = schema_ref::<E::Request>(&mut schemas);
            operation.insert(
                "requestBody".into(),
                json!({"required": true, "content": {media_type::<E::Request>(""): {"schema": schema}}}),
            );
        }
        let mut responses = Map::new();
        let mut success = json!({"description": "Success"});
        if E::STATUS != 204 {
            success["content"] =
                json!({media_type::<E::Response>(E::PATH): {"schema": schema_ref::<E::Response>(&mut schemas)}});
        }
        responses.insert(E::STATUS.to_string(), success);
        let problem = schema_ref::<Problem>(&mut schemas);
        responses.insert(
            "default".into(),
            json!({"description": "A problem", "content": {"application/problem+json": {"schema": problem}}}),
        );
        operation.insert("responses".into(), responses.into());
        operation.insert("security".into(), security(E::ACCESS));
        (operation.into(), schemas)
    }
}

/// The media type of a body. The type of a file follows from the extension of the path.
fn media_type<T: 'static>(path: &str) -> &'static str {
    if TypeId::of::<T>() != TypeId::of::<RawFile>() {
        return "application/json";
    }
    match path.rsplit_once('.') {
        Some((_, "xlsx")) => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        Some((_, "csv")) => "text/csv",
        _ => "application/octet-stream",
    }
}

fn tag(path: &str) -> &str {
    path.split('/').find(|part| !part.is_empty()).map_or(
        "api",
        |part| {
            if part.starts_with('{') { "identity" } else { part }
        },
    )
}

fn security(access: Access) -> Value {
    match access {
        Access::Public => json!([]),
        Access::RefreshCookie => json!([{"refresh": []}]),
        Access::ExtensionToken => json!([{"extension": []}]),
        Access::AnyGuard | Access::Guard(_) | Access::Agent(..) | Access::Client(..) => {
            json!([{"access": []}])
        }
    }
}

fn schema_ref<T: Schema>(schemas: &mut Schemas) -> Value {
    T::schemas(schemas);
    let name = schema::name::<T>();
    if !schemas.iter().any(|(known, _)| *known == name) {
        schemas.push((name.clone(), T::schema()));
    }
    json!({"$ref": format!("#/components/schemas/{name}")})
}

fn parameters<E: Endpoint>(schemas: &mut Schemas) -> Vec<Value> {
    let in_path = E::PATH
        .split('{')
        .skip(1)
        .filter_map(|part| part.split('}').next())
        .map(|name| {
            let schema = match name {
                "guard" => json!({"type": "string", "enum": ["agent", "client"]}),
                "type" => json!({"type": "string"}),
                "code" => json!({"type": "string", "pattern": "^[A-Za-z0-9_-]+$"}),
                _ => json!({"type": "integer", "format": "int64"}),
            };
            json!({"name": name, "in": "path", "required": true, "schema": schema})
        });
    let mut parameters: Vec<Value> = in_path.collect();
    E::Query::schemas(schemas);
    let query = serde_json::to_value(E::Query::schema()).unwrap_or_default();
    for (name, schema) in query["properties"].as_object().into_iter().flatten() {
        let (schema, description) = query_parameter(name, schema);
        parameters.push(
            json!({"name": name, "in": "query", "required": false, "description": description, "schema": schema}),
        );
    }
    if E::IDEMPOTENT {
        parameters.push(json!({
            "name": "Idempotency-Key", "in": "header", "required": false, "schema": {"type": "string", "maxLength": 200},
            "description": "A replay under the same key returns the first response.",
        }));
    }
    parameters
}

/// The schema and description of a query parameter. Null is not allowed, and an empty value means an absent parameter.
fn query_parameter(name: &str, schema: &Value) -> (Value, Value) {
    let mut schema = match schema["oneOf"].as_array() {
        Some(variants) => variants.first().cloned().unwrap_or_default(),
        None => schema.clone(),
    };
    let description = schema
        .as_object_mut()
        .and_then(|schema| schema.remove("description"))
        .unwrap_or_default();
    if let Some(kind) = schema["type"].as_array().and_then(|kinds| kinds.first()).cloned() {
        schema["type"] = kind;
    }
    if name == "limit" {
        schema["minimum"] = 1.into();
        if schema.get("maximum").is_none() {
            schema["maximum"] = page::MAX_LIMIT.into();
        }
    }
    // A value that is never negative goes up to the limit of 32 bits.
    if schema["format"] == "int32" && schema["minimum"] == 0 {
        schema["format"] = "int64".into();
        schema["maximum"] = u32::MAX.into();
    }
    if schema["type"] == "string" && schema.get("format").is_none() {
        schema["pattern"] = NO_CONTROLS.into();
        return (schema, description);
    }
    (
        json!({"anyOf": [schema, {"type": "string", "maxLength": 0}]}),
        description,
    )
}

/// Names that stand for two different schemas, of which the document would contain one only.
pub fn conflicting_schemas(descriptions: &[EndpointDescription]) -> Vec<String> {
    let mut first_seen = BTreeMap::<String, Value>::new();
    let mut clashes = BTreeSet::new();
    for (name, schema) in descriptions.iter().flat_map(|description| (description.make)().1) {
        let schema = serde_json::to_value(schema).unwrap_or_default();
        if first_seen.get(&name).is_some_and(|before| *before != schema) {
            clashes.insert(name.clone());
        }
        first_seen.insert(name, schema);
    }
    clashes.into_iter().collect()
}

/// Builds the complete document.
pub fn document(descriptions: &[EndpointDescription], server: &str) -> Value {
    let mut paths = Map::new();
    let mut components = Map::new();
    for description in descriptions {
        let (operation, schemas) = (description.make)();
        let item = paths.entry(description.path).or_insert_with(|| json!({}));
        item[description.method.as_str().to_lowercase()] = operation;
        for (name, schema) in schemas {
            components
                .entry(name)
                .or_insert_with(|| serde_json::to_value(schema).unwrap_or_default());
        }
    }
    let codes: Vec<String> = ProblemCode::ALL
        .iter()
        .map(|code| format!("- `{}` ({}): {}", code.as_str(), code.status(), code.title()))
        .collect();
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Karavan",
            "version": env!("CARGO_PKG_VERSION"),
            "description": format!("The API of Karavan. Errors are problem details (RFC 9457) with one of these codes:\n\n{}", codes.join("\n")),
        },
        "servers": [{"url": server}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "access": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT", "description": "The access token of a session; valid for fifteen minutes."},
                "extension": {"type": "http", "scheme": "bearer", "description": "An extension token, svc_…, created in the client's settings."},
                "refresh": {"type": "apiKey", "in": "cookie", "name": "karavan_client_refresh", "description": "The refresh cookie of a session, karavan_agent_refresh on the agent side; it changes with every use."},
            },
        },
    })
}
