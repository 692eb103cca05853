//! Numbers of text files: unambiguous numbers are read, by the column as a whole, and the person is asked about the others.

use super::{import_path, order_items, row_counts, run_step, upload_preview};
use crate::{
    orders::create_draft,
    support::{Actor, CLIENT, OTHER_CLIENT, on_both},
};
use serde_json::{Value, json};
use std::fmt::Write as _;

/// A file of goods with these prices and quantities.
fn sheet(rows: &[(&str, &str)]) -> Vec<u8> {
    let mut text = "Название;Ссылка;Цена;Количество\n".to_owned();
    for (number, (price, quantity)) in rows.iter().enumerate() {
        writeln!(text, "Товар {number};https://a.cn/{number};{price};{quantity}").expect("a text");
    }
    text.into_bytes()
}

async fn preview(client: &Actor, import: &Value) -> Value {
    client.get(&import_path(import)).await.expect(200)
}

/// The price that each row stores, with its pieces if it is for several, or the code of its error.
fn prices(preview: &Value) -> Vec<String> {
    let rows = preview["rows"].as_array().expect("rows").iter();
    let price = |row: &Value| {
        if let Some(code) = row["faults"][0]["code"].as_str() {
            return code.to_owned();
        }
        let amount = row["item"]["price"]["amount"].as_str().expect("an amount");
        match row["item"]["price_per"].as_i64() {
            Some(1) => amount.to_owned(),
            per => format!("{amount} / {}", per.expect("a number")),
        }
    };
    rows.map(price).collect()
}

#[apply(on_both)]
async fn column_decides_how_its_numbers_are_read(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    for (texts, stored) in [
        // A fraction of a fen is the price of several pieces, and not 125 yuan.
        (&["0,125", "2"][..], &["1.25 / 10", "2.00"][..]),
        (&["3,125", "2,5"], &["31.25 / 10", "2.50"]),
        (&["3,120", "2,5"], &["3.12", "2.50"]),
        (&["1,085", "12.50"], &["1085.00", "12.50"]),
        (&["1.000", "12,50"], &["1000.00", "12.50"]),
        (&["1.000", "12.50"], &["1.00", "12.50"]),
        (&["1 234,500", "1 250"], &["1234.50", "1250.00"]),
        (&["1,500", "1 250"], &["1.50", "1250.00"]),
        (&["1,234.50", "1,085"], &["1234.50", "1085.00"]),
        (&["1.234,50", "1.085 ¥"], &["1234.50", "1085.00"]),
        (&["1,085 JPY", "2 ¥"], &["1085", "2.00"]),
        (&["12 5", "5-6"], &["not_an_amount", "not_an_amount"]),
    ] {
        let rows: Vec<_> = texts.iter().map(|text| (*text, "1")).collect();
        let import = upload_preview(&client, order, sheet(&rows)).await;
        assert_eq!(import["columns"][2]["question"], Value::Null, "{texts:?}");
        assert_eq!(prices(&preview(&client, &import).await), stored, "{texts:?}");
    }
}

#[apply(on_both)]
async fn numbers_with_two_readings_are_asked_once_for_a_column(app: App) {
    // An answer is remembered for its client.
    for (phone, mark, first, second) in [
        (CLIENT, "comma", "1.08", "2.00"),
        (OTHER_CLIENT, "point", "1080.00", "2000.00"),
    ] {
        let client = app.log_in("client", phone).await;
        let order = create_draft(&client).await;
        let import = upload_preview(&client, order, sheet(&[("1,080 ¥", "1"), ("2,000", "3"), ("7", "2")])).await;
        assert_eq!(
            import["columns"][2],
            json!({
                "filled": 3,
                "decimal_mark": null,
                "question": {"text": "1,080 ¥", "with_point": "1080", "with_comma": "1.08"},
            })
        );
        assert_eq!(import["columns"][3]["question"], Value::Null);
        assert_eq!(import["counts"]["faulty"], 2);
        let asked = preview(&client, &import).await;
        assert_eq!(
            asked["rows"][0]["faults"][0]["params"],
            json!({"readings": ["1.08", "1080"]}),
            "{asked}"
        );
        assert_eq!(asked["rows"][0]["item"], Value::Null);
        let _ = client
            .post(&format!("{}/confirm", import_path(&import)), json!({}))
            .await
            .expect_problem(409, "import_undecided");
        let answer = json!({"mapping": import["mapping"], "decimal_marks": [null, null, mark, null]});
        let answered = client.patch(&import_path(&import), answer).await.expect(200);
        assert_eq!(answered["columns"][2]["decimal_mark"], mark);
        assert_eq!(prices(&preview(&client, &import).await), [first, second, "7.00"]);
        // Another change keeps the answer.
        let change = json!({"mapping": import["mapping"], "header_row": 1});
        let kept = client.patch(&import_path(&import), change).await.expect(200);
        assert_eq!(kept["counts"]["faulty"], 0);
        run_step(&client, &import, "confirm").await;
        let items = order_items(&client, order).await;
        let stored: Vec<_> = items.iter().map(|item| item["price"]["amount"].as_str()).collect();
        assert_eq!(stored, [Some(first), Some(second), Some("7.00")]);
    }
}

#[apply(on_both)]
async fn quantities_are_asked_too(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    // As accounting programs write three pieces.
    let import = upload_preview(&client, order, sheet(&[("7", "3,000"), ("7", "2 шт.")])).await;
    assert_eq!(
        import["columns"][3]["question"],
        json!({"text": "3,000", "with_point": "3000", "with_comma": "3"})
    );
    let answer = json!({"mapping": import["mapping"], "decimal_marks": [null, null, null, "comma"]});
    let _ = client.patch(&import_path(&import), answer).await.expect(200);
    run_step(&client, &import, "confirm").await;
    let quantities: Vec<_> = order_items(&client, order)
        .await
        .iter()
        .map(|item| item["quantity"].clone())
        .collect();
    assert_eq!(quantities, [3, 2]);
    let many = vec![Value::Null; 101];
    let _ = client
        .patch(&import_path(&import), json!({"mapping": [], "decimal_marks": many}))
        .await
        .expect_problem(422, "validation_failed");
}

#[apply(on_both)]
async fn delimiter_is_that_of_most_lines(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let goods = "Кружка;https://a.cn/1;12,50;3\nНоски;https://a.cn/2;4,20;2\n";
    let commas = goods.replace(',', ".").replace(';', ",");
    for (file, header_row) in [
        (format!("Название;Ссылка;Цена;Количество\n{goods}"), 1),
        (
            format!("Заказ на март, апрель, май\nНазвание;Ссылка;Цена;Количество\n{goods}"),
            2,
        ),
        (format!("Название\tтовара;Ссылка;Цена;Количество\n{goods}"), 1),
        (
            format!("Название (рус, англ);Ссылка (полная, 1688);Цена (¥, за шт, с точкой);Количество\n{goods}"),
            1,
        ),
        (format!("sep=;\r\nНазвание;Ссылка;Цена;Количество\n{goods}"), 1),
        (format!("sep=,\nНазвание,Ссылка,Цена,Количество\n{commas}"), 1),
        (format!("Название,Ссылка,Цена,Количество\n{commas}"), 1),
        (
            format!("Название\tСсылка\tЦена\tКоличество\n{}", goods.replace(';', "\t")),
            1,
        ),
    ] {
        let import = upload_preview(&client, order, file.clone().into()).await;
        assert_eq!(import["header_row"], header_row, "{file}");
        assert_eq!(prices(&preview(&client, &import).await), ["12.50", "4.20"], "{file}");
    }
}

#[apply(on_both)]
async fn price_is_for_several_pieces(app: App) {
    let client = app.client().await;
    for (headers, rows) in [
        (
            "Название;Ссылка;Цена;Кол-во;Штук в цене",
            ["100;250;100", "0,5;3;", "7;1;1"],
        ),
        ("Title;Link;Price;Qty", ["¥100/100 pcs;250", "0,5元/件;3", "7;1"]),
        ("品名;链接;单价;数量;计价数量", ["100 ¥/100件;250;", "0.5;3;", "7;1;1"]),
    ] {
        let order = create_draft(&client).await;
        let rows = rows.iter().enumerate();
        let rows: Vec<_> = rows
            .map(|(at, row)| format!("Кнопка {at};https://a.cn/{at};{row}"))
            .collect();
        let file = format!("{headers}\n{}\n", rows.join("\n"));
        let import = upload_preview(&client, order, file.clone().into()).await;
        assert_eq!(
            prices(&preview(&client, &import).await),
            ["100.00 / 100", "0.50", "7.00"],
            "{file}"
        );
        run_step(&client, &import, "confirm").await;
        let items = order_items(&client, order).await;
        assert_eq!(
            (
                &items[0]["price"]["amount"],
                &items[0]["price_per"],
                &items[0]["total"]["amount"]
            ),
            (&json!("100.00"), &json!(100), &json!("250.00"))
        );
        // The same file changes nothing, and another number of pieces does.
        assert_eq!(
            row_counts(&upload_preview(&client, order, file.into()).await),
            [0, 0, 3, 0, 0]
        );
    }
    for (row, field, code) in [
        ("100;много", "price_per", "wrong_type"),
        ("100;0", "price_per", "out_of_range"),
        ("100/1.5 шт;", "price", "not_an_amount"),
        ("100/0 шт;", "price_per", "out_of_range"),
    ] {
        let order = create_draft(&client).await;
        let file = format!("Название;Ссылка;Цена;Штук в цене\nКнопка;https://a.cn/1;{row}\n");
        let import = upload_preview(&client, order, file.into()).await;
        let fault = preview(&client, &import).await["rows"][0]["faults"][0].clone();
        assert_eq!(
            (&fault["field"], &fault["code"]),
            (&json!(field), &json!(code)),
            "{row}"
        );
    }
}

#[apply(on_both)]
async fn prices_in_conventional_units_are_refused(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let file = "Название;Ссылка;Цена, у.е.;Количество\nКружка;https://a.cn/1;12,50;1\nНоски;https://a.cn/2;4 $;1\n";
    let import = upload_preview(&client, order, file.into()).await;
    assert_eq!(
        row_counts(&import),
        [1, 0, 0, 1, 0],
        "a cell that names a currency has one"
    );
    let preview = client.get(&import_path(&import)).await.expect(200);
    assert!(
        preview["rows"][0].to_string().contains("currency_not_accepted"),
        "{preview}"
    );
}
