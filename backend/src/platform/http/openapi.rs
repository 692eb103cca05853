//! The OpenAPI 3.1 document, made from the endpoint types that the router serves: it can't drift from them.

use serde_json::{Map, Value, json};
use shared_types::{
    access::Access,
    endpoint::{Endpoint, Method, Nothing, RawFile},
    page,
    problem::{Problem, ProblemCode},
    schema::{self, Schema},
};
use std::{
    any::TypeId,
    collections::{BTreeMap, BTreeSet},
};
use utoipa::openapi::{RefOr, schema::Schema as OpenApiSchema};
use utoipa::{PartialSchema, ToSchema as _};

/// Text without control characters but line breaks and tabs.
const NO_CONTROLS: &str = "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$";

type Schemas = Vec<(String, RefOr<OpenApiSchema>)>;

/// What the document says of one endpoint; its operation and schemas are made when the document is, and kept nowhere.
pub struct Description {
    /// The operation id.
    pub name: &'static str,
    /// The method.
    pub method: Method,
    /// The path, parameters in braces.
    pub path: &'static str,
    /// Who may call it.
    pub access: Access,
    make: fn() -> (Value, Schemas),
}

impl Description {
    /// Of an endpoint type.
    pub fn of<E: Endpoint>() -> Self {
        Self {
            name: E::NAME,
            method: E::METHOD,
            path: E::PATH,
            access: E::ACCESS,
            make: Self::make::<E>,
        }
    }

    fn make<E: Endpoint>() -> (Value, Schemas) {
        let mut schemas = Schemas::new();
        let mut operation = Map::new();
        operation.insert("operationId".into(), E::NAME.into());
        operation.insert("summary".into(), E::SUMMARY.into());
        if E::PAYOUT {
            let asked = "Where the agent asks for a fresh code before payouts, a login that has given none for ten minutes is answered `code_required`.";
            operation.insert("description".into(), asked.into());
        }
        operation.insert("tags".into(), json!([tag(E::PATH)]));
        operation.insert("parameters".into(), parameters::<E>(&mut schemas).into());
        if TypeId::of::<E::Request>() != TypeId::of::<Nothing>() {
            let schema = reference::<E::Request>(&mut schemas);
            operation.insert(
                "requestBody".into(),
                json!({"required": true, "content": {media_type::<E::Request>(""): {"schema": schema}}}),
            );
        }
        let mut responses = Map::new();
        let mut success = json!({"description": "Success"});
        if E::STATUS != 204 {
            success["content"] =
                json!({media_type::<E::Response>(E::PATH): {"schema": reference::<E::Response>(&mut schemas)}});
        }
        responses.insert(E::STATUS.to_string(), success);
        let problem = reference::<Problem>(&mut schemas);
        responses.insert(
            "default".into(),
            json!({"description": "A problem", "content": {"application/problem+json": {"schema": problem}}}),
        );
        operation.insert("responses".into(), responses.into());
        operation.insert("security".into(), security(E::ACCESS));
        (operation.into(), schemas)
    }
}

/// How a body goes over the wire; what a file is, its address says.
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

fn reference<T: Schema>(schemas: &mut Schemas) -> Value {
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
        let (schema, description) = of_query(name, schema);
        parameters.push(
            json!({"name": name, "in": "query", "required": false, "description": description, "schema": schema}),
        );
    }
    if E::IDEMPOTENT {
        parameters.push(json!({
            "name": "Idempotency-Key", "in": "header", "required": false, "schema": {"type": "string", "maxLength": 200},
            "description": "A replay under the same key returns the first answer.",
        }));
    }
    parameters
}

/// What a query may say under a name: no null, and nothing at all means the same as no such parameter.
fn of_query(name: &str, schema: &Value) -> (Value, Value) {
    let mut schema = match schema["oneOf"].as_array() {
        Some(either) => either.first().cloned().unwrap_or_default(),
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
    // What is never negative goes as far as 32 bits go.
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

/// Names that stand for two different schemas: the document would tell programs the wrong one.
pub fn clashes(descriptions: &[Description]) -> Vec<String> {
    let mut told = BTreeMap::<String, Value>::new();
    let mut clashes = BTreeSet::new();
    for (name, schema) in descriptions.iter().flat_map(|description| (description.make)().1) {
        let schema = serde_json::to_value(schema).unwrap_or_default();
        if told.get(&name).is_some_and(|before| *before != schema) {
            clashes.insert(name.clone());
        }
        told.insert(name, schema);
    }
    clashes.into_iter().collect()
}

/// The whole document.
pub fn document(descriptions: &[Description], server: &str) -> Value {
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
            "description": format!("The API of Karavan. Refusals are problem details (RFC 9457) with one of these codes:\n\n{}", codes.join("\n")),
        },
        "servers": [{"url": server}],
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "access": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT", "description": "The access token of a login; fifteen minutes."},
                "extension": {"type": "http", "scheme": "bearer", "description": "An extension token, svc_…, made in the client's settings."},
                "refresh": {"type": "apiKey", "in": "cookie", "name": "karavan_client_refresh", "description": "The refresh cookie of a login, karavan_agent_refresh on the agent side; changes with every use."},
            },
        },
    })
}
