//! Sheets as strangers write them: currencies and pieces in headers, unknown headers, and files of `SheetJS`.

use super::{import_path, order_items, row_counts, run_step, upload_preview};
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
        ("Цена за уп. (10 шт), ¥", "CNY", 10),
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

/// The items of a file, as title, link, variant, article and quantity, and the codes of the errors of its rows.
async fn items_of(app: &App, file: &str) -> (Vec<Value>, Vec<Value>) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let import = upload_preview(&client, order, file.into()).await;
    let faults = client.get(&import_path(&import)).await.expect(200)["rows"]
        .as_array()
        .expect("rows")
        .iter()
        .flat_map(|row| row["faults"].as_array().expect("faults").clone())
        .map(|fault| json!([fault["field"], fault["code"]]))
        .collect();
    let _ = client
        .post(&format!("{}/confirm", import_path(&import)), json!({}))
        .await;
    let items = client.get(&format!("/client/orders/{order}/items")).await.expect(200);
    let of_item = |item: &Value| {
        json!([
            item["title"],
            item["url"],
            item["variant"],
            item["external_id"],
            item["quantity"]
        ])
    };
    (
        items["data"].as_array().expect("items").iter().map(of_item).collect(),
        faults,
    )
}

#[apply(on_both)]
async fn columns_without_a_known_header_are_found_by_their_cells(app: App) {
    for (head, row, item) in [
        (
            "Модель;Где взять;Цена;Кол-во",
            "Кружка;https://a.cn/1;5;2",
            json!(["Кружка", "https://a.cn/1", null, null, 2]),
        ),
        (
            "商品名稱;連結;單價;數量",
            "保溫杯;https://a.cn/1;5;2",
            json!(["保溫杯", "https://a.cn/1", null, null, 2]),
        ),
        (
            "1. Товар;2) Ссылка;3. Кол-во;4. Цена",
            "Кружка;https://a.cn/1;2;5",
            json!(["Кружка", "https://a.cn/1", null, null, 2]),
        ),
        (
            "Название;Ссылка;Цвет;Размер;SKU;Цена;Кол-во",
            "Кеды;https://a.cn/1;белый;42;AB-17;5;2 пары",
            json!(["Кеды", "https://a.cn/1", "белый / 42", "AB-17", 2]),
        ),
        (
            "Название;Ссылка;Арт.;Spec.;Цена;Кол-во",
            "Кеды;【淘宝】 https://a.cn/1?x=2 CZ0001 「帆布鞋」;AB-17;белый;5 块;2",
            json!(["Кеды", "https://a.cn/1?x=2", "белый", "AB-17", 2]),
        ),
    ] {
        assert_eq!(
            items_of(&app, &format!("{head}\n{row}\n")).await,
            (vec![item], vec![]),
            "{head}"
        );
    }
}

#[apply(on_both)]
async fn empty_quantity_is_an_error_or_not_ordered(app: App) {
    let head = "Название;Ссылка;Цена;Количество\n";
    let row = |name: &str, quantity: &str| format!("{name};https://a.cn/{name};5;{quantity}\n");
    let forgotten = [row("a", "3"), row("b", ""), row("c", "1")].concat();
    let (items, faults) = items_of(&app, &format!("{head}{forgotten}")).await;
    assert_eq!((items.len(), faults), (2, vec![json!(["quantity", "required"])]));
    let form: String = ["3", "", "", "", "", "", "", "", "", ""]
        .into_iter()
        .zip('a'..)
        .map(|(quantity, name)| row(&name.to_string(), quantity))
        .collect();
    let (items, faults) = items_of(&app, &format!("{head}{form}")).await;
    assert_eq!((items.len(), faults), (1, vec![]));
    // Pasted rows have no headers.
    let (items, faults) = items_of(&app, "a;https://a.cn/a;5;3\nb;https://a.cn/b;5;\n").await;
    assert_eq!((items.len(), faults), (2, vec![]));
    let (items, faults) = items_of(&app, &format!("{head}{}{}", row("a", ""), row("b", ""))).await;
    assert_eq!((items.len(), items[0][4].clone(), faults), (2, json!(1), vec![]));
}

#[apply(on_both)]
async fn sizes_of_a_carton_are_asked_about(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let file = "商品名称,商品链接,36,37,38,每箱双数,箱数,单价\n帆布鞋,https://a.cn/1,1,2,3,6,5,78\n运动鞋,https://a.cn/2,2,2,2,6,1,90\n";
    let import = upload_preview(&client, order, file.into()).await;
    let size = "size_quantity";
    assert_eq!(
        import["mapping"],
        json!(["title", "url", size, size, size, null, null, "price"])
    );
    // Of two links in a cell none is taken.
    let (_, faults) = items_of(&app, "Название;Ссылка;Цена\nКружка;https://a.cn/1 https://a.cn/2;5\n").await;
    assert_eq!(faults, [json!(["url", "not_a_url"])]);
}

#[apply(on_both)]
async fn marks_instead_of_values_are_no_values(app: App) {
    let file = "Название;Ссылка;Цвет;Размер;Цена;Кол-во;Фото\n\
        Брюки;https://a.cn/1;хаки;M;95;2;-\n\
        -//-;-//-;тот же;—;-//-;3;\n\
        Ремень;https://a.cn/2;нет;-;30;1;\n";
    let (items, faults) = items_of(&app, file).await;
    let expected = [
        json!(["Брюки", "https://a.cn/1", "хаки / M", null, 2]),
        json!(["Брюки", "https://a.cn/1", "хаки", null, 3]),
        json!(["Ремень", "https://a.cn/2", null, null, 1]),
    ];
    assert_eq!((items, faults), (expected.to_vec(), vec![]));
    let file = "Модель;Ссылка;Цвет;S;M;L;Цена\nФутболка;https://a.cn/1;белый;5;-;8;21\n";
    let (items, faults) = items_of(&app, file).await;
    let size = |variant: &str, quantity: i64| json!(["Футболка", "https://a.cn/1", variant, null, quantity]);
    assert_eq!(
        (items, faults),
        (vec![size("белый / S", 5), size("белый / L", 8)], vec![])
    );
    // Nothing is above the first row.
    let (items, faults) = items_of(
        &app,
        "Название;Ссылка;Цена;Кол-во;Размер;Цвет\nБрюки;https://a.cn/1;95;2;;\nШарф;https://a.cn/2;5;1;;同上\n",
    )
    .await;
    assert_eq!((items.len(), faults), (1, vec![json!(["variant", "unknown_value"])]));
}

#[apply(on_both)]
async fn headers_of_neighbours_are_known(app: App) {
    for (head, row) in [
        (
            "Назва;Посилання;Колір;Ціна, ¥;Кількість;Сума",
            "Сумка;https://a.cn/1;чорна;5;2;10",
        ),
        (
            "Назва;Спасылка;Колер;Кошт за адзінку, юань;Колькасць;Агульная сума",
            "Сумка;https://a.cn/1;чорна;5;2;10",
        ),
        (
            "Тауар аты;Сілтеме;Түсі;Бағасы (¥);Дана;Жалпы (¥)",
            "Сумка;https://a.cn/1;чорна;5;2;10",
        ),
        ("Товар;Ссылка;Цвет;Юани;Кол;Итого", "Сумка;https://a.cn/1;чорна;5;2;10"),
        (
            "Номенклатура;Ссылка;Цвет;Опт, ¥;Ваш заказ, шт;Итого",
            "Сумка;https://a.cn/1;чорна;5;2;10",
        ),
    ] {
        let expected = json!(["Сумка", "https://a.cn/1", "чорна", null, 2]);
        assert_eq!(
            items_of(&app, &format!("{head}\n{row}\n")).await,
            (vec![expected], vec![]),
            "{head}"
        );
    }
}

#[apply(on_both)]
async fn price_of_a_weight_is_asked_about(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let file = "Название;Ссылка;Цена, ¥/кг;Кол-во\nЧай;https://a.cn/1;65;5\n";
    let import = upload_preview(&client, order, file.into()).await;
    assert_eq!(import["mapping"], json!(["title", "url", null, "quantity"]));
}

#[apply(on_both)]
async fn sheet_without_goods_is_not_confirmed(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let file = "Название;Ссылка;Цена;Количество\nИтого;;;\n";
    let import = upload_preview(&client, order, file.into()).await;
    let confirm = format!("{}/confirm", import_path(&import));
    let _ = client
        .post(&confirm, json!({}))
        .await
        .expect_problem(422, "sheet_empty");
}

#[apply(on_both)]
async fn pictures_of_a_page_and_the_currency_above_a_table_are_read(app: App) {
    let page = "<table><tr><th>Фото<th>Товар<th>Ссылка<th>Цена<th>Кол-во</tr>\
        <tr><td><img src='//img.cn/1.jpg'><td>Плед<td>https://a.cn/1<td>5<td>2</tr></table>";
    let client = app.client().await;
    let order = create_draft(&client).await;
    let import = upload_preview(&client, order, page.into()).await;
    run_step(&client, &import, "confirm").await;
    assert_eq!(
        order_items(&client, order).await[0]["image_url"],
        "https://img.cn/1.jpg"
    );
    let orders = "Валюта заказа: доллар\nНазвание;Ссылка;Цена;Кол-во\nКружка;https://a.cn/1;65;5\n";
    assert_eq!(first_item(&app, orders).await["price"]["currency"], "USD");
    let quotation = "幣別：港幣\n品名,連結,單價,數量\n耳機,https://a.cn/1,65,5\n";
    assert_eq!(first_item(&app, quotation).await["price"]["currency"], "HKD");
}
