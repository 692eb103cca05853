//! The cost of goods in reports: the payments to sellers, or else the prices of pieces.

use crate::{
    orders::{
        create_draft,
        lifecycle::{adjust_balance, order_card, pay_order, quote_order},
    },
    settings::add_entry,
    support::{Actor, App, item_body, on_both},
};
use serde_json::{Value, json};

/// The rate of the quotes in hundredths.
const RATE: i64 = 1250;

/// Figures of a report in kopecks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Costs {
    cost: i64,
    paid: i64,
    expected: i64,
    margin: i64,
}

impl std::ops::Sub for Costs {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self {
            cost: self.cost - other.cost,
            paid: self.paid - other.paid,
            expected: self.expected - other.expected,
            margin: self.margin - other.margin,
        }
    }
}

/// The figures of all payments in rubles. Every grouping has the same ones.
async fn costs(owner: &Actor) -> Costs {
    let mut found = Vec::new();
    for grouping in ["month", "client", "staff"] {
        let report = owner
            .get(&format!(
                "/agent/reports?from=2026-11-01&to=2026-12-31&group_by={grouping}"
            ))
            .await
            .expect_within_statements(200, 6);
        let tables = report["tables"].as_array().expect("tables");
        let rubles = tables.iter().find(|table| table["currency"] == "RUB");
        let minor = |name: &str| {
            let amount = rubles.map_or("0", |table| table["total"][name]["amount"].as_str().expect("an amount"));
            amount.replace('.', "").parse::<i64>().expect("a number")
        };
        found.push(Costs {
            cost: minor("cost"),
            paid: minor("paid_cost"),
            expected: minor("expected_cost"),
            margin: minor("margin"),
        });
    }
    assert!(found.windows(2).all(|pair| pair[0] == pair[1]), "{found:?}");
    found[0]
}

/// A paid order with two items of 85.50 yuan from different shops, each with 8 yuan of shipping within China. Returns its card.
async fn paid_order_of_two_shops(app: &App) -> Value {
    let (owner, client) = (app.owner().await, app.client().await);
    let order = create_draft(&client).await;
    for shop in ["一店", "二店"] {
        let mut item = item_body();
        item["shop"] = json!({"name": shop});
        let _ = client
            .post(&format!("/client/orders/{order}/items"), item)
            .await
            .expect(201);
    }
    let _ = client
        .post(&format!("/client/orders/{order}/submit"), json!({}))
        .await
        .expect(200);
    let card = order_card(&owner, order).await;
    for group in card["groups"].as_array().expect("groups") {
        let path = format!("/agent/orders/{order}/groups/{}", group["id"]);
        let _ = owner
            .patch(&path, json!({"domestic": "8"}))
            .await
            .expect_within_statements(200, 14);
    }
    let _ = quote_order(&owner, order).await;
    adjust_balance(&owner, 1, "5000", "RUB").await;
    let _ = pay_order(&client, order, "RUB").await;
    order_card(&owner, order).await
}

/// The purchase of an item, and its later state.
#[derive(Clone, Copy, Debug)]
enum Bought {
    /// Not yet.
    No,
    /// Without a price.
    Unpriced,
    /// At a price of a piece.
    At(&'static str),
    /// With a payment to the seller.
    Paid(&'static str),
    /// With a payment to the seller, who took it back.
    PaidAndReturned(&'static str),
}

async fn buy(owner: &Actor, account: i64, item: &Value, how: Bought) {
    let mut body = json!({"step": "buy", "items": [item]});
    match how {
        Bought::No => return,
        Bought::Unpriced => {}
        Bought::At(price) => body["price"] = json!(price),
        Bought::Paid(amount) | Bought::PaidAndReturned(amount) => {
            body["purchase"] = json!({"account_id": account, "amount": amount});
        }
    }
    let _ = owner
        .post("/agent/items/moves", body)
        .await
        .expect_within_statements(200, 36);
    if matches!(how, Bought::PaidAndReturned(_)) {
        let body = json!({"step": "return", "items": [item], "reason": "брак"});
        let _ = owner
            .post("/agent/items/moves", body)
            .await
            .expect_within_statements(200, 36);
    }
}

#[apply(on_both)]
async fn cost_is_what_sellers_were_paid_or_else_the_price_of_pieces(app: App) {
    let account = json!({"marketplace": "1688", "login": "lotus-buy", "comment": "", "currency": "CNY", "limit": null});
    let owner = app.owner().await;
    let account = add_entry(&owner, "purchasing-accounts", account).await;
    let dollars = json!({"marketplace": "AliExpress", "login": "ali", "comment": "", "currency": "USD", "limit": null});
    let dollars = add_entry(&owner, "purchasing-accounts", dollars).await;
    // Cost, part paid to sellers and expected part of both items, in hundredths of a yuan.
    let cases = [
        ([Bought::No, Bought::No], (17_100, 0, 17_100)),
        ([Bought::Unpriced, Bought::At("27.10")], (8_550 + 8_130, 0, 8_550)),
        // A payment includes the shipping within China of its shop.
        ([Bought::Paid("78.50"), Bought::At("27.10")], (7_050 + 8_130, 7_050, 0)),
        ([Bought::Paid("78.50"), Bought::No], (7_050 + 8_550, 7_050, 8_550)),
        ([Bought::Paid("78.50"), Bought::Paid("90")], (7_050 + 8_200, 15_250, 0)),
        // Costs more than the client paid.
        ([Bought::Paid("120"), Bought::No], (11_200 + 8_550, 11_200, 8_550)),
        // Less than the shipping: the goods cost nothing, and no less.
        ([Bought::Paid("5"), Bought::No], (8_550, 0, 8_550)),
        ([Bought::PaidAndReturned("93.50"), Bought::No], (8_550, 0, 8_550)),
        (
            [Bought::PaidAndReturned("93.50"), Bought::Paid("93.50")],
            (8_550, 8_550, 0),
        ),
    ];
    let mut before = costs(&owner).await;
    for (how, (cost, paid, expected)) in cases {
        let card = paid_order_of_two_shops(&app).await;
        for (item, how) in card["items"].as_array().expect("items").iter().zip(how) {
            buy(&owner, account, &item["id"], how).await;
        }
        let after = costs(&owner).await;
        let added = after - before;
        assert_eq!(
            (added.cost * 100, added.paid * 100, added.expected * 100),
            (cost * RATE, paid * RATE, expected * RATE),
            "{how:?}"
        );
        let purchases = owner
            .get(&format!("/agent/orders/{}/purchases", card["id"]))
            .await
            .expect(200);
        if matches!(how, [Bought::Paid(_), Bought::Paid(_)]) {
            let difference = purchases["difference"]["amount"].as_str().expect("an amount");
            let difference: i64 = difference.replace('.', "").parse().expect("a number");
            assert_eq!(
                difference,
                17_100 - cost,
                "goods without cost are the difference on the order's page"
            );
        }
        before = after;
    }
    // A payment in another currency has no stated rate: the prices count.
    let card = paid_order_of_two_shops(&app).await;
    buy(&owner, dollars, &card["items"][0]["id"], Bought::Paid("10")).await;
    let added = costs(&owner).await - before;
    assert_eq!((added.cost * 100, added.paid), (17_100 * RATE, 0));
}
