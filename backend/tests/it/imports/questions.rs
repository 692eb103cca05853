//! Columns of an import: several of them make a variant, and a filled one without a field is asked about.

use super::{import_path, order_items, row_counts, run_step, upload_preview};
use crate::{orders::create_draft, support::on_both};
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
