//! The working hours of the week.

use crate::support::{WAREHOUSE_WORKER, on_both};
use serde_json::{Value, json};

const PATH: &str = "/agent/settings/working-hours";

fn hours(weekday: i32, opens: &str, closes: &str) -> Value {
    json!({"weekday": weekday, "opens": opens, "closes": closes})
}

#[apply(on_both)]
async fn the_week_is_saved_at_once_and_sorted(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    assert_eq!(
        owner.get(PATH).await.expect(200),
        json!({"value": {"hours": []}, "version": 0})
    );
    let week = json!({"hours": [hours(2, "09:00", "24:00"), hours(1, "14:00", "18:30"), hours(1, "09:00", "13:00")]});
    let sorted = json!([
        hours(1, "09:00", "13:00"),
        hours(1, "14:00", "18:30"),
        hours(2, "09:00", "24:00")
    ]);
    let first = owner.with_header("if-match", "\"0\"");
    let saved = first.patch(PATH, week.clone()).await.expect(200);
    assert_eq!((&saved["value"]["hours"], &saved["version"]), (&sorted, &json!(1)));
    assert_eq!(client.get("/client/terms").await.expect(200)["hours"], sorted);
    let _ = first.patch(PATH, week).await.expect_problem(412, "version_stale");
    let _ = owner.patch(PATH, json!({"hours": []})).await.expect(200);
    assert_eq!(client.get("/client/terms").await.expect(200)["hours"], json!([]));
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let _ = worker.get(PATH).await.expect_problem(403, "permission_denied");
}

#[apply(on_both)]
async fn repeated_and_overlapping_hours_are_refused(app: App) {
    let owner = app.owner().await;
    let monday = hours(1, "09:00", "13:00");
    for (week, field, code) in [
        (json!([monday, monday]), "hours[1].opens", "overlaps"),
        (
            json!([monday, hours(1, "12:59", "18:00")]),
            "hours[1].opens",
            "overlaps",
        ),
        (json!([hours(1, "18:00", "09:00")]), "hours[0].closes", "not_later"),
        (json!([hours(1, "9", "25:00")]), "hours[0].opens", "unknown_value"),
        (json!([hours(8, "09:00", "18:00")]), "hours[0].weekday", "out_of_range"),
        (json!(vec![monday.clone(); 29]), "hours", "too_many"),
    ] {
        let response = owner.patch(PATH, json!({"hours": week})).await;
        let problem = response.expect_problem(422, "validation_failed");
        assert_eq!(problem["errors"][field][0]["code"], json!(code), "{problem}");
    }
    assert_eq!(owner.get(PATH).await.expect(200)["version"], json!(0));
}
