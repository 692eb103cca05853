//! Tables without filters, and long tables.

use super::{exported_rows, first_column};
use crate::support::{OTHER_OWNER, OWNER, client_row, on_both};
use calamine::Data;
use platform::scope::ScopedConnection;
use serde_json::json;
use shared_types::id::AgentId;

#[apply(on_both)]
async fn deliveries_and_staff_are_exported(app: App) {
    let owner = app.owner().await;
    let sent = owner
        .post(
            "/agent/deliveries",
            json!({"track": "CARGO-77", "expected_on": "2026-12-20"}),
        )
        .await
        .expect(201);
    let empty = owner.post("/agent/deliveries", json!({})).await.expect(201);
    let _ = owner
        .post(
            &format!("/agent/deliveries/{}/moves", empty["id"]),
            json!({"step": "cancel"}),
        )
        .await
        .expect_within_statements(200, 10);
    let all = exported_rows(owner.get("/agent/deliveries.xlsx").await, 6);
    assert_eq!(
        first_column(&all),
        [
            empty["number"].as_str().expect("a number"),
            sent["number"].as_str().expect("a number")
        ]
    );
    assert_eq!(
        (all[0][1].to_string(), all[1][2].to_string()),
        ("Отменена".to_owned(), "CARGO-77".to_owned())
    );
    let Data::DateTime(expected) = &all[1][5] else {
        panic!("a day, not a text");
    };
    assert_eq!(expected.to_ymd_hms_milli(), (2026, 12, 20, 0, 0, 0, 0));
    assert_eq!(
        exported_rows(owner.get("/agent/deliveries.xlsx?part=current").await, 6).len(),
        1
    );
    assert_eq!(
        exported_rows(
            app.log_in("agent", OTHER_OWNER)
                .await
                .get("/agent/deliveries.xlsx")
                .await,
            6
        ),
        Vec::<Vec<Data>>::new()
    );

    let people = exported_rows(owner.get("/agent/staff.xlsx").await, 6);
    let listed = owner.get("/agent/staff").await.expect(200);
    assert_eq!(
        people.len(),
        listed["data"].as_array().map_or(0, Vec::len),
        "as many rows as on the page"
    );
    let own = people.iter().find(|row| row[1] == OWNER).expect("the owner");
    assert_eq!(
        (own[0].to_string(), own[2].to_string(), own[3].to_string()),
        ("Анна".to_owned(), "Владелец".to_owned(), "Есть".to_owned())
    );
    assert!(
        people.iter().all(|row| row[1] != OTHER_OWNER),
        "no staff of another agent"
    );
}

#[apply(on_both)]
async fn large_export_is_read_in_blocks(app: App) {
    let now = app.state.clock.now();
    let new = |number: usize| client_row(AgentId(1), &format!("N{number}"), now);
    for block in 0..20 {
        app.state
            .system()
            .insert_many((0..500).map(|index| new(block * 500 + index)), None)
            .await
            .expect("clients");
    }
    let owner = app.owner().await;
    let all = exported_rows(owner.get("/agent/clients.xlsx").await, 35);
    assert_eq!(all.len(), 10_002);
    assert_eq!(
        (all[0][0].to_string(), all[10_001][0].to_string()),
        ("N9999".to_owned(), "K1".to_owned())
    );
    let distinct: std::collections::BTreeSet<String> = first_column(&all).into_iter().collect();
    assert_eq!(distinct.len(), 10_002, "no duplicate and no missing row");
}
