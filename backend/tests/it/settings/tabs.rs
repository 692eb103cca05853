//! The settings as JSON for programs, tab by tab.

use super::{add_entry, valid_entries};
use crate::support::{OTHER_OWNER, WAREHOUSE_WORKER, on_both};
use serde_json::{Value, json};
use shared_types::settings::SettingsTab;

/// The tabs of the specification, and the tabs that were added to it.
const TABS: [&str; 26] = [
    "main",
    "brand",
    "plan",
    "purchasing_accounts",
    "cash_categories",
    "conditions",
    "staff",
    "permission_groups",
    "payment_cards",
    "delivery_methods",
    "delivery_tariffs",
    "goods_categories",
    "packaging",
    "insurance",
    "transport_companies",
    "pickup_points",
    "working_hours",
    "self_buyout",
    "payments",
    "rate",
    "services",
    "adapters",
    "api_keys",
    "webhooks",
    "translation",
    "notifications",
];

fn names(overview: &Value) -> Vec<&str> {
    let tabs = overview["tabs"].as_array().expect("tabs");
    tabs.iter().map(|tab| tab["tab"].as_str().expect("a name")).collect()
}

#[apply(on_both)]
async fn each_tab_names_its_data_and_shows_a_single_setting(app: App) {
    let owner = app.owner().await;
    for (tab, name) in SettingsTab::ALL.into_iter().zip(TABS) {
        assert_eq!(tab.as_str(), name);
        let shown = owner.get(&format!("/agent/settings?tab={name}")).await.expect(200);
        assert_eq!((names(&shown), &shown["tab"]), (TABS.to_vec(), &json!(name)));
        let path = shown["path"].as_str().expect("a path");
        assert_eq!(path, tab.path());
        let data = owner.get(path).await.expect(200);
        match shown.get("value") {
            Some(value) => {
                // Some settings have their version next to the value.
                let expected = data.get("value").unwrap_or(&data);
                assert_eq!(
                    (&value[name], &shown["version"]),
                    (expected, &data["version"]),
                    "{name}"
                );
            }
            None => assert!(
                ![
                    "main",
                    "brand",
                    "conditions",
                    "working_hours",
                    "self_buyout",
                    "payments"
                ]
                .contains(&name)
            ),
        }
    }
    let first = owner.get("/agent/settings").await.expect(200);
    assert_eq!(first, owner.get("/agent/settings?tab=main").await.expect(200));
    let problem = owner
        .get("/agent/settings?tab=nonsense")
        .await
        .expect_problem(422, "validation_failed");
    assert!(problem["errors"]["tab"].is_array(), "{problem}");
}

#[apply(on_both)]
async fn a_person_sees_only_the_tabs_of_their_rights(app: App) {
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let shown = worker.get("/agent/settings").await.expect(200);
    assert_eq!(
        (names(&shown), &shown["tab"]),
        (vec!["notifications"], &json!("notifications"))
    );
    for tab in ["main", "rate", "staff"] {
        let _ = worker
            .get(&format!("/agent/settings?tab={tab}"))
            .await
            .expect_problem(403, "permission_denied");
    }
    let client = app.client().await.get("/agent/settings").await;
    assert_eq!(client.status, 401, "{}", client.text);
}

#[apply(on_both)]
async fn the_settings_of_another_agent_stay_apart(app: App) {
    let (owner, other) = (app.owner().await, app.log_in("agent", OTHER_OWNER).await);
    let hours = json!({"hours": [{"weekday": 1, "opens": "09:00", "closes": "18:00"}]});
    let _ = owner.patch("/agent/settings/working-hours", hours).await.expect(200);
    let _ = add_entry(&owner, "delivery-methods", valid_entries()[0].1.clone()).await;
    let mine = owner.get("/agent/settings?tab=working_hours").await.expect(200);
    assert_eq!(mine["value"]["working_hours"]["hours"][0]["opens"], "09:00");
    let theirs = other.get("/agent/settings?tab=working_hours").await.expect(200);
    assert_eq!(theirs["value"]["working_hours"]["hours"], json!([]));
    let theirs = other.get("/agent/settings?tab=main").await.expect(200);
    let main = &theirs["value"]["main"];
    assert_eq!(main, &other.get("/agent/settings/main").await.expect(200));
    assert_ne!(
        main["name"],
        owner.get("/agent/settings").await.expect(200)["value"]["main"]["name"]
    );
}
