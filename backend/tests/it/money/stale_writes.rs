//! Settings of money and prices are changed by the version that was seen, so the last writer does not win unnoticed.

use crate::support::on_both;
use serde_json::json;

#[apply(on_both)]
async fn stale_rate_policy_is_refused(app: App) {
    let (owner, path) = (app.owner().await, "/agent/settings/rate");
    let policy = |rate: &str| json!({"base": "CNY", "source": "fixed", "fixed": rate});
    let with_version = |version: i64| owner.with_header("if-match", &format!("\"{version}\""));
    let shown = owner.get(path).await.expect(200)["data"][0].clone();
    assert_eq!(
        (&shown["base"], &shown["policy"], &shown["version"]),
        (&json!("CNY"), &json!(null), &json!(0)),
        "no policy is set"
    );
    let first = with_version(0).patch(path, policy("12.5")).await.expect(200);
    assert_eq!(first["data"][0]["version"], 1);
    let _ = with_version(0)
        .patch(path, policy("13"))
        .await
        .expect_problem(412, "version_stale");
    let second = with_version(1).patch(path, policy("13")).await.expect(200);
    assert_eq!(second["data"][0]["version"], 2);
    let _ = with_version(1)
        .patch(path, policy("14"))
        .await
        .expect_problem(412, "version_stale");
    let kept = owner.get(path).await.expect(200)["data"][0].clone();
    assert_eq!(
        (&kept["policy"]["fixed"], &kept["version"]),
        (&json!("13.00"), &json!(2)),
        "the refused change leaves the policy as it was"
    );
    assert_eq!(
        owner.patch(path, policy("15")).await.expect(200)["data"][0]["version"],
        3,
        "a program may leave the version out"
    );
}

#[apply(on_both)]
async fn stale_service_price_is_refused(app: App) {
    let owner = app.owner().await;
    let list = async || owner.get("/agent/settings/services").await.expect(200)["data"][0].clone();
    let shown = list().await;
    assert_eq!(shown["version"], 0, "the setting was never saved");
    let path = format!("/agent/settings/services/{}", shown["id"]);
    let price = |price: &str| json!({"mode": "paid", "prices": [{"currency": "CNY", "price": price}]});
    let with_version = |version: i64| owner.with_header("if-match", &format!("\"{version}\""));
    let first = with_version(0).patch(&path, price("3.50")).await.expect(200);
    assert_eq!(first["version"], 1);
    let _ = with_version(0)
        .patch(&path, price("9"))
        .await
        .expect_problem(412, "version_stale");
    let second = with_version(1).patch(&path, price("4")).await.expect(200);
    assert_eq!(second["version"], 2);
    let _ = with_version(1)
        .patch(&path, price("9"))
        .await
        .expect_problem(412, "version_stale");
    let kept = list().await;
    assert_eq!(
        (&kept["prices"][0]["amount"], &kept["version"]),
        (&json!("4.00"), &json!(2)),
        "the refused change leaves the price as it was"
    );
    let own = json!({
        "names": {"ru": "Проверка", "en": "Check", "zh": "检查"},
        "icon": "🔍",
        "media_kind": "none",
        "mode": "free",
    });
    let own = owner.post("/agent/settings/services", own).await.expect(201);
    assert_eq!(own["version"], 1);
}
