//! Texts of characters that show nothing are empty: every text of every body in the OpenAPI document, the fields that need a
//! visible text among them.

use crate::{
    foreign_ids::requests::Document,
    orders::{draft_with_item, submitted_order},
    support::{Actor, CLIENT, TestResponse, on_both},
};
use serde_json::{Map, Value, json};

/// A zero-width space, a mark of direction, a Hangul filler, an empty pattern of Braille, a soft hyphen, a tag and white space.
const INVISIBLE: &str = "\u{200b}\u{202e}\u{3164}\n\u{2800}\u{ad}\u{e0020}\u{2066} \u{feff}";

/// Fields that need a visible text, by endpoint: names, titles and reasons of money. The bodies are complete except for the field.
const REQUIRED: &[&str] = &[
    "POST /agent/access-groups name",
    "POST /agent/balance-requests/1/reject reason",
    "POST /agent/clients name",
    "POST /agent/clients/1/balance/adjustments memo",
    "POST /agent/clients/1/balance/operations/1/reverse memo",
    "POST /agent/notifications body",
    "POST /agent/notifications title",
    "POST /agent/orders/1/cancel reason",
    "POST /agent/orders/1/chat body",
    "POST /agent/orders/1/items title",
    "POST /agent/orders/1/refunds reason",
    "PATCH /agent/profile name",
    "POST /agent/saved-filters name",
    "POST /agent/settings/packagings name",
    "POST /agent/staff name",
    "POST /agent/wallet-topups/1/reject reason",
    "POST /agent/withdrawals/1/reject reason",
    "POST /api/ext/drafts/1/items title",
    "POST /client/orders/1/items title",
    "POST /client/recipients street",
    "POST /client/settings/extension-tokens name",
    "POST /client/shipments/1/problem reason",
    "POST /client/staff name",
    "POST /client/withdrawals requisites",
];

/// The places of texts in a body, as ways of fields and indexes.
fn text_places(value: &Value, at: &str, found: &mut Vec<String>) {
    match value {
        Value::String(_) => found.push(at.to_owned()),
        Value::Array(list) => {
            for (index, item) in list.iter().enumerate() {
                text_places(item, &format!("{at}/{index}"), found);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                text_places(field, &format!("{at}/{name}"), found);
            }
        }
        _ => {}
    }
}

/// The path of a place in errors: `names[0]`, `names.ru`.
fn error_path(place: &str) -> String {
    place.split('/').skip(1).fold(String::new(), |path, part| {
        if part.bytes().all(|byte| byte.is_ascii_digit()) {
            format!("{path}[{part}]")
        } else if path.is_empty() {
            part.to_owned()
        } else {
            format!("{path}.{part}")
        }
    })
}

/// A body with the optional texts of its first level, which a valid body leaves out.
fn with_optional_texts(document: &Document, operation: &Value, mut body: Value) -> Value {
    let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
    let name = schema["$ref"].as_str().unwrap_or_default().trim_start_matches('#');
    let none = Map::new();
    let fields = document
        .0
        .pointer(name)
        .and_then(|schema| schema["properties"].as_object());
    for (name, field) in fields.unwrap_or(&none) {
        let is_text = field["type"] == "string" || field["type"] == json!(["string", "null"]);
        if is_text && field["enum"].is_null() && field["format"].is_null() && body[name].is_null() {
            body[name] = json!("текст");
        }
    }
    body
}

/// The status, the code and the errors of an answer.
fn refusal(answer: &TestResponse) -> (u16, Value, Value) {
    let problem: Value = serde_json::from_str(&answer.text).unwrap_or_default();
    (answer.status, problem["code"].clone(), problem["errors"].clone())
}

async fn send(actor: &Actor, method: &str, path: &str, body: &Value) -> TestResponse {
    actor.send(method, path, Some(body.to_string().into_bytes())).await
}

#[apply(on_both)]
async fn invisible_texts_are_refused_like_empty_ones(app: App) {
    let document = Document(app.anonymous().get("/api/openapi.json").await.expect(200));
    let client = app.client().await;
    let _ = submitted_order(&client).await;
    let _ = draft_with_item(&client).await;
    let extension = app.extension_of(CLIENT).await;
    let (mut tried, mut required, mut faults) = (0, Vec::new(), Vec::new());
    for (path, operations) in document.0["paths"].as_object().expect("paths") {
        for (method, operation) in operations.as_object().expect("operations") {
            let is_foreign = path.starts_with("/broadcasting") || path.starts_with("/webhooks");
            if operation["requestBody"]["content"]["application/json"].is_null() || is_foreign {
                continue;
            }
            let (method, body) = (method.to_uppercase(), document.body(operation, &[], &|_, _| json!(1)));
            let body = with_optional_texts(&document, operation, body);
            let parts = path.split('/').map(|part| match part {
                "{guard}" => "client",
                "{type}" => "order",
                part if part.starts_with('{') => "1",
                part => part,
            });
            let filled = parts.collect::<Vec<_>>().join("/");
            let mut places = Vec::new();
            text_places(&body, "", &mut places);
            for place in places {
                // A request before may have ended the session.
                let actor = match filled.split('/').nth(1) {
                    Some("api") => extension.clone(),
                    Some("agent") => app.owner().await,
                    _ => app.client().await,
                };
                let with = |text: &str| {
                    let mut changed = body.clone();
                    *changed.pointer_mut(&place).expect("the place") = json!(text);
                    changed
                };
                let empty = refusal(&send(&actor, &method, &filled, &with("")).await);
                if empty.0 < 300 || empty.0 == 429 {
                    continue;
                }
                let invisible = refusal(&send(&actor, &method, &filled, &with(INVISIBLE)).await);
                tried += 1;
                if invisible != empty && invisible.0 != 429 {
                    faults.push(format!("{method} {filled} {place}: {invisible:?} instead of {empty:?}"));
                }
                let field = error_path(&place);
                if invisible.2[&field][0]["code"] == "required" {
                    required.push(format!("{method} {filled} {field}"));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(
        tried > 100 && required.len() > 30,
        "{tried} tried, required: {required:#?}"
    );
    let is_missing = |expected: &&&str| !required.iter().any(|found| found == **expected);
    let missing: Vec<_> = REQUIRED.iter().filter(is_missing).collect();
    assert!(missing.is_empty(), "not required: {missing:#?} of {required:#?}");
}

#[apply(on_both)]
async fn texts_of_other_scripts_stay_as_they_were_typed(app: App) {
    let owner = app.owner().await;
    for name in ["شركة النور", "می\u{200c}خواهم", "חברה", "\u{200f}שלום", "❤\u{fe0f} 店"] {
        let filter = json!({"name": name, "query": {"section": "problems"}});
        let saved = owner.post("/agent/saved-filters", filter).await.expect(201);
        assert_eq!(saved["name"], name);
    }
}
