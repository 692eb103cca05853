//! Export files of marketplaces: which tracks they have for known purchases, and why other rows do nothing.

use super::purchasing_board::{account, paid_order_of};
use crate::{
    orders::lifecycle::{adjust_balance, order_card},
    support::{Actor, App, OTHER_OWNER, TestResponse, WAREHOUSE_WORKER, on_both},
};
use rust_xlsxwriter::Workbook;
use serde_json::{Value, json};

const MOVES: &str = "/agent/items/moves";
const TRACKS: &str = "/agent/items/tracks";

async fn upload(staff: &Actor, file: Vec<u8>) -> TestResponse {
    staff
        .with_header("content-type", "application/octet-stream")
        .send("POST", &format!("{TRACKS}/file"), Some(file))
        .await
}

/// Two paid orders, whose items are bought under a number each.
async fn bought(app: &App, owner: &Actor, numbers: [&str; 2]) -> [i64; 2] {
    let client = app.client().await;
    adjust_balance(owner, 1, "20000", "RUB").await;
    let mut orders = [0; 2];
    for (order, number) in orders.iter_mut().zip(numbers) {
        let (id, item) = paid_order_of(owner, &client, 1).await;
        let body = json!({"step": "buy", "items": [item], "marketplace_order_number": number});
        let _ = owner.post(MOVES, body).await.expect_within_statements(200, 24);
        *order = id;
    }
    orders
}

fn outline(export: &Value) -> (Value, Value) {
    let texts = |rows: &Value, fields: &[&str]| -> Value {
        let rows = rows.as_array().expect("rows").iter();
        rows.map(|row| fields.iter().map(|field| row[*field].clone()).collect::<Value>())
            .collect()
    };
    (
        texts(
            &export["results"],
            &["marketplace_order_number", "domestic_track", "effect"],
        ),
        texts(
            &export["skipped"],
            &["row", "marketplace_order_number", "title", "fault"],
        ),
    )
}

#[apply(on_both)]
async fn export_of_1688_has_the_tracks_of_known_purchases(app: App) {
    let owner = app.owner().await;
    let [first, second] = bought(&app, &owner, ["2847500113", "2847500114"]).await;
    let mut workbook = Workbook::new();
    let sheet = workbook.add_worksheet();
    let headers = [
        "订单编号",
        "买家公司名",
        "实付款(元)",
        "订单状态",
        "货品标题",
        "物流公司",
        "运单号",
    ];
    let rows = [
        [
            "2847500113",
            "荷花",
            "28.50",
            "等待买家确认收货",
            "加绒卫衣",
            "圆通",
            "YT8801",
        ],
        // The second product of the same purchase.
        ["", "", "", "", "短袖", "", ""],
        ["2847500114", "荷花", "57.00", "等待卖家发货", "连衣裙", "", ""],
        ["404", "荷花", "1.00", "等待买家确认收货", "袜子", "圆通", "圆通:YT404"],
        ["405", "荷花", "1.00", "等待买家确认收货", "帽子", "圆通", "YT1；YT2"],
        ["", "", "", "", "围巾", "圆通", "YT9"],
        ["合计", "", "88.00", "", "", "", ""],
    ];
    for (column, header) in (0_u16..).zip(headers) {
        sheet.write(0, column, header).expect("a cell");
    }
    for (row, cells) in (1_u32..).zip(rows) {
        for (column, text) in (0_u16..).zip(cells) {
            sheet.write(row, column, text).expect("a cell");
        }
    }
    sheet.write_number(8, 0, 2_847_500_113_000_000_000.0).expect("a cell");
    sheet.write(8, 6, "YT7").expect("a cell");
    let file = workbook.save_to_buffer().expect("a file");
    let export = upload(&owner, file).await.expect(200);
    let (results, skipped) = outline(&export);
    assert_eq!(
        results,
        json!([["2847500113", "YT8801", "send"], ["404", "YT404", "unknown"]])
    );
    let faults = skipped.as_array().expect("rows");
    assert_eq!(
        faults[..3],
        [
            json!([4, "2847500114", "连衣裙", "no_track"]),
            json!([6, "405", "帽子", "several_tracks"]),
            json!([7, null, "围巾", "no_number"]),
        ]
    );
    assert_eq!(
        (faults.len(), &faults[3][0], &faults[3][3]),
        (4, &json!(9), &json!("digits_lost"))
    );
    assert_eq!(
        order_card(&owner, first).await["items"][0]["status"],
        "bought",
        "a file changes nothing"
    );

    let known = json!({"tracks": [{"marketplace_order_number": "2847500113", "domestic_track": "YT8801"}]});
    let _ = owner.post(TRACKS, known).await.expect_within_statements(200, 50);
    let card = order_card(&owner, first).await;
    assert_eq!(
        (&card["items"][0]["status"], &card["items"][0]["domestic_track"]),
        (&json!("sent"), &json!("YT8801"))
    );
    assert_eq!(order_card(&owner, second).await["items"][0]["status"], "bought");
}

#[apply(on_both)]
async fn export_of_taobao_is_read_and_other_files_are_refused(app: App) {
    let owner = app.owner().await;
    let _ = bought(&app, &owner, ["4001234567890123456", "4001234567890123457"]).await;
    let csv = "\u{feff}订单编号,买家会员名,宝贝标题,物流单号,物流公司\n\
        =\"4001234567890123456\",lotus,卫衣,No:SF1523456789,顺丰\n\
        \"'4001234567890123457\",lotus,连衣裙,'75312345678901,中通\n";
    let export = upload(&owner, csv.as_bytes().to_vec()).await.expect(200);
    assert_eq!(
        outline(&export),
        (
            json!([
                ["4001234567890123456", "SF1523456789", "send"],
                ["4001234567890123457", "75312345678901", "send"],
            ]),
            json!([])
        )
    );
    let stranger = app.log_in("agent", OTHER_OWNER).await;
    let export = upload(&stranger, csv.as_bytes().to_vec()).await.expect(200);
    assert_eq!(export["results"][0]["effect"], "unknown", "another agent's purchases");
    for (file, code) in [
        ("Название;Цена\nКружка;5\n", "sheet_without_tracks"),
        ("", "sheet_empty"),
    ] {
        let refused = upload(&owner, file.as_bytes().to_vec()).await;
        assert_eq!(refused.status, 422);
        assert!(refused.text.contains(code), "{}", refused.text);
    }
    let client = app.client().await;
    assert!(upload(&client, csv.as_bytes().to_vec()).await.status >= 400);
}

/// A file in the form of 1688's own export, with one row for each kind of goods.
fn file_of(rows: &[[&str; 9]]) -> Vec<u8> {
    let headers = "订单编号,运费(元),实付款(元),订单状态,货品标题,单价(元),数量,Offer ID,运单号";
    let rows = rows.iter().map(|cells| cells.join(","));
    let lines: Vec<String> = std::iter::once(headers.to_owned()).chain(rows).collect();
    format!("\u{feff}{}\n", lines.join("\n")).into_bytes()
}

fn fits(export: &Value) -> Vec<Vec<&str>> {
    let purchases = export["purchases"].as_array().expect("purchases").iter();
    purchases
        .map(|purchase| {
            let goods = purchase["goods"].as_array().expect("goods").iter();
            goods.map(|goods| goods["fit"].as_str().expect("a fit")).collect()
        })
        .collect()
}

#[apply(on_both)]
async fn unknown_purchase_of_an_export_is_bought_if_its_goods_are_unmistakable(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    adjust_balance(&owner, 1, "20000", "RUB").await;
    let account = account(&owner).await;
    let (first, one) = paid_order_of(&owner, &client, 1).await;
    let (second, other) = paid_order_of(&owner, &client, 2).await;
    let product = order_card(&owner, first).await["items"][0]["external_id"].clone();
    let product = product.as_str().expect("a product").to_owned();
    let row = |number, quantity, product| -> [&str; 9] {
        [
            number,
            "10.00",
            "95.50",
            "等待卖家发货",
            "卫衣",
            "28.40",
            quantity,
            product,
            "YT1",
        ]
    };

    // Two clients wait for three pieces. One piece could be for either of them, and four are for neither.
    let file = file_of(&[
        row("901", "1", &product),
        row("902", "3", "999999999999"),
        row("903", "3", ""),
    ]);
    let export = upload(&owner, file).await.expect(200);
    assert_eq!(fits(&export), [["ambiguous"], ["not_to_buy"], ["no_product"]]);
    assert_eq!(export["results"], json!([]));
    let unpaid = row("904", "3", &product);
    let unpaid = [unpaid[0], "", "", "交易关闭", unpaid[4], "", "3", &product, ""];
    let export = upload(&owner, file_of(&[unpaid, row("905", "3", &product)]))
        .await
        .expect(200);
    assert_eq!(
        fits(&export),
        [["fits"], ["fits"]],
        "a closed purchase is not for the items"
    );
    assert_eq!(
        (
            &export["purchases"][0]["is_unpaid"],
            &export["purchases"][1]["is_unpaid"]
        ),
        (&json!(true), &json!(false))
    );
    let twice = file_of(&[row("905", "3", &product), row("906", "3", &product)]);
    let export = upload(&owner, twice).await.expect(200);
    assert_eq!(fits(&export), [["ambiguous"], ["ambiguous"]]);

    let export = upload(&owner, file_of(&[row("905", "3", &product)])).await.expect(200);
    let purchase = &export["purchases"][0];
    assert_eq!(
        (
            &purchase["marketplace_order_number"],
            &purchase["domestic_track"],
            &purchase["total"]["amount"],
            &purchase["freight"]["amount"]
        ),
        (&json!("905"), &json!("YT1"), &json!("95.50"), &json!("10.00"))
    );
    let items = purchase["goods"][0]["items"].as_array().expect("items");
    let outline: Value = items
        .iter()
        .map(|item| json!([item["id"], item["quantity"], item["price"]["amount"]]))
        .collect();
    assert_eq!(outline, json!([[one, 1, "28.40"], [other, 2, "28.40"]]));
    let body = json!({
        "step": "buy",
        "items": [one, other],
        "marketplace_order_number": "905",
        "prices": [{"item": one, "price": "28.40"}, {"item": other, "price": "28.30"}],
        "purchase": {"account_id": account, "amount": "95.50", "freight": "10.00", "split_freight": "equal"},
    });
    let _ = owner.post(MOVES, body).await.expect_within_statements(200, 50);
    for (order, price) in [(first, "28.40"), (second, "28.30")] {
        let card = order_card(&owner, order).await;
        assert_eq!(card["items"][0]["agent_bought"]["amount"], price);
    }

    // The purchase is known now, and its sum is compared.
    let mut paid = row("905", "3", &product);
    for (sum, differences) in [
        ("95.50", json!([])),
        (
            "90",
            json!([{
                "marketplace_order_number": "905",
                "paid": {"amount": "90.00", "currency": "CNY"},
                "recorded": {"amount": "95.50", "currency": "CNY"},
            }]),
        ),
    ] {
        paid[2] = sum;
        let export = upload(&owner, file_of(&[paid])).await.expect(200);
        assert_eq!(export["differences"], differences);
        assert_eq!(
            (&export["results"][0]["effect"], &export["purchases"]),
            (&json!("send"), &json!([]))
        );
    }
    let worker = app.log_in("agent", WAREHOUSE_WORKER).await;
    let hidden = upload(&worker, file_of(&[paid])).await;
    assert!(
        hidden.status == 403 || hidden.expect(200)["differences"] == json!([]),
        "no right on prices"
    );
}

#[apply(on_both)]
async fn prices_of_single_items_are_checked(app: App) {
    let (owner, client) = (app.owner().await, app.client().await);
    adjust_balance(&owner, 1, "20000", "RUB").await;
    let (_, item) = paid_order_of(&owner, &client, 1).await;
    for (step, prices, field) in [
        ("buy", json!([{"item": 999_999, "price": "1"}]), "prices[0].item"),
        (
            "buy",
            json!([{"item": item, "price": "1"}, {"item": item, "price": "2"}]),
            "prices[1].item",
        ),
        ("buy", json!([{"item": item, "price": "-1"}]), "price"),
        ("send", json!([{"item": item, "price": "1"}]), "prices"),
    ] {
        let body = json!({"step": step, "items": [item], "prices": prices});
        let refused = owner.post(MOVES, body).await.expect_within_statements(422, 24);
        assert!(refused["errors"][field].is_array(), "{refused}");
    }
}
