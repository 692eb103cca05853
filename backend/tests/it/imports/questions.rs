//! Columns of an import: several of them make a variant, and a filled one without a field is asked about.

use super::{import_path, order_items, row_counts, run_step, upload_preview};
use crate::{
    orders::{create_draft, submitted_order},
    support::{OTHER_CLIENT, on_both},
};
use serde_json::{Value, json};

#[apply(on_both)]
async fn columns_of_options_make_one_variant(app: App) {
    let client = app.client().await;
    for headers in ["Цвет;Размер", "Опция: Цвет;Опция: Размер", "Color;Size", "颜色;尺码"]
    {
        let order = create_draft(&client).await;
        let file = format!(
            "Название;Ссылка;Цена;Количество;{headers}\nКуртка;https://a.cn/1;12,50;1;чёрный;42\n\
             Куртка;https://a.cn/1;12,50;2;чёрный;44\nШарф;https://a.cn/2;7,20;1;белый;\n"
        );
        let import = upload_preview(&client, order, file.clone().into()).await;
        let mapped = json!(["title", "url", "price", "quantity", "variant", "variant"]);
        assert_eq!(import["mapping"], mapped, "{headers}");
        assert_eq!(row_counts(&import), [3, 0, 0, 0, 0]);
        let preview = client.get(&import_path(&import)).await.expect(200);
        assert_eq!(preview["rows"][1]["item"]["variant"], "чёрный / 44");
        run_step(&client, &import, "confirm").await;
        let variants: Vec<_> = order_items(&client, order)
            .await
            .iter()
            .map(|item| item["variant"].clone())
            .collect();
        assert_eq!(variants, ["чёрный / 42", "чёрный / 44", "белый"], "{headers}");
        // The same file again changes nothing: the sizes belong to the goods.
        assert_eq!(
            row_counts(&upload_preview(&client, order, file.into()).await),
            [0, 0, 3, 0, 0]
        );
    }
}

#[apply(on_both)]
async fn filled_column_without_a_field_is_asked_about(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let file = "№;Название;Ссылка;Цена;Вес;Пустая\n1;Кружка;https://a.cn/1;12,50;300 г;\n2;Носки;https://a.cn/2;4;;\n";
    let import = upload_preview(&client, order, file.into()).await;
    assert_eq!(
        import["mapping"],
        json!(["ignored", "title", "url", "price", null, null])
    );
    let filled: Vec<_> = import["columns"]
        .as_array()
        .expect("columns")
        .iter()
        .map(|column| &column["filled"])
        .collect();
    assert_eq!(filled, [2, 2, 2, 2, 1, 0]);
    let confirm = format!("{}/confirm", import_path(&import));
    let _ = client
        .post(&confirm, json!({}))
        .await
        .expect_problem(409, "import_undecided");
    assert_eq!(order_items(&client, order).await, Vec::<Value>::new());
    // A change that leaves columns out does not decide about them.
    let shorter = json!({"mapping": ["ignored", "title", "url", "price"]});
    let changed = client.patch(&import_path(&import), shorter).await.expect(200);
    assert_eq!(changed["mapping"], import["mapping"]);
    let _ = client
        .post(&confirm, json!({}))
        .await
        .expect_problem(409, "import_undecided");
    let decided = json!({"mapping": ["ignored", "title", "url", "price", "ignored", null]});
    let _ = client.patch(&import_path(&import), decided).await.expect(200);
    run_step(&client, &import, "confirm").await;
    assert_eq!(order_items(&client, order).await.len(), 2);
}

#[apply(on_both)]
async fn sheet_with_the_same_headers_is_read_as_the_last_one(app: App) {
    let client = app.client().await;
    let file = |price: &str| format!("Прайс на осень\nЧто;Где;Почём;Вес\nКружка;https://a.cn/1;{price};300\n");
    let first = create_draft(&client).await;
    let import = upload_preview(&client, first, file("1,500").into()).await;
    assert_eq!(import["header_row"], 0, "no header is known");
    let decided = json!({
        "header_row": 2, "mapping": ["title", "url", "price", "ignored"], "decimal_marks": [null, null, "point", null]
    });
    let decided = client.patch(&import_path(&import), decided).await.expect(200);
    assert_eq!(row_counts(&decided), [1, 0, 0, 0, 0]);

    // A decision that was not confirmed is not repeated.
    let second = create_draft(&client).await;
    let again = upload_preview(&client, second, file("2,500").into()).await;
    assert_eq!(again["header_row"], 0);
    run_step(&client, &import, "confirm").await;
    let again = upload_preview(&client, second, file("2,500").into()).await;
    assert_eq!(again["header_row"], 2);
    assert_eq!(again["mapping"], json!(["title", "url", "price", "ignored"]));
    run_step(&client, &again, "confirm").await;
    assert_eq!(order_items(&client, second).await[0]["price"]["amount"], "2500.00");
    // Numbers with one reading need no mark.
    let other = upload_preview(&client, second, file("7,25").into()).await;
    let preview = client.get(&import_path(&other)).await.expect(200);
    assert_eq!(preview["rows"][0]["item"]["price"]["amount"], "7.25");

    // Another client decides for itself; staff get the decision.
    let stranger = app.log_in("client", OTHER_CLIENT).await;
    let order = create_draft(&stranger).await;
    let import = upload_preview(&stranger, order, file("1,500").into()).await;
    assert_eq!(import["header_row"], 0);
    let submitted = submitted_order(&client).await;
    let import = app
        .owner()
        .await
        .with_header("content-type", "application/octet-stream")
        .send(
            "POST",
            &format!("/agent/orders/{submitted}/imports?name=x.csv"),
            Some(file("3").into()),
        )
        .await
        .expect_within_statements(201, 7);
    assert_eq!(import["header_row"], 2);
}
