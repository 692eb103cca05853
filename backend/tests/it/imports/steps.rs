//! The steps of an import: mapping, preview, confirmation, undo.

use super::{import_path, order_items, row_counts, run_step, upload, upload_preview};
use crate::{
    orders::{create_draft, submitted_order},
    support::{MEMBER_WITHOUT_RIGHTS, OTHER_CLIENT, on_both},
};
use serde_json::json;
use std::fmt::Write as _;

const CSV: &str = "Название;Ссылка;Цена;Кол-во;Комментарий\n\
    Кружка;https://detail.1688.com/offer/1.html;12,50 ¥;3;белая\n\
    Носки;https://detail.1688.com/offer/2.html;1 234,50;1;\n\
    ;https://detail.1688.com/offer/3.html;дорого;0;\n\
    ;;;;\n";

#[apply(on_both)]
async fn member_without_the_right_to_prices_reads_none_in_an_import(app: App) {
    for object in ["orders", "services"] {
        app.execute_sql(&format!("INSERT INTO access_group_rights (agent_id, group_id, object, level, breadth) \
                                  SELECT agent_id, id, '{object}', 'edit', 'all' FROM access_groups WHERE name = 'Никто'")).await;
    }
    let client = app.client().await;
    let order = create_draft(&client).await;
    let import = upload_preview(&client, order, CSV.as_bytes().to_vec()).await;
    let seen = client.get(&import_path(&import)).await.expect(200);
    assert_eq!(seen["rows"][0]["cells"][2], "12,50 ¥");
    let guest = app.log_in("client", MEMBER_WITHOUT_RIGHTS).await;
    let seen = guest.get(&import_path(&import)).await.expect(200);
    assert_eq!(seen["rows"][0]["cells"][0], "Кружка");
    assert_eq!(seen["rows"][0]["cells"][2], "");
    assert!(!seen.to_string().contains("12,50"), "{seen}");
    // Neither as a column of another kind.
    let mapping = json!({"mapping": ["title", "url", "comment", "quantity", null]});
    let _ = guest
        .patch(&import_path(&import), mapping)
        .await
        .expect_problem(403, "permission_denied");
}

#[apply(on_both)]
async fn member_without_the_right_to_prices_decides_about_an_own_file(app: App) {
    app.execute_sql(
        "INSERT INTO access_group_rights (agent_id, group_id, object, level, breadth) \
         SELECT agent_id, id, 'orders', 'edit', 'all' FROM access_groups WHERE name = 'Никто'",
    )
    .await;
    let client = app.client().await;
    let order = create_draft(&client).await;
    let guest = app.log_in("client", MEMBER_WITHOUT_RIGHTS).await;
    let file = "Название;Ссылка;Цена;Вес\nКружка;https://a.cn/1;1,500;300 г\nНоски;https://a.cn/2;2,300;\n";
    let import = upload_preview(&guest, order, file.into()).await;
    assert_eq!(import["columns"][2]["question"]["with_comma"], "1.5");
    let _ = guest
        .post(&format!("{}/confirm", import_path(&import)), json!({}))
        .await
        .expect_problem(409, "import_undecided");
    let seen = guest.get(&import_path(&import)).await.expect(200);
    assert_eq!(seen["rows"][0]["cells"][2], "1,500", "the person's own file");
    let decided =
        json!({"mapping": ["title", "url", "price", "ignored"], "decimal_marks": [null, null, "comma", null]});
    let changed = guest.patch(&import_path(&import), decided).await.expect(200);
    assert_eq!(row_counts(&changed), [2, 0, 0, 0, 0]);
    run_step(&guest, &import, "confirm").await;
    assert_eq!(order_items(&client, order).await[0]["price"]["amount"], "1.50");
    assert_eq!(
        order_items(&guest, order).await[0]["price"],
        serde_json::Value::Null,
        "the item is seen without its price"
    );
    let history = guest.get(&format!("/client/orders/{order}/imports")).await.expect(200);
    assert_eq!(history["data"][0]["status"], "done");
    run_step(&guest, &import, "undo").await;
}

#[apply(on_both)]
async fn import_is_applied_on_confirm_and_undoable(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let import = upload_preview(&client, order, CSV.into()).await;
    assert_eq!(row_counts(&import), [2, 0, 0, 1, 0]);
    assert_eq!(
        import["mapping"],
        json!(["title", "url", "price", "quantity", "comment"])
    );
    assert_eq!(order_items(&client, order).await.len(), 0);
    let bad_rows = client
        .get(&format!("{}?faulty=true", import_path(&import)))
        .await
        .expect(200);
    assert_eq!(bad_rows["headers"][2], "Цена");
    assert_eq!(bad_rows["rows"][0]["number"], 4);
    let faults: Vec<_> = bad_rows["rows"][0]["faults"]
        .as_array()
        .expect("faults")
        .iter()
        .map(|fault| fault["field"].as_str().expect("a field"))
        .collect();
    assert_eq!(faults, ["price", "quantity", "title"]);
    assert_eq!(run_step(&client, &import, "confirm").await["status"], "done");
    let added = order_items(&client, order).await;
    assert_eq!(
        (&added[0]["price"]["amount"], &added[0]["quantity"], &added[0]["source"]),
        (&json!("12.50"), &json!(3), &json!("import"))
    );
    assert_eq!(added[1]["price"]["amount"], "1234.50");
    let _ = client
        .post(&format!("{}/confirm", import_path(&import)), json!({}))
        .await
        .expect_problem(409, "import_closed");
    assert_eq!(run_step(&client, &import, "undo").await["status"], "undone");
    assert_eq!(order_items(&client, order).await.len(), 0);
    let history = client.get(&format!("/client/orders/{order}/history")).await.expect(200);
    assert!(history.to_string().contains("import_undone"));
}

#[apply(on_both)]
async fn importing_a_file_again_updates_items(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let by_hand = client
        .post(&format!("/client/orders/{order}/items"), crate::support::item_body())
        .await
        .expect(201);
    let first = upload_preview(&client, order, CSV.into()).await;
    run_step(&client, &first, "confirm").await;
    assert_eq!(
        row_counts(&upload_preview(&client, order, CSV.into()).await),
        [0, 0, 2, 1, 0]
    );
    let second = upload_preview(&client, order, CSV.replace("12,50 ¥;3", "13;5").into()).await;
    assert_eq!(row_counts(&second), [0, 1, 1, 1, 0]);
    run_step(&client, &second, "confirm").await;
    let now = order_items(&client, order).await;
    assert_eq!(
        (now.len(), &now[1]["quantity"], &now[1]["price"]["amount"]),
        (3, &json!(5), &json!("13.00"))
    );
    let _ = client
        .post(&format!("{}/undo", import_path(&first)), json!({}))
        .await
        .expect_problem(409, "import_not_undoable");
    run_step(&client, &second, "undo").await;
    assert_eq!(
        (
            &order_items(&client, order).await[1]["quantity"],
            &order_items(&client, order).await[1]["price"]["amount"]
        ),
        (&json!(3), &json!("12.50"))
    );
    run_step(&client, &first, "undo").await;
    assert_eq!(order_items(&client, order).await, [by_hand]);
}

#[apply(on_both)]
async fn column_mapping_can_be_corrected(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let import = upload_preview(&client, order, "a,b,c\nCup,https://a.cn/1,12.5\n".into()).await;
    assert_eq!(
        (&import["header_row"], row_counts(&import)),
        (&json!(1), [0, 0, 0, 0, 1]),
        "unknown headers are asked about"
    );
    let changed = client
        .patch(
            &import_path(&import),
            json!({"header_row": 1, "mapping": ["title", "url", "price"]}),
        )
        .await
        .expect(200);
    assert_eq!(row_counts(&changed), [1, 0, 0, 0, 0]);
    let _ = client
        .patch(&import_path(&import), json!({"mapping": ["title", "title"]}))
        .await
        .expect_problem(422, "validation_failed");
    run_step(&client, &import, "confirm").await;
    let _ = client
        .patch(&import_path(&import), json!({"mapping": []}))
        .await
        .expect_problem(409, "import_closed");
}

#[apply(on_both)]
async fn import_requires_own_draft(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let import = upload_preview(&client, order, CSV.into()).await;
    let other = app.log_in("client", OTHER_CLIENT).await;
    let _ = other.get(&import_path(&import)).await.expect_problem(404, "not_found");
    let _ = other
        .get(&format!("/client/orders/{order}/imports"))
        .await
        .expect_problem(404, "not_found");
    let _ = other
        .post(&format!("{}/confirm", import_path(&import)), json!({}))
        .await
        .expect_problem(404, "not_found");
    let _ = upload(&other, order, "x", CSV.into())
        .await
        .expect_problem(404, "not_found");
    let sent = submitted_order(&client).await;
    let _ = upload(&client, sent, "x", CSV.into())
        .await
        .expect_problem(409, "order_not_draft");
    let elsewhere = format!("/client/orders/{sent}/imports/{}", import["id"]);
    let _ = client.get(&elsewhere).await.expect_problem(404, "not_found");
    assert_eq!(
        client.get(&format!("/client/orders/{order}/imports")).await.expect(200)["data"]
            .as_array()
            .map(Vec::len),
        Some(1)
    );
}

#[apply(on_both)]
async fn twenty_thousand_rows_are_imported_updated_and_undone(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    let sheet = |quantity: u32| {
        let mut text = "title,url,price,quantity,shop\n".to_owned();
        for row in 0..20_000 {
            let _ = writeln!(
                text,
                "Product {row},https://a.cn/{row},1.5,{quantity},Shop {}",
                row % 50
            );
        }
        text
    };
    let import = upload_preview(&client, order, sheet(1).into()).await;
    assert_eq!(row_counts(&import), [20_000, 0, 0, 0, 0]);
    let page = client
        .get(&format!("{}?limit=200&cursor=19900", import_path(&import)))
        .await
        .expect(200);
    assert_eq!(
        (page["rows"].as_array().map(Vec::len), &page["next_cursor"]),
        (Some(101), &json!(null))
    );
    run_step(&client, &import, "confirm").await;
    assert_eq!(order_items(&client, order).await.len(), 20_000);
    let again = upload_preview(&client, order, sheet(2).into()).await;
    assert_eq!(row_counts(&again), [0, 20_000, 0, 0, 0]);
    run_step(&client, &again, "confirm").await;
    assert_eq!(
        client.get("/client/orders").await.expect(200)["data"][0]["total"]["amount"],
        "60000.00"
    );
    let _ = client
        .post(&format!("/client/orders/{order}/items"), crate::support::item_body())
        .await
        .expect_problem(409, "order_full");
    run_step(&client, &again, "undo").await;
    run_step(&client, &import, "undo").await;
    assert_eq!(order_items(&client, order).await.len(), 0);
    let _ = upload(
        &client,
        order,
        "x",
        format!("{}more,https://a.cn,1,1,\n", sheet(1)).into(),
    )
    .await
    .expect_problem(422, "sheet_too_many_rows");
}

#[apply(on_both)]
async fn import_templates_can_be_imported(app: App) {
    let client = app.client().await;
    let order = create_draft(&client).await;
    for language in ["ru", "en", "zh"] {
        let answer = app
            .anonymous()
            .get(&format!("/api/import-template.csv?language={language}"))
            .await;
        assert_eq!(answer.status, 200);
        assert_eq!(
            row_counts(&upload_preview(&client, order, answer.text.into_bytes()).await),
            [1, 0, 0, 0, 0]
        );
        assert_eq!(
            app.anonymous()
                .get(&format!("/api/import-template.xlsx?language={language}"))
                .await
                .status,
            200
        );
    }
}
