//! The table of docs/money.md is compared with the server: where it says "version", a wrong `If-Match` is refused.

use crate::{
    orders::{lifecycle::order_card, submitted_order},
    settings::{add_entry, tariff_body, valid_entries},
    shipments::{choose_cash_on_receipt, deliver, item_in_warehouse, quoted_shipment},
    support::{Actor, App, on_both},
};
use serde_json::{Value, json};
use std::{collections::BTreeMap, fs, path::Path};

/// The endpoints of the rows that are checked by a version in `If-Match`, as `METHOD /path`, without repetitions.
fn versioned_endpoints(document: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in document.lines().filter(|line| line.starts_with("| ")) {
        let cells: Vec<&str> = line.trim_matches('|').split(" | ").map(str::trim).collect();
        let [_, endpoints, _, checked, _] = cells[..] else {
            panic!("not five cells: {line}");
        };
        if !checked.replace("version in the body", "").contains("version") {
            continue;
        }
        let named = endpoints.split('`').filter(|text| {
            text.split_once(" /")
                .is_some_and(|(method, _)| ["POST", "PATCH", "PUT", "DELETE"].contains(&method))
        });
        let named: Vec<String> = named.map(ToOwned::to_owned).collect();
        assert!(!named.is_empty(), "the row names no endpoint in full: {line}");
        found.extend(named);
    }
    found.sort();
    found.dedup();
    found
}

/// The values for the paths and the bodies of the document's requests.
struct World {
    ids: BTreeMap<&'static str, i64>,
    client: Actor,
    owner: Actor,
}

impl World {
    async fn new(app: &App) -> Self {
        let (owner, client) = (app.owner().await, app.client().await);
        let order = submitted_order(&client).await;
        let card = order_card(&owner, order).await;
        let id = |value: &Value| value["id"].as_i64().expect("an id");
        let (_, goods) = item_in_warehouse(app).await;
        let shipment = quoted_shipment(&owner, &goods).await;
        let _ = choose_cash_on_receipt(&client, shipment).await;
        let _ = deliver(&owner, shipment).await;
        let mut entries = BTreeMap::new();
        for (list, body) in valid_entries() {
            let _ = entries.insert(list, add_entry(&owner, list, body).await);
        }
        let method = entries["delivery-methods"];
        let tariff = add_entry(&owner, "delivery-tariffs", tariff_body(method)).await;
        let services = owner.get("/agent/settings/services").await.expect(200);
        let ids = BTreeMap::from([
            ("{order}", order),
            ("{group}", id(&card["groups"][0])),
            ("{item}", id(&card["items"][0])),
            ("{shipment}", shipment),
            ("{service}", id(&services["data"][0])),
            ("{method}", method),
            ("delivery-tariffs/{id}", tariff),
            ("goods-categories/{id}", entries["goods-categories"]),
            ("packagings/{id}", entries["packagings"]),
            ("insurances/{id}", entries["insurances"]),
        ]);
        Self { ids, client, owner }
    }

    /// A valid body for an endpoint, so that only the version can be refused.
    fn body(&self, endpoint: &str) -> Option<Value> {
        let entry = |list: &str| {
            let found = valid_entries().into_iter().find(|(name, _)| *name == list);
            found.map(|(_, values)| json!({"values": values}))
        };
        Some(match endpoint {
            "POST /client/shipments/{shipment}/accept" | "POST /agent/orders/{order}/start-purchase" => json!({}),
            "POST /agent/orders/{order}/quote" => json!({"rate": "12.5"}),
            "PATCH /agent/orders/{order}/groups/{group}" => json!({"domestic": "8"}),
            "PATCH /agent/orders/{order}/items/{item}" => json!({"price": "30.00"}),
            "POST /agent/orders/{order}/reopen" | "POST /agent/orders/{order}/cancel" => json!({"reason": "проверка"}),
            "POST /agent/orders/{order}/refunds" => json!({"amount": "1.00", "reason": "проверка"}),
            "POST /agent/shipments/{shipment}/moves" => json!({"step": "quote", "cost": "100", "rate": "12.5"}),
            "POST /agent/shipments/{shipment}/reweighings" => json!({"weight_grams": 4000, "cost": "90"}),
            "PATCH /agent/settings/delivery-tariffs/{id}" => json!({"values": tariff_body(self.ids["{method}"])}),
            "PATCH /agent/settings/goods-categories/{id}" => entry("goods-categories")?,
            "PATCH /agent/settings/packagings/{id}" => entry("packagings")?,
            "PATCH /agent/settings/insurances/{id}" => entry("insurances")?,
            "PATCH /agent/settings/rate" => json!({"base": "CNY", "source": "fixed", "fixed": "12.5"}),
            "PATCH /agent/settings/conditions" => json!({"commission": {"percent": "5", "minimum_minor": 0}}),
            "PATCH /agent/settings/payments" => json!({"rubles": true, "yuan": true, "cash_on_receipt": true}),
            "PATCH /agent/settings/self-buyout" => json!({"enabled": true}),
            "PATCH /agent/settings/services/{service}" => json!({"enabled": true, "mode": "free"}),
            _ => return None,
        })
    }

    /// The endpoints of a document that do not answer a wrong version with 412, each with its actual response.
    async fn accepting_a_wrong_version(&self, document: &str) -> Vec<String> {
        let mut faults = Vec::new();
        for endpoint in versioned_endpoints(document) {
            let Some(body) = self.body(&endpoint) else {
                faults.push(format!("{endpoint}: this test has no request for it"));
                continue;
            };
            let (method, template) = endpoint.split_once(' ').expect("a method and a path");
            let mut path = template.to_owned();
            // The longer placeholders first: they contain `{id}`.
            for (name, id) in self.ids.iter().rev() {
                let filled = name
                    .rsplit_once('/')
                    .map_or_else(|| id.to_string(), |(list, _)| format!("{list}/{id}"));
                path = path.replace(name, &filled);
            }
            assert!(!path.contains('{'), "a placeholder is unknown: {path}");
            let actor = if path.starts_with("/client/") {
                &self.client
            } else {
                &self.owner
            };
            let stale = actor.with_header("if-match", "\"999999\"");
            let answer = stale.send(method, &path, Some(body.to_string().into_bytes())).await;
            if answer.status != 412 || !answer.text.contains("version_stale") {
                faults.push(format!("{endpoint}: {}", answer.status));
            }
        }
        faults
    }
}

#[apply(on_both)]
async fn every_documented_version_is_checked(app: App) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the workspace")
        .join("docs/money.md");
    let document = fs::read_to_string(path).expect("the document");
    assert!(
        versioned_endpoints(&document).len() >= 15,
        "the rows of the document are read"
    );
    let world = World::new(&app).await;
    assert_eq!(world.accepting_a_wrong_version(&document).await, Vec::<String>::new());

    // The test can fail: an endpoint that takes no version is found, and so is one that the test does not know.
    let planted =
        "| planted | `POST /agent/orders/{order}/start-purchase`, `POST /agent/unknown` | – | version | `none` |";
    assert_eq!(
        world.accepting_a_wrong_version(planted).await,
        [
            "POST /agent/orders/{order}/start-purchase: 422",
            "POST /agent/unknown: this test has no request for it"
        ]
    );
}
