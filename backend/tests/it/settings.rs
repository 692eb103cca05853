//! The agent's settings: lists, offers, and what orders and shipments make of them.

use crate::{
    orders::{life::quoted, submitted},
    support::{Actor, OTHER_OWNER, WAREHOUSE, on_both},
};
use serde_json::{Value, json};

/// One good entry of each list.
fn entries() -> Vec<(&'static str, Value)> {
    vec![
        (
            "delivery-methods",
            json!({"name": "Авто", "days_min": 12, "days_max": 18}),
        ),
        (
            "packagings",
            json!({"name": "Обрешётка", "price": "60.00", "currency": "CNY", "weight_grams": 4000}),
        ),
        (
            "insurances",
            json!({"name": "Полная", "percent": "2", "minimum": "5.00", "currency": "CNY"}),
        ),
        (
            "transport-companies",
            json!({"name": "СДЭК", "tracking_url": "https://cdek.ru/track?n={track}"}),
        ),
        (
            "pickup-points",
            json!({"name": "Люблино", "country": "RU", "city": "Москва", "address": "Тихорецкий б-р, 1", "phone": null}),
        ),
        (
            "working-hours",
            json!({"weekday": 1, "opens": "09:00", "closes": "18:30"}),
        ),
        (
            "payment-cards",
            json!({"bank": "Т-Банк", "holder": "Анна С.", "number": "2200 7000 0000 0001", "currency": "RUB"}),
        ),
        (
            "purchasing-accounts",
            json!({"marketplace": "1688", "login": "lotus_01", "comment": "основной"}),
        ),
    ]
}

pub async fn added(owner: &Actor, list: &str, values: Value) -> i64 {
    owner.post(&format!("/agent/settings/{list}"), values).await.expect(201)["id"]
        .as_i64()
        .expect("an id")
}

fn tariff(method: i64) -> Value {
    json!({
        "delivery_method_id": method, "country": "ru", "currency": "USD", "minimum": "5.00", "volumetric_divisor": 6000,
        "brackets": [
            {"weight_from_grams": 0, "density_from_kg_m3": 0, "per": "cubic_metre", "price": "300.00"},
            {"weight_from_grams": 0, "density_from_kg_m3": 200, "per": "kilogram", "price": "2.50"},
        ],
    })
}

on_both! {
    async fn every_list_is_filled_changed_archived_and_emptied(app: App) {
        let (owner, other) = (app.owner().await, app.log_in("agent", OTHER_OWNER).await);
        for (list, values) in entries() {
            let path = format!("/agent/settings/{list}");
            let keyed = owner.with("idempotency-key", list);
            let first = keyed.post(&path, values.clone()).await.expect(201);
            assert_eq!(keyed.post(&path, values.clone()).await.expect(201), first, "a replay adds nothing");
            assert_eq!((&first["values"], &first["archived"], &first["version"]), (&values, &json!(false), &json!(1)));
            let id = first["id"].as_i64().expect("an id");
            let one = format!("{path}/{id}");
            let _ = owner.with("if-match", "\"7\"").patch(&one, json!({"archived": true})).await.refused(412, "version_stale");
            let archived = owner.with("if-match", "\"1\"").patch(&one, json!({"archived": true, "position": 5, "values": values})).await.expect(200);
            assert_eq!((&archived["archived"], &archived["position"], &archived["version"]), (&json!(true), &json!(5), &json!(2)));
            assert_eq!(owner.get(&path).await.expect(200)["data"], json!([archived]));
            assert_eq!(other.get(&path).await.expect(200)["data"], json!([]), "another agent's list is its own");
            let _ = other.patch(&one, json!({"archived": false})).await.refused(404, "not_found");
            let _ = other.delete(&one).await.refused(404, "not_found");
            let _ = owner.delete(&one).await.expect(204);
            let _ = owner.delete(&one).await.refused(404, "not_found");
            let mut unknown = values.clone();
            unknown["secret"] = json!(1);
            let _ = owner.post(&path, unknown).await.refused(422, "validation_failed");
        }
        let worker = app.log_in("agent", WAREHOUSE).await;
        let _ = worker.get("/agent/settings/packagings").await.refused(403, "permission_denied");
        let _ = worker.get("/agent/balance-requests/cards").await.refused(403, "permission_denied");
    }

    async fn what_breaks_the_rules_is_named_all_at_once(app: App) {
        let owner = app.owner().await;
        let method = added(&owner, "delivery-methods", entries()[0].1.clone()).await;
        let mut wrong = tariff(method);
        wrong["country"] = json!("Россия");
        wrong["currency"] = json!("EUR");
        wrong["minimum"] = json!("1.001");
        wrong["brackets"][1]["price"] = json!("-1");
        let problem = owner.post("/agent/settings/delivery-tariffs", wrong).await.refused(422, "validation_failed");
        let named: Vec<&String> = problem["errors"].as_object().expect("errors").keys().collect();
        assert_eq!(named, ["brackets.1.price", "country", "currency", "minimum"]);
        let _ = owner.post("/agent/settings/delivery-tariffs", tariff(999_999)).await.refused(422, "validation_failed");
        let held = added(&owner, "delivery-tariffs", tariff(method)).await;
        let _ = owner.delete(&format!("/agent/settings/delivery-tariffs/{held}")).await.expect(204);
        let _ = owner.delete(&format!("/agent/settings/delivery-tariffs/{held}")).await.refused(404, "not_found");
        let _ = added(&owner, "delivery-tariffs", tariff(method)).await;
        let _ = owner.post("/agent/settings/delivery-tariffs", tariff(method)).await.refused(409, "conflict");
        for (list, values, field) in [
            ("working-hours", json!({"weekday": 8, "opens": "9", "closes": "25:00"}), "weekday"),
            ("working-hours", json!({"weekday": 1, "opens": "18:00", "closes": "09:00"}), "closes"),
            ("delivery-methods", json!({"name": "  ", "days_min": 20, "days_max": 10}), "days_max"),
            ("insurances", json!({"name": "x", "percent": "101", "minimum": "0", "currency": "CNY"}), "percent"),
            ("transport-companies", json!({"name": "x", "tracking_url": "javascript:alert(1)"}), "tracking_url"),
        ] {
            let problem = owner.post(&format!("/agent/settings/{list}"), values).await.refused(422, "validation_failed");
            assert!(problem["errors"][field].is_array(), "{problem}");
        }
    }

    async fn a_tariff_packaging_and_insurance_are_lines_of_the_calculation(app: App) {
        let (owner, client) = (app.owner().await, app.client().await);
        for (base, rate) in [("CNY", "12.5"), ("USD", "90")] {
            let _ = owner.patch("/agent/settings/rate", json!({"base": base, "source": "fixed", "fixed": rate})).await.expect(200);
        }
        let method = added(&owner, "delivery-methods", entries()[0].1.clone()).await;
        let _ = added(&owner, "delivery-tariffs", tariff(method)).await;
        let packaging = added(&owner, "packagings", entries()[1].1.clone()).await;
        let insurance = added(&owner, "insurances", entries()[2].1.clone()).await;
        let options = client.get("/client/delivery-options").await.expect(200);
        assert_eq!((&options["methods"][0]["name"], &options["methods"][0]["detail"], &options["packagings"][0]["detail"]), (&json!("Авто"), &json!("12–18"), &json!("60.00 ¥")));

        let (order, line) = crate::orders::filled(&client).await;
        let path = format!("/client/orders/{order}");
        let choice = json!({"delivery_method_id": method, "packaging_id": packaging, "insurance_id": insurance});
        let chosen = client.patch(&path, json!({"destination_country": "ru", "delivery": choice})).await.expect(200);
        assert_eq!(chosen["delivery"], choice);
        let problem = client.patch(&path, json!({"delivery": {"packaging_id": 999_999}})).await.refused(422, "validation_failed");
        assert!(problem["errors"]["packaging_id"].is_array(), "{problem}");
        assert_eq!(client.get(&path).await.expect(200)["delivery"], choice, "a refused choice changes nothing");

        let _ = client.post(&format!("{path}/submit"), json!({})).await.expect(200);
        let measured = owner.post("/agent/items/moves", json!({"items": [line["id"]], "step": "approve"})).await;
        assert_eq!(measured.status, 200, "{}", measured.text);
        let weighed = owner.patch(&format!("/agent/orders/{order}/items/{}", line["id"]), json!({"weight_grams": 6000, "volume_cm3": 20000})).await.expect(200);
        assert_eq!(weighed["weight_grams"], 6000);
        // Goods of 85.50; 6 kg and 4 kg of packaging in 20 litres: 500 kg/m³, 2.50 dollars a kilogram are 18.00 yuan.
        let shown = client.get(&format!("{path}/calculation")).await.within(200, 8)["calculation"].clone();
        let of = |kind: &str| shown["charges"].as_array().expect("charges").iter().find(|charge| charge["kind"] == kind).cloned().unwrap_or_default();
        assert_eq!((&of("packaging")["amount"]["amount"], &of("packaging")["estimated"]), (&json!("60.00"), &json!(true)));
        assert_eq!((&of("insurance")["amount"]["amount"], &of("insurance")["basis"]["by"]), (&json!("5.00"), &json!("minimum")));
        assert_eq!(of("cargo")["amount"]["amount"], "180.00");
        assert_eq!(of("cargo")["basis"], json!({"by": "weight", "grams": 10000, "price_per_kg_minor": 1800}));
        assert_eq!((&shown["due"]["amount"], &shown["total"]["amount"]), (&json!("85.50"), &json!("330.50")));
        let staff = owner.get(&format!("/agent/orders/{order}/calculation")).await.within(200, 8);
        assert_eq!(staff["calculation"], shown, "both sides see the same");

        // The same goods, bought by the client himself: their delivery alone is estimated, and nothing is due.
        let own = client.post("/client/orders", json!({"type": "self_buyout"})).await.expect(201)["id"].as_i64().expect("an id");
        let own_path = format!("/client/orders/{own}");
        let own_line = client.post(&format!("{own_path}/items"), crate::support::item()).await.expect(201);
        let _ = client.patch(&own_path, json!({"destination_country": "ru", "delivery": choice})).await.expect(200);
        let _ = client.post(&format!("{own_path}/submit"), json!({})).await.expect(200);
        let _ = owner.post(&format!("/agent/orders/{own}/expect"), json!({})).await.within(200, 16);
        let _ = owner.patch(&format!("/agent/orders/{own}/items/{}", own_line["id"]), json!({"weight_grams": 6000, "volume_cm3": 20000})).await.expect(200);
        let estimate = client.get(&format!("{own_path}/calculation")).await.within(200, 8)["calculation"].clone();
        let kinds: Vec<_> = estimate["charges"].as_array().expect("charges").iter().map(|charge| charge["kind"].as_str().expect("a kind")).collect();
        assert_eq!(kinds, ["packaging", "insurance", "cargo"]);
        assert_eq!((&estimate["due"]["amount"], &estimate["total"]["amount"]), (&json!("0.00"), &json!("245.00")));

        let changed = owner.patch(&format!("/agent/orders/{order}"), json!({"delivery": {"insurance_id": 0}})).await.within(200, 10);
        assert_eq!(changed["delivery"], json!({"delivery_method_id": method, "packaging_id": packaging}));
        let _ = quoted(&owner, order).await;
        let kept = client.get(&format!("{path}/calculation")).await.within(200, 8)["calculation"].clone();
        assert_eq!((&kept["due"]["amount"], &kept["total"]["amount"]), (&json!("85.50"), &json!("325.50")));
        let _ = owner.patch(&format!("/agent/settings/packagings/{packaging}"), json!({"values": {"name": "Другая", "price": "1", "currency": "CNY"}})).await.expect(200);
        assert_eq!(client.get(&format!("{path}/calculation")).await.within(200, 8)["calculation"], kept, "a named price stays as it was");
        let _ = owner.delete(&format!("/agent/settings/packagings/{packaging}")).await.refused(409, "in_use");
        let _ = owner.delete(&format!("/agent/settings/delivery-methods/{method}")).await.refused(409, "in_use");
        let _ = owner.patch(&format!("/agent/orders/{order}"), json!({"delivery": {"insurance_id": insurance}})).await.refused(409, "move_not_allowed");
    }

    async fn an_archived_or_foreign_entry_is_not_chosen(app: App) {
        let (owner, client) = (app.owner().await, app.client().await);
        let foreign = added(&app.log_in("agent", OTHER_OWNER).await, "packagings", entries()[1].1.clone()).await;
        let own = added(&owner, "packagings", entries()[1].1.clone()).await;
        let _ = owner.patch(&format!("/agent/settings/packagings/{own}"), json!({"archived": true})).await.expect(200);
        assert_eq!(client.get("/client/delivery-options").await.expect(200)["packagings"], json!([]));
        let order = crate::orders::draft(&client).await;
        for id in [own, foreign] {
            let _ = client.patch(&format!("/client/orders/{order}"), json!({"delivery": {"packaging_id": id}})).await.refused(422, "validation_failed");
        }
    }

    async fn the_agent_says_what_it_offers(app: App) {
        let (owner, client) = (app.owner().await, app.client().await);
        let terms = client.get("/client/terms").await.expect(200);
        assert_eq!((&terms["self_buyout"]["enabled"], &terms["payments"]["yuan"]), (&json!(true), &json!(true)));
        let order = crate::orders::draft(&client).await;
        let path = format!("/client/orders/{order}");
        let changed = client.patch(&path, json!({"type": "self_buyout"})).await.expect(200);
        assert_eq!(changed["type"], "self_buyout");
        let _ = client.patch(&path, json!({"type": "standard"})).await.expect(200);
        let held = owner.patch("/agent/settings/self-buyout", json!({"enabled": false, "note": "пока не берём"})).await.expect(200);
        assert_eq!((&held["value"]["enabled"], &held["version"]), (&json!(false), &json!(1)));
        let _ = owner.with("if-match", "\"9\"").patch("/agent/settings/self-buyout", json!({"enabled": true})).await.refused(412, "version_stale");
        let _ = client.patch(&path, json!({"type": "self_buyout"})).await.refused(409, "not_offered");
        let _ = client.post("/client/orders", json!({"type": "self_buyout"})).await.refused(409, "not_offered");
        let _ = owner.patch("/agent/settings/payments", json!({"rubles": true, "yuan": false, "cash_on_receipt": false})).await.expect(200);
        let _ = client.post("/client/balance/requests", json!({"amount": "100", "currency": "CNY"})).await.refused(409, "not_offered");
        let _ = client.post("/client/balance/requests", json!({"amount": "100", "currency": "RUB"})).await.expect(201);
        let sent = submitted(&client).await;
        let _ = client.patch(&format!("/client/orders/{sent}"), json!({"type": "standard"})).await.refused(409, "order_not_draft");
    }

    async fn the_main_settings_are_the_agents_own(app: App) {
        let (owner, client) = (app.owner().await, app.client().await);
        let main = owner.get("/agent/settings/main").await.expect(200);
        assert_eq!((&main["subdomain"], &main["timezone"]), (&json!("lotus"), &json!("Europe/Moscow")));
        assert!(main["referral_links"][0].as_str().expect("a link").ends_with("?agent=lotus"));
        let change = json!({"name": "Лотос Карго", "subdomain": "Lotus-Cargo", "contacts": "Telegram: @lotus", "timezone": "Asia/Shanghai"});
        let changed = owner.with("if-match", "\"1\"").patch("/agent/settings/main", change).await.expect(200);
        assert_eq!((&changed["name"], &changed["subdomain"], &changed["version"]), (&json!("Лотос Карго"), &json!("lotus-cargo"), &json!(2)));
        let _ = owner.with("if-match", "\"1\"").patch("/agent/settings/main", json!({"name": "x"})).await.refused(412, "version_stale");
        let _ = owner.patch("/agent/settings/main", json!({"subdomain": "dragon"})).await.refused(409, "conflict");
        for taken in ["ab", "-lotus", "www", "ло-тос"] {
            let _ = owner.patch("/agent/settings/main", json!({"subdomain": taken})).await.refused(422, "validation_failed");
        }
        let _ = added(&owner, "working-hours", entries()[5].1.clone()).await;
        let told = client.get("/client/terms").await.expect(200);
        assert_eq!((&told["contacts"], &told["timezone"], &told["hours"][0]["opens"]), (&json!("Telegram: @lotus"), &json!("Asia/Shanghai"), &json!("09:00")));
        let plan = owner.get("/agent/settings/plan").await.expect(200);
        assert_eq!((&plan["staff_limit"], &plan["staff_count"], &plan["clients_count"], &plan["invoices"]), (&json!(20), &json!(3), &json!(2), &json!([])));
        let other = app.log_in("agent", OTHER_OWNER).await;
        assert_eq!(other.get("/agent/settings/main").await.expect(200)["name"], "dragon");
    }

    async fn a_shipment_is_proposed_a_price_by_its_size_and_its_way(app: App) {
        let owner = app.owner().await;
        for (base, rate) in [("CNY", "12.5"), ("USD", "90")] {
            let _ = owner.patch("/agent/settings/rate", json!({"base": base, "source": "fixed", "fixed": rate})).await.expect(200);
        }
        let method = added(&owner, "delivery-methods", entries()[0].1.clone()).await;
        let tariff_id = added(&owner, "delivery-tariffs", tariff(method)).await;
        let packaging = added(&owner, "packagings", entries()[1].1.clone()).await;
        let insurance = added(&owner, "insurances", entries()[2].1.clone()).await;
        let company = added(&owner, "transport-companies", entries()[3].1.clone()).await;
        let point = added(&owner, "pickup-points", entries()[4].1.clone()).await;
        let (_, item) = crate::shipments::in_warehouse(&app).await;
        let shipment = owner.post("/agent/shipments", json!({"client_id": 1, "items": [item]})).await.within(201, 14);
        let path = format!("/agent/shipments/{}", shipment["id"]);
        let none = owner.get(&format!("{path}/proposal")).await.expect(200);
        assert_eq!((&none["has_tariff"], &none["calculation"]["total"]["amount"]), (&json!(false), &json!("0.00")));
        let delivery = json!({"delivery_method_id": method, "packaging_id": packaging, "insurance_id": insurance, "transport_company_id": company, "pickup_point_id": point});
        let form = json!({"weight_grams": 4200, "volume_cm3": 18000, "places": 1, "country": "ru", "track": "AB 1", "delivery": delivery});
        let filled = owner.patch(&path, form).await.within(200, 12);
        assert_eq!(filled["delivery"]["method"], json!({"id": method, "name": "Авто", "detail": ""}));
        assert_eq!(filled["delivery"]["transport_company"]["detail"], "https://cdek.ru/track?n=AB+1");
        assert_eq!(filled["delivery"]["pickup_point"]["detail"], "Москва, Тихорецкий б-р, 1");
        // 4.2 kg at 18.00 yuan, 60.00 of packaging, the least premium.
        let proposal = owner.get(&format!("{path}/proposal")).await.expect(200);
        assert_eq!((&proposal["has_tariff"], &proposal["calculation"]["total"]["amount"]), (&json!(true), &json!("140.60")));
        assert_eq!(proposal["calculation"]["total_rub"]["amount"], "1757.50");
        let _ = owner.patch(&path, json!({"delivery": {"pickup_point_id": 999_999}})).await.refused(422, "validation_failed");
        let _ = owner.delete(&format!("/agent/settings/pickup-points/{point}")).await.refused(409, "in_use");
        let _ = owner.delete(&format!("/agent/settings/transport-companies/{company}")).await.refused(409, "in_use");
        let _ = owner.patch(&format!("/agent/settings/delivery-tariffs/{tariff_id}"), json!({"archived": true})).await.expect(200);
        assert_eq!(owner.get(&format!("{path}/proposal")).await.expect(200)["has_tariff"], false, "an archived tariff proposes nothing");
        let moves = format!("{path}/moves");
        let _ = owner.post(&moves, json!({"step": "pack"})).await.within(200, 30);
        let (client, own) = (app.client().await, format!("/client/shipments/{}", shipment["id"]));
        let chosen = client.patch(&own, json!({"city": "Тверь", "delivery": {"insurance_id": 0}})).await.within(200, 12);
        assert_eq!((&chosen["city"], &chosen["delivery"]["insurance"]), (&json!("Тверь"), &Value::Null), "the client chooses until there is a price");
        let _ = client.patch(&own, json!({"weight_grams": 1})).await.refused(422, "validation_failed");
        let _ = owner.post(&moves, json!({"step": "quote", "cost": "150"})).await.within(200, 30);
        assert_eq!(client.patch(&own, json!({"city": "Псков"})).await.within(409, 12)["code"], "conflict");
        let problem = owner.patch(&path, json!({"delivery": {"packaging_id": 0}})).await.within(409, 12);
        assert_eq!(problem["code"], "conflict", "the price stands");
        let shown = app.client().await.get(&format!("/client/shipments/{}/delivery", shipment["id"])).await.within(200, 8);
        assert_eq!(shown["delivery"]["packaging"]["name"], "Обрешётка");
    }
}
