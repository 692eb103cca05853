//! Tests of the paths and rules in errors.

use super::*;

#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Colour {
    Red,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Inner {
    #[serde(rename = "colour")]
    _colour: Colour,
}

#[derive(Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Tagged {
    Dot,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Body {
    #[serde(rename = "inner")]
    _inner: Vec<Inner>,
    #[serde(rename = "tagged")]
    _tagged: Option<Tagged>,
    count: Option<i32>,
}

fn fault(text: &str) -> (String, ShapeError) {
    let node: Node = serde_json::from_str(text).expect("JSON");
    let error = read::<Body>(node).expect_err("an error");
    (error.path().to_string(), error.into_inner())
}

#[test]
fn error_names_its_path_and_no_rust_type() {
    let wrong = |expected| ShapeError::Value(Rule::WrongType(expected));
    for (text, path, expected) in [
        ("42", ".", wrong(Expected::Object)),
        (r#"{"inner": {}}"#, "inner", wrong(Expected::Array)),
        (r#"{"inner": [["red"]]}"#, "inner[0]", wrong(Expected::Object)),
        (
            r#"{"inner": [{"colour": 1}]}"#,
            "inner[0].colour",
            wrong(Expected::KnownValue),
        ),
        (
            r#"{"inner": [{"colour": ["red"]}]}"#,
            "inner[0].colour",
            wrong(Expected::KnownValue),
        ),
        (
            r#"{"inner": [{"colour": "blue"}]}"#,
            "inner[0].colour",
            ShapeError::Value(Rule::UnknownValue),
        ),
        (
            r#"{"inner": [{"colour": {"blue": 1}}]}"#,
            "inner[0].colour",
            wrong(Expected::KnownValue),
        ),
        (r#"{"inner": [], "tagged": []}"#, "tagged", wrong(Expected::Object)),
        (r#"{"inner": [], "tagged": ["dot"]}"#, "tagged", wrong(Expected::Object)),
        (r#"{"inner": [], "count": 1.5}"#, "count", wrong(Expected::Integer)),
        (
            r#"{"inner": [], "count": 3000000000}"#,
            "count",
            ShapeError::Value(Rule::NumberOverflow),
        ),
        (
            r#"{"inner": [], "count": 1e300}"#,
            "count",
            ShapeError::Value(Rule::NumberOverflow),
        ),
        (r#"{"count": 1}"#, ".", ShapeError::Missing("inner".to_owned())),
    ] {
        assert_eq!(fault(text), (path.to_owned(), expected), "{text}");
    }
    assert_eq!(
        fault(r#"{"inner": [{"size": 1}]}"#).1,
        ShapeError::UnknownField("size".to_owned())
    );
    assert_eq!(
        fault(r#"{"count": 1, "count": 2}"#).1,
        ShapeError::Value(Rule::DuplicateField)
    );
}

#[test]
fn whole_number_may_be_written_with_a_point() {
    for (text, expected) in [("400.0", 400), ("-3e2", -300), ("-0.0", 0), ("7", 7)] {
        let node: Node = serde_json::from_str(&format!(r#"{{"inner": [], "count": {text}}}"#)).expect("JSON");
        let body: Body = read(node).expect("a body");
        assert_eq!(body.count, Some(expected), "{text}");
    }
}
