//! Export files of marketplaces: which tracks they have for known purchases, and why other rows do nothing.

use super::purchasing_board::paid_order_of;
use crate::{
    orders::lifecycle::{adjust_balance, order_card},
    support::{Actor, App, OTHER_OWNER, TestResponse, on_both},
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
