//! The requests that webhooks of other programs receive: one for each type of event, from the declaration of the feed.

use serde_json::{Map, Value, json};
use shared_types::{events::EventType, tag::Tag};

/// The `webhooks` of the document.
pub(crate) fn describe_all() -> Value {
    let described = EventType::ALL
        .iter()
        .map(|kind| (kind.as_str().to_owned(), describe(*kind)));
    Value::Object(described.collect::<Map<_, _>>())
}

fn describe(kind: EventType) -> Value {
    let header = |name: &str, description: &str| {
        json!({
            "name": name, "in": "header", "required": true, "schema": {"type": "string"}, "description": description,
        })
    };
    let example = json!({
        "id": "evt_5120",
        "type": kind.as_str(),
        "timestamp": "2026-11-28T09:14:03Z",
        "sequence": 318,
        "data": {
            "object": kind.object().as_str(), "id": 707, "number": "K7-12", "client_id": 101, "order_id": null, "shipment_id": null,
            "old_state": null, "new_state": null, "deleted": kind.is_deletion(),
        },
    });
    json!({"post": {
        "operationId": format!("receive_{}", kind.as_str().replace('.', "_")),
        "summary": kind.description().trim_end_matches('.'),
        "description": kind.description(),
        "tags": [Tag::Webhooks.name()],
        "parameters": [
            header("webhook-id", "The id of the event, the same in each attempt."),
            header("webhook-timestamp", "Seconds since 1970."),
            header("webhook-signature", "Signatures by Standard Webhooks 1.0.0, separated by spaces."),
        ],
        "requestBody": {"required": true, "content": {"application/json": {
            "schema": {"$ref": "#/components/schemas/Event"},
            "examples": {"sample": {"value": example}},
        }}},
        "responses": {"200": {"description": "Received. Any status 2xx will do."}},
        "security": [],
    }})
}
