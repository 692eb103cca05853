//! The document as a whole: tags, paths, schemas and examples.

use crate::{
    bounds,
    examples::{self, Examples},
    operation::{Operation, operations},
    webhooks,
};
use serde_json::{Map, Value, json};
use shared_types::{problem::ProblemCode, tag::Tag};
use std::collections::{BTreeMap, BTreeSet};

/// The document, and queries for the tests.
pub struct Document {
    /// The document in JSON.
    pub json: Value,
    /// The operations that it describes.
    pub operations: Vec<Operation>,
    /// Names that stand for two different schemas, of which the document contains one only.
    pub conflicting_schemas: BTreeSet<String>,
    /// Fields without a sample.
    pub missing_samples: BTreeSet<String>,
    /// Samples that no field uses.
    pub unused_samples: BTreeSet<String>,
}

/// Builds the document.
pub fn build() -> Document {
    let operations = operations();
    let mut paths = Map::new();
    let mut schemas = BTreeMap::<String, Value>::new();
    let mut conflicting_schemas = BTreeSet::new();
    for operation in &operations {
        let item = paths.entry(operation.path).or_insert_with(|| json!({}));
        item[&operation.method] = operation.object.clone();
        for (name, schema) in &operation.schemas {
            let schema = serde_json::to_value(schema).unwrap_or_default();
            match schemas.get(name) {
                Some(known) if *known != schema => {
                    conflicting_schemas.insert(name.clone());
                }
                Some(_) => {}
                None => {
                    schemas.insert(name.clone(), schema);
                }
            }
        }
    }
    for (name, schema) in &mut schemas {
        bounds::apply(name, schema);
    }
    // A bound may have replaced the only reference to a schema.
    let used = json!([paths, schemas, {"$ref": "#/components/schemas/Problem"}]).to_string();
    schemas.retain(|name, _| used.contains(&format!("#/components/schemas/{name}\"")));
    let mut built = Examples::new(&schemas);
    let mut example_objects = Map::new();
    let bodies = operations
        .iter()
        .flat_map(|operation| [&operation.request, &operation.response])
        .flatten();
    for body in bodies {
        if !example_objects.contains_key(&body.schema) {
            example_objects.insert(body.schema.clone(), json!({"value": built.of_schema(&body.schema)}));
        }
    }
    example_objects.insert(
        "FileForm".into(),
        json!({"value": {"file": "(the bytes of IMG_0412.jpg)"}}),
    );
    example_objects.insert("csv".into(), json!({"value": examples::CSV}));
    let lines = json!({"value": "{\"id\":707,\"updated_at\":\"2026-11-28T09:00:00Z\"}\n{\"id\":706,\"updated_at\":\"2026-11-27T18:30:00Z\"}\n"});
    example_objects.insert("ndjson".into(), lines);
    let mut responses = Map::new();
    let paths_text = serde_json::to_string(&paths).unwrap_or_default();
    for code in ProblemCode::ALL {
        let name = code.as_str();
        // A response that operations do not name can be any problem, for example this one.
        let is_any = *code == ProblemCode::TooManyRequests;
        if is_any || paths_text.contains(&format!("#/components/responses/{name}\"")) {
            example_objects.insert(name.into(), json!({"value": examples::problem(*code)}));
            responses.insert(name.into(), problem_response(code.title(), name));
        }
        if is_any {
            responses.insert("problem".into(), problem_response("Another problem", name));
        }
    }
    let (missing_samples, unused_samples) = built.faults();
    let tags: Vec<Value> = Tag::ALL
        .iter()
        .map(|tag| json!({"name": tag.name(), "description": tag.description()}))
        .collect();
    let json = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Karavan",
            "version": env!("CARGO_PKG_VERSION"),
            "contact": {"name": "The operator of this server"},
            "license": {"name": "AGPL-3.0-or-later", "identifier": "AGPL-3.0-or-later"},
            "description": "The API of Karavan. [The guide](/api/guide) begins with a first call. A successful response to GET has \
                an entity tag; with the tag in If-None-Match, an unchanged response is 304 without a body. Errors are problem details \
                (RFC 9457) with stable [codes](/api/guide/codes).",
        },
        "servers": [{"url": "/"}],
        "tags": tags,
        "paths": paths,
        "webhooks": webhooks::describe_all(),
        "components": {
            "schemas": schemas,
            "responses": responses,
            "examples": example_objects,
            "securitySchemes": {
                "access": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "An API key, krv_live_…, or the access token of a session, which is valid for fifteen minutes.",
                },
                "extension": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "An extension token, svc_…, created in the client's settings.",
                },
                "refresh": {
                    "type": "apiKey",
                    "in": "cookie",
                    "name": "karavan_client_refresh",
                    "description": "The refresh cookie of a session, karavan_agent_refresh on the agent side, \
                        with the prefix __Host- over https; it changes with every use.",
                },
            },
        },
    });
    Document {
        json,
        operations,
        conflicting_schemas,
        missing_samples,
        unused_samples,
    }
}

/// A shared response of operations, with one of the examples.
fn problem_response(description: &str, example: &str) -> Value {
    let content = json!({
        "schema": {"$ref": "#/components/schemas/Problem"},
        "examples": {example: {"$ref": format!("#/components/examples/{example}")}},
    });
    json!({"description": description, "content": {"application/problem+json": content}})
}
