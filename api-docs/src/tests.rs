//! The committed document equals the declarations; its ids are unique, and its examples are valid.

use crate::{Body, Document, build, unbounded_fields, unused_bounds};
use serde_json::{Value, json};
use shared_types::{
    events::{Event, EventType},
    problem::Problem,
    tag::Tag,
};
use std::{collections::BTreeMap, env, fs, path::Path, sync::LazyLock};

static DOCUMENT: LazyLock<Document> = LazyLock::new(build);

/// The public contract: a change here affects other programs.
#[test]
fn openapi_document_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/openapi.json");
    let mut generated = serde_json::to_string_pretty(&DOCUMENT.json).expect("JSON");
    generated.push('\n');
    if env::var_os("KARAVAN_WRITE_DOCS").is_some() {
        fs::write(&path, &generated).expect("the document is written");
    }
    let current = fs::read_to_string(&path).unwrap_or_default();
    assert!(
        current == generated,
        "docs/openapi.json is outdated: run the tests with KARAVAN_WRITE_DOCS=1 and review the diff"
    );
}

#[test]
fn operation_ids_are_unique() {
    let mut seen = BTreeMap::<&str, Vec<&str>>::new();
    for operation in &DOCUMENT.operations {
        seen.entry(operation.id).or_default().push(operation.path);
    }
    assert!(seen.len() > 300, "only {} operations", seen.len());
    let repeated: Vec<_> = seen.iter().filter(|(_, paths)| paths.len() > 1).collect();
    assert!(repeated.is_empty(), "{repeated:?}");
}

#[test]
fn webhooks_describe_every_event_with_a_sample() {
    for kind in EventType::ALL.iter().copied() {
        let webhook = &DOCUMENT.json["webhooks"][kind.as_str()]["post"];
        let content = &webhook["requestBody"]["content"]["application/json"];
        let sample: Event = serde_json::from_value(content["examples"]["sample"]["value"].clone()).expect("an event");
        assert_eq!((sample.kind, sample.data.object), (kind, kind.object()));
        assert_eq!(webhook["description"], kind.description());
    }
    let described = DOCUMENT.json["webhooks"].as_object().map(serde_json::Map::len);
    assert_eq!(described, Some(EventType::ALL.len()));
}

#[test]
fn schema_names_are_unique() {
    assert!(
        DOCUMENT.conflicting_schemas.is_empty(),
        "{:?}",
        DOCUMENT.conflicting_schemas
    );
}

#[test]
fn every_tag_has_operations() {
    for tag in Tag::ALL {
        let count = DOCUMENT
            .operations
            .iter()
            .filter(|operation| operation.tag == *tag)
            .count();
        assert!(count > 0, "{} has no operations", tag.name());
    }
}

#[test]
fn every_field_of_a_request_is_bounded() {
    let unbounded = unbounded_fields(&DOCUMENT);
    assert!(
        unbounded.is_empty(),
        "without a bound in bounds_table.rs: {unbounded:#?}"
    );
    let unused = unused_bounds(&DOCUMENT);
    assert!(unused.is_empty(), "in bounds_table.rs, but not in the API: {unused:#?}");
}

#[test]
fn every_field_of_an_example_has_a_sample() {
    let missing = &DOCUMENT.missing_samples;
    assert!(missing.is_empty(), "without a sample in samples: {missing:#?}");
    let unused = &DOCUMENT.unused_samples;
    assert!(unused.is_empty(), "samples without a field: {unused:#?}");
}

/// A schema that can be used on its own, with the components that it refers to.
fn validator(schema: &Value) -> jsonschema::Validator {
    let mut whole = json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "allOf": [schema]});
    whole["components"]["schemas"] = DOCUMENT.json["components"]["schemas"].clone();
    jsonschema::options()
        .should_validate_formats(true)
        .build(&whole)
        .expect("a valid schema")
}

fn errors(schema: &Value, example: &Value) -> Vec<String> {
    validator(schema)
        .iter_errors(example)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect()
}

fn example(name: &str) -> &'static Value {
    &DOCUMENT.json["components"]["examples"][name]["value"]
}

/// Bodies by the names of their schemas.
fn bodies() -> BTreeMap<&'static str, &'static Body> {
    let bodies = DOCUMENT
        .operations
        .iter()
        .flat_map(|operation| [&operation.request, &operation.response])
        .flatten();
    bodies.map(|body| (body.schema.as_str(), body)).collect()
}

#[test]
fn examples_are_valid_and_stand_for_their_types() {
    let bodies = bodies();
    assert!(bodies.len() > 200, "only {} bodies", bodies.len());
    let mut faults = Vec::new();
    for (name, body) in bodies {
        let example = example(name);
        let schema = json!({"$ref": format!("#/components/schemas/{name}")});
        faults.extend(
            errors(&schema, example)
                .into_iter()
                .map(|error| format!("{name}{error}")),
        );
        match (body.round_trip)(example) {
            // An update of a messenger is passed on as it is.
            Ok(written) if written == *example || name == "MessengerUpdate" => {}
            Ok(written) => faults.push(format!("{name} is read as {written}")),
            Err(error) => faults.push(format!("{name}: {error}")),
        }
    }
    assert!(faults.is_empty(), "{} faults: {faults:#?}", faults.len());
}

/// Every body of every operation has an example, except files.
#[test]
fn every_body_has_an_example() {
    let is_binary = |media_type: &str| {
        ["application/octet-stream", "application/pdf"].contains(&media_type)
            || media_type.starts_with("application/vnd.openxmlformats")
    };
    let mut checked = 0;
    for methods in DOCUMENT.json["paths"].as_object().expect("paths").values() {
        for operation in methods.as_object().expect("methods").values() {
            let responses = operation["responses"].as_object().expect("responses").values();
            let problems = DOCUMENT.json["components"]["responses"].as_object().expect("problems");
            let responses =
                responses.map(
                    |response| match response["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
                        Some(name) => &problems[name],
                        None => response,
                    },
                );
            let contents = responses
                .chain([&operation["requestBody"]])
                .filter_map(|body| body["content"].as_object());
            for (media_type, content) in contents.flatten().filter(|(media_type, _)| !is_binary(media_type)) {
                let examples = content["examples"].as_object().expect("examples");
                assert!(!examples.is_empty(), "{}", operation["operationId"]);
                for reference in examples.values() {
                    let name = reference["$ref"]
                        .as_str()
                        .and_then(|path| path.rsplit('/').next())
                        .expect("a name");
                    assert!(!example(name).is_null(), "{media_type} {name}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 1000, "only {checked} examples");
}

#[test]
fn examples_of_problems_are_valid() {
    let schema = json!({"$ref": "#/components/schemas/Problem"});
    for code in [
        "credential_missing",
        "permission_denied",
        "not_found",
        "validation_failed",
        "too_many_requests",
    ] {
        let example = example(code);
        assert_eq!(errors(&schema, example), Vec::<String>::new());
        let problem: Problem = serde_json::from_value(example.clone()).expect("a problem");
        assert_eq!(problem.code.as_str(), code);
    }
}
