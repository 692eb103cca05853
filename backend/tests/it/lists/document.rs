//! `docs/api/lists.md`: the parameters of each list, made from the API document, which is made from the declarations.

use crate::{
    documents::{check_document, written_part},
    support::on_sqlite,
};
use serde_json::Value;
use std::fmt::Write as _;

/// A list: its path, and its operation in the document.
struct List<'a> {
    path: &'a str,
    operation: &'a Value,
}

/// The lists of staff and clients: operations with a cursor whose response is JSON.
fn lists(document: &Value) -> Vec<List<'_>> {
    let paths = document["paths"].as_object().expect("paths");
    let operations = paths.iter().map(|(path, methods)| List {
        path,
        operation: &methods["get"],
    });
    let is_list = |list: &List<'_>| {
        let content = &list.operation["responses"]["200"]["content"];
        parameters(list.operation).any(|parameter| parameter["name"] == "cursor")
            && content.get("application/json").is_some()
    };
    operations.filter(is_list).collect()
}

fn parameters(operation: &Value) -> impl Iterator<Item = &Value> {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    parameters.filter(|parameter| parameter["in"] == "query")
}

/// The schema that a reference points to, or the schema itself.
fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(reference) => document.pointer(&reference[1..]).expect("a schema"),
        None => schema,
    }
}

/// The values of a parameter, in words.
fn values(document: &Value, parameter: &Value) -> String {
    let schema = &parameter["schema"];
    // An empty text is accepted everywhere and means that the parameter is absent.
    let schema = schema["anyOf"].as_array().map_or(schema, |choices| &choices[0]);
    let schema = resolved(document, schema);
    if let Some(names) = schema["enum"].as_array() {
        let names: Vec<String> = names
            .iter()
            .filter_map(Value::as_str)
            .map(|name| format!("`{name}`"))
            .collect();
        return names.join(", ");
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        let names = choices
            .iter()
            .filter_map(|choice| choice["const"].as_str().or(choice["enum"][0].as_str()));
        let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
        return names.join(", ");
    }
    match (schema["type"].as_str(), schema["format"].as_str()) {
        (Some("boolean"), _) => "`true`, `false`".to_owned(),
        (Some("integer"), _) => match (schema["minimum"].as_i64(), schema["maximum"].as_i64()) {
            (Some(least), Some(most)) if most < 1_000_000 => format!("{least} to {most}"),
            _ => "a whole number".to_owned(),
        },
        (_, Some("date")) => "a day, `2026-11-28`".to_owned(),
        (_, Some("date-time")) => "a time, `2026-11-28T09:00:00Z`".to_owned(),
        _ => "text".to_owned(),
    }
}

fn section(document: &Value, list: &List<'_>) -> String {
    let summary = list.operation["summary"].as_str().expect("a summary");
    let mut section = format!("\n### `{}`\n\n{summary}", list.path);
    let export = format!("{}.ndjson", list.path);
    if document["paths"].get(&export).is_some() {
        let _ = write!(section, " As JSON Lines: `{export}`.");
    }
    section.push_str("\n\n| parameter | values | meaning |\n|---|---|---|\n");
    for parameter in parameters(list.operation) {
        let name = parameter["name"].as_str().expect("a name");
        let meaning = parameter["description"].as_str().unwrap_or("–");
        let _ = writeln!(section, "| `{name}` | {} | {meaning} |", values(document, parameter));
    }
    section
}

#[apply(on_sqlite)]
async fn description_of_the_lists_is_current(app: App) {
    let document = app.anonymous().get("/api/openapi.json").await.expect(200);
    let lists = lists(&document);
    for path in [
        "/agent/orders",
        "/client/orders",
        "/agent/items",
        "/agent/shipments",
        "/agent/clients",
    ] {
        let list = lists.iter().find(|list| list.path == path).expect(path);
        assert!(
            parameters(list.operation).any(|parameter| parameter["name"] == "updated_since"),
            "{path}"
        );
    }
    let mut generated = written_part("api/lists.md", "## Each list\n");
    for list in &lists {
        generated.push_str(&section(&document, list));
    }
    check_document("api/lists.md", &generated);
}
