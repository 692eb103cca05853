//! Tariffs as cargo companies write them: the prices of a shipment by its density.

use super::{add_entry, tariff_body, valid_entries};
use crate::{
    shipments::{item_in_warehouse, post_expecting},
    support::{Actor, on_both},
};
use serde_json::{Value, json};

/// Sets the rates of yuan and dollars: a dollar is 7.2 yuan.
async fn set_rates(owner: &Actor) {
    for (base, rate) in [("CNY", "12.5"), ("USD", "90")] {
        let rate = json!({"base": base, "source": "fixed", "fixed": rate});
        let _ = owner.patch("/agent/settings/rate", rate).await.expect(200);
    }
}

fn bracket(density: i64, per: &str, price: &str) -> Value {
    json!({"weight_from_grams": 0, "density_from_kg_m3": density, "per": per, "price": price})
}

#[apply(on_both)]
async fn shipment_that_is_not_carried_has_no_price_but_a_reason(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    set_rates(&owner).await;
    let method = add_entry(&owner, "delivery-methods", valid_entries()[0].1.clone()).await;
    let mut tariff = tariff_body(method);
    tariff["brackets"] = json!([
        bracket(0, "not_carried", "0"),
        bracket(100, "kilogram", "2.40"),
        bracket(110, "kilogram", "2.30")
    ]);
    tariff["volumetric_divisor"] = json!(null);
    tariff["weight_step_grams"] = json!(500);
    tariff["density_bound"] = json!("below");
    let mut wrong = tariff.clone();
    wrong["weight_step_grams"] = json!(0);
    let problem = owner
        .post("/agent/settings/delivery-tariffs", wrong)
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(problem["errors"]["weight_step_grams"][0]["code"], "out_of_range");
    let tariff = owner.post("/agent/settings/delivery-tariffs", tariff).await.expect(201);
    assert_eq!(
        (
            &tariff["values"]["density_bound"],
            &tariff["values"]["brackets"][0]["price"]
        ),
        (&json!("below"), &json!("0.00"))
    );

    let (_, item) = item_in_warehouse(&app).await;
    let shipment = post_expecting(
        &owner,
        "/agent/shipments",
        json!({"client_id": 1, "items": [item]}),
        201,
    )
    .await;
    let path = format!("/agent/shipments/{}", shipment["id"]);
    let chosen = json!({"places": 1, "country": "ru", "city": "Тверь", "delivery": {"delivery_method_id": method}});
    let _ = owner.patch(&path, chosen).await.expect_within_statements(200, 12);
    let proposal = async |grams: i64, cm3: i64| {
        let size = json!({"weight_grams": grams, "volume_cm3": cm3});
        let _ = owner.patch(&path, size).await.expect_within_statements(200, 12);
        owner.get(&format!("{path}/proposal")).await.expect(200)
    };
    let refused = proposal(10_000, 100_000).await;
    assert_eq!(
        (
            &refused["has_tariff"],
            &refused["calculation"]["not_carried"],
            &refused["calculation"]["charges"]
        ),
        (&json!(false), &json!(true), &json!([])),
        "exactly 100 kg/m³ belong to the bracket below"
    );
    let cargo = |proposal: &Value| proposal["calculation"]["total"]["amount"].clone();
    // 10.1 kg are charged as 10.5 kg at 2.40 and 2.30 dollars, in yuan.
    assert_eq!(cargo(&proposal(10_100, 100_000).await), "181.44");
    assert_eq!(cargo(&proposal(10_100, 91_000).await), "173.88");
    assert_eq!(proposal(10_100, 91_000).await["calculation"].get("not_carried"), None);

    let _ = proposal(9_000, 100_000).await;
    let _ = post_expecting(&owner, &format!("{path}/moves"), json!({"step": "pack"}), 200).await;
    let prices = client
        .get(&format!("/client/shipments/{}/delivery-prices", shipment["id"]))
        .await
        .expect(200);
    assert_eq!(
        (&prices["methods"][0]["missing"], prices["methods"][0].get("price")),
        (&json!("not_carried"), None)
    );
}

#[apply(on_both)]
async fn category_of_goods_has_a_surcharge_and_a_tariff_of_its_own(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    set_rates(&owner).await;
    let method = add_entry(&owner, "delivery-methods", valid_entries()[0].1.clone()).await;
    let category = |name: &str, kilogram: &str, place: &str| {
        json!({
            "name": name,
            "per_kilogram": kilogram,
            "per_cubic_metre": "50",
            "per_place": place,
            "currency": "CNY",
        })
    };
    let copies = add_entry(&owner, "goods-categories", category("Копии", "3.60", "0")).await;
    let clothes = add_entry(&owner, "goods-categories", category("Одежда", "0", "10")).await;
    let mut tariff = tariff_body(method);
    let other_goods = add_entry(&owner, "delivery-tariffs", tariff.clone()).await;
    tariff["goods_category_id"] = json!(clothes);
    tariff["brackets"] = json!([bracket(0, "kilogram", "4.00")]);
    let _ = add_entry(&owner, "delivery-tariffs", tariff.clone()).await;
    let path = "/agent/settings/delivery-tariffs";
    let _ = owner
        .post(path, tariff.clone())
        .await
        .expect_problem(409, "entry_exists");
    tariff["goods_category_id"] = json!(999_999);
    let unknown = owner.post(path, tariff).await.expect_problem(422, "validation_failed");
    assert_eq!(unknown["errors"]["goods_category_id"][0]["code"], "not_yours");

    let (_, item) = item_in_warehouse(&app).await;
    let shipment = post_expecting(
        &owner,
        "/agent/shipments",
        json!({"client_id": 1, "items": [item]}),
        201,
    )
    .await;
    let path = format!("/agent/shipments/{}", shipment["id"]);
    let delivery = json!({"delivery_method_id": method});
    let size =
        json!({"weight_grams": 10_000, "volume_cm3": 20_000, "places": 2, "country": "ru", "delivery": delivery});
    let _ = owner.patch(&path, size).await.expect_within_statements(200, 12);
    let charges = async |category: Value| {
        let chosen = owner
            .patch(&path, json!({"goods_category_id": category}))
            .await
            .expect_within_statements(200, 12);
        assert_eq!(
            chosen["delivery"]["goods_category"].get("id").unwrap_or(&Value::Null),
            &category
        );
        let proposal = owner
            .get(&format!("{path}/proposal"))
            .await
            .expect_within_statements(200, 12);
        let charges = proposal["calculation"]["charges"].as_array().expect("charges").clone();
        charges
            .iter()
            .map(|charge| (charge["kind"].clone(), charge["amount"]["amount"].clone()))
            .collect::<Vec<_>>()
    };
    // 10 kg at 2.50 dollars; copies cost 3.60 yuan more, clothes 4.00 dollars and 10 yuan for each of two boxes.
    let cargo = |amount: &str| (json!("cargo"), json!(amount));
    let surcharge = |amount: &str| (json!("surcharge"), json!(amount));
    assert_eq!(charges(json!(null)).await, [cargo("180.00")]);
    assert_eq!(charges(json!(copies)).await, [cargo("180.00"), surcharge("36.00")]);
    assert_eq!(charges(json!(clothes)).await, [cargo("288.00"), surcharge("20.00")]);
    let problem = owner
        .patch(&path, json!({"goods_category_id": 999_999}))
        .await
        .expect_problem(422, "validation_failed");
    assert_eq!(problem["errors"]["goods_category_id"][0]["code"], "not_yours");

    let _ = post_expecting(&owner, &format!("{path}/moves"), json!({"step": "pack"}), 200).await;
    let own = format!("/client/shipments/{}", shipment["id"]);
    let prices = client.get(&format!("{own}/delivery-prices")).await;
    let prices = prices.expect_within_statements(200, 8);
    assert_eq!(prices["methods"][0]["price"]["amount"], "308.00");
    let _ = client
        .patch(&own, json!({"goods_category_id": null}))
        .await
        .expect_problem(422, "validation_failed");
    let in_use = format!("/agent/settings/goods-categories/{clothes}");
    let _ = owner.delete(&in_use).await.expect_problem(409, "in_use");
    let archive = json!({"archived": true});
    let _ = owner
        .patch(&format!("/agent/settings/delivery-tariffs/{other_goods}"), archive)
        .await
        .expect(200);
    assert_eq!(
        charges(json!(copies)).await,
        [],
        "the tariff of clothes is not for copies"
    );
    let _ = post_expecting(
        &owner,
        &format!("{path}/moves"),
        json!({"step": "quote", "cost": "150"}),
        200,
    )
    .await;
    let fixed = owner.patch(&path, json!({"goods_category_id": null})).await;
    assert_eq!(fixed.expect_problem(409, "shipment_priced")["code"], "shipment_priced");
}
