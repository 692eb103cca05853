//! Sheets as strangers write them: currencies and pieces in headers, unknown headers, and files of `SheetJS`.

use super::{import_path, row_counts, upload_preview};
use crate::{
    orders::create_draft,
    support::{App, on_both},
};
use serde_json::{Value, json};

async fn first_item(app: &App, file: impl Into<Vec<u8>>) -> Value {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let import = upload_preview(&client, order, file.into()).await;
    client.get(&import_path(&import)).await.expect(200)["rows"][0]["item"].clone()
}

#[apply(on_both)]
async fn header_of_prices_names_the_currency_and_the_pieces(app: App) {
    for (header, currency, per) in [
        ("Цена, р.", "RUB", 1),
        ("Цена р/шт", "RUB", 1),
        ("Цена (Br)", "BYN", 1),
        ("Цена, тнг", "KZT", 1),
        ("Price in yen", "JPY", 1),
        ("Цена, $ за 1000 шт", "USD", 1000),
        ("Цена", "CNY", 1),
    ] {
        let file = format!("Название;Ссылка;{header};Количество\nКружка;https://a.cn/1;120;2\n");
        let item = first_item(&app, file).await;
        assert_eq!(
            (&item["price"]["currency"], &item["price_per"]),
            (&json!(currency), &json!(per)),
            "{header}"
        );
    }
}

#[apply(on_both)]
async fn unknown_headers_are_asked_about(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let file = "Тауар;Саны;Бағасы;Сілтеме\nСөмке;2;75;https://a.cn/1\n";
    let import = upload_preview(&client, order, file.into()).await;
    assert_eq!(
        import["mapping"],
        json!(["title", "quantity", "price", "url"]),
        "Kazakh"
    );
    let file = "Пренд;Скока;Почём;Где\nСумка;2;75;https://a.cn/1\n";
    let import = upload_preview(&client, order, file.into()).await;
    assert_eq!(import["mapping"], json!([null, null, null, null]));
    let confirm = format!("{}/confirm", import_path(&import));
    let _ = client
        .post(&confirm, json!({}))
        .await
        .expect_problem(409, "import_undecided");
    // Rows without headers have the documented order.
    let file = "Сумка;https://a.cn/1;75;2\nКуртка;https://a.cn/2;120;1\n";
    assert_eq!(
        row_counts(&upload_preview(&client, order, file.into()).await),
        [2, 0, 0, 0, 0]
    );
}

#[apply(on_both)]
async fn old_workbook_of_sheetjs_is_read(app: App) {
    let file = include_bytes!("../fixtures/sheets/goods-sheetjs.xls").to_vec();
    let item = first_item(&app, file).await;
    assert_eq!(
        (&item["price"]["amount"], &item["quantity"], &item["variant"]),
        (&json!("215.50"), &json!(2), &json!("беж / 48"))
    );
}
