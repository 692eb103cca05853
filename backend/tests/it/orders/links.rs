//! Shared links that become items: what is read of the text, and of the pages that the server opens through a gateway.

use crate::support::{Actor, App, on_both};
use axum::{
    Router,
    http::{StatusCode, Uri, header},
    response::{Html, IntoResponse, Response},
};
use serde_json::{Value, json};
use std::{
    fmt::Write as _,
    sync::{Arc, Mutex},
};

/// The gateway to the shops, with the pages of this test. It records the places that it is asked for.
#[derive(Clone, Default)]
struct Shops {
    asked: Arc<Mutex<Vec<String>>>,
}

const PRODUCT: &str = r#"<html><head><meta charset="utf-8"><title>淘宝</title>
    <script type="application/ld+json">{"@type":"Product","name":"不锈钢保温杯 500毫升","image":["//img.alicdn.com/a.jpg"],
    "offers":{"price":"59.90","priceCurrency":"CNY","seller":{"name":"杯子店"}}}</script></head></html>"#;

fn answer(uri: &Uri) -> Response {
    let moved = |place: &str| (StatusCode::FOUND, [(header::LOCATION, place.to_owned())]).into_response();
    match uri.to_string().as_str() {
        // Its page moves on by a script.
        "/m.tb.cn/h.cup?tk=Ab1" => Html(
            "<script>var url = 'https://item.taobao.com/item.htm?ut_sk=1.x&id=600000000001&sourceType=item';</script>",
        )
        .into_response(),
        "/item.taobao.com/item.htm?id=600000000001" => Html(PRODUCT).into_response(),
        "/qr.1688.com/s/aB3" => moved("http://m.1688.com/offer/700000000001.html?share_token=x"),
        // The shop sends strangers to its login.
        "/m.1688.com/offer/700000000001.html?share_token=x" => moved("https://login.1688.com/?from=offer"),
        "/dw4.co/t/A/out" => moved("https://elsewhere.example/spuId=1"),
        "/dw4.co/t/A/inside" => moved("http://127.0.0.1/latest?spuId=1172983"),
        "/m.tb.cn/h.loop" => moved("/h.loop"),
        "/m.tb.cn/h.large" => Html("x".repeat(3 << 20)).into_response(),
        _ => StatusCode::NOT_FOUND.into_response(),
    }
}

impl Shops {
    /// Starts the gateway. Returns the service that uses it.
    async fn start(&self, app: &App) -> App {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}", listener.local_addr().expect("an address"));
        let asked = Arc::clone(&self.asked);
        let router = Router::new().fallback(async move |uri: Uri| {
            asked.lock().expect("the places").push(uri.to_string());
            answer(&uri)
        });
        tokio::spawn(async move { axum::serve(listener, router).await });
        app.with_config(|config| config.shop_gateway = Some(url.clone()))
    }

    fn take_asked(&self) -> Vec<String> {
        std::mem::take(&mut *self.asked.lock().expect("the places"))
    }
}

async fn read(person: &Actor, text: &str) -> Value {
    person.post("/client/links", json!({"text": text})).await.expect(200)
}

#[apply(on_both)]
async fn short_link_leads_to_the_product_and_what_its_page_says(app: App) {
    let shops = Shops::default();
    let app = shops.start(&app).await;
    let client = app.client().await;
    let product = read(
        &client,
        "【淘宝】https://m.tb.cn/h.cup?tk=Ab1 CZ0001 「保温杯」\n点击链接直接打开",
    )
    .await;
    assert_eq!(
        product,
        json!({
            "url": "https://item.taobao.com/item.htm?id=600000000001",
            "marketplace": "taobao",
            "external_id": "600000000001",
            "title": "不锈钢保温杯 500毫升",
            "price": {"amount": "59.90", "currency": "CNY"},
            "image_url": "https://img.alicdn.com/a.jpg",
            "shop_name": "杯子店",
        })
    );
}

#[apply(on_both)]
async fn shop_that_shows_nothing_leaves_the_text(app: App) {
    let shops = Shops::default();
    let app = shops.start(&app).await;
    let client = app.client().await;
    // A login is not the product, and the address of the product stays.
    let product = read(&client, "https://qr.1688.com/s/aB3 《杯子》￥12.5").await;
    assert_eq!(
        product,
        json!({
            "url": "https://detail.1688.com/offer/700000000001.html", "marketplace": "1688", "external_id": "700000000001",
            "title": "杯子", "price": {"amount": "12.50", "currency": "CNY"},
        })
    );
    for text in [
        "https://m.tb.cn/h.loop",
        "https://m.tb.cn/h.large",
        "https://m.tb.cn/h.gone",
    ] {
        assert_eq!(
            read(&client, text).await,
            json!({"url": text, "marketplace": "taobao"}),
            "{text}"
        );
    }
    assert_eq!(shops.take_asked().len(), 2 + 5 + 1 + 1, "a loop ends after five pages");
}

#[apply(on_both)]
async fn only_marketplaces_are_opened(app: App) {
    let shops = Shops::default();
    let app = shops.start(&app).await;
    let client = app.client().await;
    for text in [
        "https://shop.example/p?id=5",
        "http://127.0.0.1:9/taobao.com",
        "https://taobao.com.evil.example/",
    ] {
        assert_eq!(read(&client, text).await, json!({"url": text}), "{text}");
    }
    assert_eq!(shops.take_asked(), [""; 0]);
    // A marketplace that leads elsewhere is not followed there.
    for place in ["out", "inside"] {
        let short = format!("https://dw4.co/t/A/{place}");
        assert_eq!(
            read(&client, &short).await,
            json!({"url": short, "marketplace": "poizon"})
        );
    }
    assert_eq!(shops.take_asked(), ["/dw4.co/t/A/out", "/dw4.co/t/A/inside"]);
}

#[apply(on_both)]
async fn text_without_a_link_is_refused(app: App) {
    let client = app.client().await;
    let mut long = "https://shop.example/".to_owned();
    for number in 0..400 {
        write!(long, "{number:06}").expect("text");
    }
    for text in ["", "保温杯 500ml", "https://", long.as_str()] {
        let refused = client.post("/client/links", json!({"text": text})).await;
        let problem = refused.expect_problem(422, "validation_failed");
        assert!(problem["errors"]["text"].is_array(), "{text}: {problem}");
    }
    let staff = app.owner().await;
    let product = staff
        .post("/agent/links", json!({"text": "https://m.1688.com/offer/1.html"}))
        .await
        .expect(200);
    assert_eq!(product["url"], "https://m.1688.com/offer/1.html");
}
