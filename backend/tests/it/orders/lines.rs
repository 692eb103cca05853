use super::{draft, filled, pages_of_lines};
use crate::{
    imports::imported,
    support::{item, on_both},
};
use serde_json::json;

on_both! {
    async fn lines_are_changed_and_removed_and_the_totals_follow(app: App) {
        let client = app.client().await;
        let (id, line) = filled(&client).await;
        let path = format!("/client/orders/{id}/items/{}", line["id"]);
        let changed = client.with("if-match", "\"1\"").patch(&path, json!({"quantity": 10, "price": "30.00"})).await.expect(200);
        assert_eq!((&changed["total"]["amount"], &changed["version"]), (&json!("300.00"), &json!(2)));
        let _ = client.with("if-match", "\"1\"").patch(&path, json!({"quantity": 11})).await.refused(412, "version_stale");

        let euro = client.post(&format!("/client/orders/{id}/items"), json!({"title": "Пальто", "url": "https://www.zara.com/p1", "price": "99.95", "currency": "EUR"})).await.expect(201);
        let order = client.get(&format!("/client/orders/{id}")).await.expect(200);
        assert_eq!((&order["total"]["amount"], &order["mixed_currencies"], &order["items_count"]), (&json!("300.00"), &json!(true), &json!(2)));
        assert_eq!(order["other_totals"], json!([{"amount": "99.95", "currency": "EUR"}]));

        let _ = client.delete(&format!("/client/orders/{id}/items/{}", euro["id"])).await.expect(204);
        let _ = client.delete(&format!("/client/orders/{id}/items/{}", euro["id"])).await.refused(404, "not_found");
        let order = client.get(&format!("/client/orders/{id}")).await.expect(200);
        assert_eq!((&order["total"]["amount"], &order["mixed_currencies"], &order["items_count"]), (&json!("300.00"), &json!(false), &json!(1)));
    }

    async fn goods_of_one_shop_stand_in_one_group(app: App) {
        let client = app.client().await;
        let id = draft(&client).await;
        for shop in ["А", "Б", "А"] {
            let mut product = item();
            product["shop"]["name"] = json!(shop);
            let _ = client.post(&format!("/client/orders/{id}/items"), product).await.expect(201);
        }
        let order = client.get(&format!("/client/orders/{id}")).await.expect(200);
        let shops: Vec<_> = order["groups"].as_array().expect("groups").iter().map(|group| group["shop_name"].clone()).collect();
        assert_eq!(shops, ["А", "Б"]);
        assert_eq!(order["items"][0]["group_id"], order["items"][2]["group_id"]);
    }

    async fn many_lines_are_read_by_pages_and_counted_whole(app: App) {
        let (client, owner) = (app.client().await, app.owner().await);
        let id = draft(&client).await;
        let rows = (0..250).fold("title,url,price,quantity,shop\n".to_owned(), |text, row| {
            format!("{text}Товар {row},https://a.cn/{row},1.50,2,Магазин {}\n", row / 60)
        });
        imported(&client, id, rows).await;
        let _ = client.post(&format!("/client/orders/{id}/items"), json!({"title": "Пальто", "url": "https://www.zara.com/p1", "price": "99.95", "currency": "EUR"})).await.expect(201);
        let path = format!("/client/orders/{id}");
        let card = client.get(&path).await.within(200, 3);
        assert_eq!((&card["items_count"], &card["total"]["amount"]), (&json!(251), &json!("750.00")));
        assert_eq!(card["other_totals"], json!([{"amount": "99.95", "currency": "EUR"}]));
        let first = card["items"].as_array().expect("lines");
        let shops = card["groups"].as_array().expect("shops");
        assert_eq!((first.len(), shops.len()), (100, 2), "the shops of the lines that are told");

        let _ = client.post(&format!("{path}/submit"), json!({})).await.expect(200);
        let _ = owner.get(&format!("/agent/orders/{id}")).await.within(200, 5);
        let _ = owner.get(&format!("/agent/orders/{id}")).await.within(200, 4);
        for (who, path) in [(&client, path), (&owner, format!("/agent/orders/{id}"))] {
            let pages = pages_of_lines(who, &path, 100).await;
            assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), [100, 100, 51]);
            let card = who.get(&path).await.expect(200);
            assert_eq!(card["items"].as_array(), pages.first(), "the card brings the first of them");
            let rest = who.get(&format!("{path}/items?limit=1000&cursor={}", card["items_cursor"].as_str().expect("a cursor"))).await.expect(200);
            assert_eq!(rest["data"].as_array(), Some(&pages[1..].concat()));
            assert_eq!(rest["groups"].as_array().map(Vec::len), Some(5));
            let _ = who.get(&format!("{path}/items?limit=1001")).await.refused(422, "validation_failed");
            let _ = who.get(&format!("{path}/items?cursor=nonsense")).await.refused(422, "validation_failed");
        }
        let kept = draft(&client).await;
        let _ = owner.get(&format!("/agent/orders/{kept}/items")).await.refused(404, "not_found");
    }

    async fn a_draft_gets_a_title_and_a_destination(app: App) {
        let client = app.client().await;
        let (id, _) = filled(&client).await;
        let path = format!("/client/orders/{id}");
        let order = client.patch(&path, json!({"title": "Ёлки", "destination_country": "ru", "destination_city": "Москва"})).await.expect(200);
        assert_eq!((&order["destination_country"], &order["destination_city"]), (&json!("RU"), &json!("Москва")));
        assert_eq!(client.get("/client/orders?search=елки").await.expect(200)["data"][0]["id"], json!(id));
        let cleared = client.patch(&path, json!({"destination_city": ""})).await.expect(200);
        assert_eq!(cleared["destination_city"], json!(null));
        let _ = client.with("if-match", "\"1\"").patch(&path, json!({"title": "x"})).await.refused(412, "version_stale");
    }
}
