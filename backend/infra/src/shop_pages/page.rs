//! The data about a product that its page has for search engines and messengers.

use html5gum::{DefaultEmitter, Token, Tokenizer};
use serde_json::Value;
use shared_types::{
    items::limits,
    money::{Currency, Money},
    shop_link, visible_text, web_address,
};
use std::collections::HashMap;

/// The data of a page about its product.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct PageFacts {
    pub title: Option<String>,
    /// The address of the picture.
    pub image: Option<String>,
    pub price: Option<Money>,
    pub seller: Option<String>,
}

/// The texts of `meta` elements by their property or name, and the scripts.
#[derive(Default)]
struct Parts {
    metas: HashMap<String, String>,
    /// Scripts with their type.
    scripts: Vec<(String, String)>,
    refresh: Option<String>,
}

fn parts(html: &str) -> Parts {
    let mut parts = Parts::default();
    let mut emitter = DefaultEmitter::default();
    // The texts of scripts are not markup.
    emitter.naively_switch_states(true);
    let mut script: Option<(String, String)> = None;
    for token in Tokenizer::new_with_emitter(html, emitter).flatten() {
        match token {
            Token::StartTag(tag) => {
                let attribute = |name: &str| {
                    let value = tag.attributes.get(name.as_bytes())?;
                    Some(String::from_utf8_lossy(value).into_owned())
                };
                match tag.name.as_slice() {
                    b"meta" => parts.take_meta(attribute),
                    b"script" => script = Some((attribute("type").unwrap_or_default(), String::new())),
                    _ => {}
                }
            }
            Token::String(text) => {
                if let Some((_, body)) = &mut script {
                    body.push_str(&String::from_utf8_lossy(&text));
                }
            }
            Token::EndTag(tag) if tag.name.as_slice() == b"script" => parts.scripts.extend(script.take()),
            _ => {}
        }
    }
    parts
}

impl Parts {
    fn take_meta(&mut self, attribute: impl Fn(&str) -> Option<String>) {
        let Some(content) = attribute("content") else {
            return;
        };
        if attribute("http-equiv").is_some_and(|kind| kind.eq_ignore_ascii_case("refresh")) {
            self.refresh = content
                .split_once('=')
                .map(|(_, url)| url.trim_matches(['\'', '"', ' ']).to_owned());
        }
        if let Some(name) = attribute("property").or_else(|| attribute("name")) {
            self.metas.entry(name.to_ascii_lowercase()).or_insert(content);
        }
    }

    fn meta(&self, names: &[&str]) -> Option<&str> {
        let found = names.iter().find_map(|name| self.metas.get(*name))?;
        Some(found.trim()).filter(|text| !text.is_empty())
    }

    /// The first product of JSON-LD.
    fn product(&self) -> Option<Value> {
        let is_data = |kind: &str| kind.trim().eq_ignore_ascii_case("application/ld+json");
        let documents = self.scripts.iter().filter(|(kind, _)| is_data(kind));
        documents
            .filter_map(|(_, text)| serde_json::from_str::<Value>(text).ok())
            .find_map(find_product)
    }
}

fn find_product(data: Value) -> Option<Value> {
    match data {
        Value::Array(entries) => entries.into_iter().find_map(find_product),
        Value::Object(mut object) => {
            if let Some(graph) = object.remove("@graph") {
                return find_product(graph);
            }
            let is_product = |kind: &Value| kind.as_str().is_some_and(|kind| kind.ends_with("Product"));
            let is_product = match object.get("@type") {
                Some(Value::Array(kinds)) => kinds.iter().any(is_product),
                Some(kind) => is_product(kind),
                None => false,
            };
            is_product.then_some(Value::Object(object))
        }
        _ => None,
    }
}

/// The first of several values.
fn first(value: &Value) -> &Value {
    match value {
        Value::Array(values) => values.first().unwrap_or(&Value::Null),
        value => value,
    }
}

fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.trim().to_owned()).filter(|text| !text.is_empty()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

fn money(amount: Option<String>, currency: Option<String>) -> Option<Money> {
    let money = Money::parse(&amount?, Currency::from_code(currency?.trim())?).ok()?;
    (money.minor > 0).then_some(money)
}

/// Endings of titles that name the marketplace.
const MARKETPLACE_ENDINGS: [&str; 3] = ["-tmall.com天猫", "-淘宝网", " - 阿里巴巴"];

/// A name without the one of the marketplace, with at most `most` characters.
fn name(text: &str, most: usize) -> String {
    let text = visible_text::visible(text);
    let ending = MARKETPLACE_ENDINGS.into_iter().find(|ending| text.ends_with(ending));
    let text = text.strip_suffix(ending.unwrap_or_default()).unwrap_or(text);
    text.trim().chars().take(most).collect()
}

/// Reads the product of a page: JSON-LD first, then `og:` and `product:`.
pub(super) fn facts(html: &str) -> PageFacts {
    let parts = parts(html);
    let product = parts.product().unwrap_or_default();
    let offer = first(&product["offers"]);
    let image = first(&product["image"]);
    let meta = |names: &[&str]| parts.meta(names).map(ToOwned::to_owned);
    let amount = text(&offer["price"]).or_else(|| meta(&["product:price:amount", "og:price:amount"]));
    let currency = text(&offer["priceCurrency"]).or_else(|| meta(&["product:price:currency", "og:price:currency"]));
    let image = text(image)
        .or_else(|| text(&image["url"]))
        .or_else(|| meta(&["og:image"]));
    let image = image.map(|url| match url.strip_prefix("//") {
        Some(rest) => format!("https://{rest}"),
        None => url,
    });
    let title = text(&product["name"]).or_else(|| meta(&["og:title"]));
    PageFacts {
        title: title.map(|title| name(&title, limits::TITLE)),
        image: image.filter(|url| web_address::parse(url).is_ok() && url.len() <= limits::URL),
        price: money(amount, currency),
        seller: text(&offer["seller"]["name"]).map(|seller| name(&seller, limits::SHOP)),
    }
}

/// The first address of a product that a page leads to: the page of a short link moves on by a script.
pub(super) fn product_address(html: &str) -> Option<String> {
    let parts = parts(html);
    let scripts = parts.scripts.iter().map(|(_, text)| text.replace("\\/", "/"));
    let texts = parts.refresh.iter().cloned().chain(scripts);
    texts.into_iter().find_map(|text| {
        let addresses = text.match_indices("http").filter_map(|(start, _)| {
            let rest = text.get(start..)?;
            let end = rest.find(['"', '\'', '`', ' ', '\n', ';', '<', '\\']);
            rest.get(..end.unwrap_or(rest.len()))
        });
        addresses.filter_map(shop_link::product).map(|page| page.url).next()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_for_search_engines_comes_first() {
        let page = r#"<html><head><title>Shop</title>
            <meta property="og:title" content="Bottle &amp; cup"><meta property="og:image" content="//img.example/a.jpg">
            <script type="application/ld+json">{"@graph":[{"@type":"BreadcrumbList"},
                {"@type":["Product"],"name":"保温杯","offers":[{"price":59.9,"priceCurrency":"CNY","seller":{"name":"杯子店"}}]}]}</script>
            </head></html>"#;
        assert_eq!(
            facts(page),
            PageFacts {
                title: Some("保温杯".to_owned()),
                image: Some("https://img.example/a.jpg".to_owned()),
                price: Some(Money::new(5_990, Currency::Cny)),
                seller: Some("杯子店".to_owned()),
            }
        );
    }

    #[test]
    fn pages_without_data_say_nothing() {
        for page in [
            "",
            "<title>登录</title>",
            "<script type='application/ld+json'>{broken</script>",
            "<meta property='product:price:amount' content='from 5'><meta property='product:price:currency' content='CNY'>",
            "<meta property='og:image' content='data:image/png;base64,AA'>",
        ] {
            assert_eq!(facts(page), PageFacts::default(), "{page}");
        }
    }

    #[test]
    fn titles_are_the_names_of_products() {
        for (title, expected) in [
            ("男士羽绒服-tmall.com天猫", "男士羽绒服"),
            ("保温杯 - 阿里巴巴", "保温杯"),
        ] {
            let facts = facts(&format!("<meta property=og:title content=\"{title}\">"));
            assert_eq!(facts.title.as_deref(), Some(expected));
        }
        let long = facts(&format!("<meta property=og:title content=\"{}\">", "杯".repeat(600)));
        assert_eq!(long.title.map(|title| title.chars().count()), Some(500));
    }

    #[test]
    fn page_of_a_short_link_leads_to_the_product() {
        let script =
            "<script>var url = 'https://item.taobao.com/item.htm?ut_sk=1.x&id=600000000001&price=99';</script>";
        let escaped = r#"<script>go({"u":"https:\/\/item.taobao.com\/item.htm?id=600000000001"})</script>"#;
        let refresh =
            "<meta http-equiv=refresh content=\"0;url=https://h5.m.taobao.com/awp/core/detail.htm?id=600000000001\">";
        for page in [script, escaped, refresh] {
            let found = product_address(page);
            assert_eq!(
                found.as_deref(),
                Some("https://item.taobao.com/item.htm?id=600000000001"),
                "{page}"
            );
        }
        assert_eq!(
            product_address("<script>var url = 'https://shop.example/?id=600000000001'</script>"),
            None
        );
    }
}
