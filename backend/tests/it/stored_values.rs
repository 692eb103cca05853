//! Stored values that this version does not know: they are errors, never defaults.

use crate::{
    orders::submitted_order,
    settings::{add_entry, tariff_body},
    support::{App, WAREHOUSE_WORKER, on_both},
};
use serde_json::json;

/// Stores an order status that the check constraint of the column refuses, as a newer version may do.
async fn store_newer_status(app: &App, order: i64) {
    let update = format!("UPDATE orders SET status = 'newer' WHERE id = {order}");
    let unchecked = if app.database_url.starts_with("sqlite") {
        "PRAGMA ignore_check_constraints = ON"
    } else {
        "ALTER TABLE orders DROP CONSTRAINT orders_status_check"
    };
    app.execute_sql(&format!("{unchecked}; {update}")).await;
}

#[apply(on_both)]
async fn unknown_status_is_an_internal_error(app: App) {
    app.expect_errors("request failed: internal error");
    let (owner, client) = (app.owner().await, app.client().await);
    let order = submitted_order(&client).await;
    store_newer_status(&app, order).await;
    for (reader, side) in [(&owner, "agent"), (&client, "client")] {
        let _ = reader
            .get(&format!("/{side}/orders/{order}"))
            .await
            .expect_problem(500, "internal");
        let _ = reader
            .get(&format!("/{side}/orders"))
            .await
            .expect_problem(500, "internal");
    }
    app.execute_sql(&format!("UPDATE orders SET status = 'submitted' WHERE id = {order}"))
        .await;
    let _ = owner.get(&format!("/agent/orders/{order}")).await.expect(200);
}

#[apply(on_both)]
async fn unknown_currency_of_a_client_is_an_internal_error(app: App) {
    app.expect_errors("request failed: internal error");
    let owner = app.owner().await;
    let update = |currency: &str| format!("UPDATE clients SET currency = '{currency}' WHERE id = 1");
    app.execute_sql(&update("XXX")).await;
    let _ = owner.get("/agent/clients").await.expect_problem(500, "internal");
    app.execute_sql(&update("CNY")).await;
    let _ = owner.get("/agent/clients").await.expect(200);
}

#[apply(on_both)]
async fn unreadable_saved_filter_and_phone_are_internal_errors(app: App) {
    app.expect_errors("request failed: internal error");
    let owner = app.owner().await;
    let filters = "/agent/saved-filters";
    let filter = json!({"name": "Мои проблемы", "query": {"section": "problems"}, "shared": false});
    let _ = owner.post(filters, filter).await.expect(201);
    app.execute_sql("UPDATE saved_filters SET query = '{\"section\": \"newer\"}'")
        .await;
    let _ = owner.get(filters).await.expect_problem(500, "internal");
    app.execute_sql("UPDATE saved_filters SET query = '{\"section\": \"problems\"}'")
        .await;
    let _ = owner.get(filters).await.expect(200);
    app.execute_sql(&format!(
        "UPDATE users SET phone = 'newer' WHERE phone = '{WAREHOUSE_WORKER}'"
    ))
    .await;
    let _ = owner.get("/agent/staff").await.expect_problem(500, "internal");
    app.execute_sql(&format!(
        "UPDATE users SET phone = '{WAREHOUSE_WORKER}' WHERE phone = 'newer'"
    ))
    .await;
    let _ = owner.get("/agent/staff").await.expect(200);
}

#[apply(on_both)]
async fn unknown_country_of_a_tariff_or_a_pickup_point_is_an_internal_error(app: App) {
    app.expect_errors("request failed: internal error");
    let owner = app.owner().await;
    let method = json!({"name": "Авто", "days_min": null, "days_max": null, "requires": []});
    let method = add_entry(&owner, "delivery-methods", method).await;
    let _ = add_entry(&owner, "delivery-tariffs", tariff_body(method)).await;
    let point =
        json!({"name": "Люблино", "country": "ru", "city": "Москва", "address": "Тихорецкий б-р, 1", "phone": null});
    let _ = add_entry(&owner, "pickup-points", point).await;
    for (table, list) in [
        ("delivery_tariffs", "delivery-tariffs"),
        ("pickup_points", "pickup-points"),
    ] {
        let path = format!("/agent/settings/{list}");
        app.execute_sql(&format!("UPDATE {table} SET country = 'XX'")).await;
        let _ = owner.get(&path).await.expect_problem(500, "internal");
        app.execute_sql(&format!("UPDATE {table} SET country = 'RU'")).await;
        assert_eq!(owner.get(&path).await.expect(200)["data"][0]["values"]["country"], "RU");
    }
}

#[apply(on_both)]
async fn unknown_right_is_an_internal_error(app: App) {
    app.expect_errors("request failed: internal error");
    let warehouse = app.log_in("agent", WAREHOUSE_WORKER).await;
    app.execute_sql("UPDATE access_group_rights SET object = 'newer' WHERE group_id = 1")
        .await;
    let _ = warehouse.get("/agent/orders").await.expect_problem(500, "internal");
    app.execute_sql("UPDATE access_group_rights SET object = 'orders' WHERE group_id = 1")
        .await;
    let _ = warehouse.get("/agent/orders").await.expect(200);
}
