//! Links of products as the apps of shops share them: inside a text, with a title, and with marks of who shared it.

mod product;

pub use product::{ProductPage, marketplace, product};

use crate::money::Currency;

/// A product as a shared text names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SharedProduct {
    /// The address, without marks of who shared it. Short links and links of unknown shops stay as they are.
    pub url: String,
    pub title: Option<String>,
    /// The price as written, in a currency.
    pub price: Option<(String, Currency)>,
}

/// Reads a text that a person has shared or pasted. Returns `None` if it has no address.
pub fn read(text: &str) -> Option<SharedProduct> {
    let start = ["https://", "http://"]
        .iter()
        .filter_map(|scheme| text.find(scheme))
        .min()?;
    let rest = text.get(start..)?;
    let end = rest.find(|sign| !is_address(sign)).unwrap_or(rest.len());
    let mut address = rest.get(..end)?;
    if address.len() < text.trim().len() {
        address = address.trim_end_matches([',', '.', ';', ')', '!']);
    }
    let (before, after) = (text.get(..start)?, rest.get(end..)?);
    Some(SharedProduct {
        url: product(address).map_or_else(|| address.to_owned(), |page| page.url),
        title: title(text),
        price: price(before).or_else(|| price(after)),
    })
}

/// Whether a sign belongs to an address. Apps write Chinese text right after it.
fn is_address(sign: char) -> bool {
    let is_wide =
        matches!(sign, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..);
    if sign.is_ascii() {
        sign.is_ascii_graphic() && !"\"<>\\^`{|}".contains(sign)
    } else {
        sign.is_alphanumeric() && !is_wide
    }
}

/// The title in the brackets of a text. Goofish puts it at the end of a sentence, in brackets of its own.
fn title(text: &str) -> Option<String> {
    let title = between(text, '「', '」').or_else(|| between(text, '《', '》'))?;
    let inner = title.ends_with('】').then(|| between(&title, '【', '】')).flatten();
    Some(inner.unwrap_or(title))
}

fn between(text: &str, open: char, close: char) -> Option<String> {
    let (_, rest) = text.split_once(open)?;
    let (inside, _) = rest.split_once(close)?;
    Some(inside.trim().to_owned()).filter(|inside| !inside.is_empty())
}

/// The first amount after a sign of yuan. The code of a shared text is between two such signs and has letters.
fn price(text: &str) -> Option<(String, Currency)> {
    let mut parts = text.split(['¥', '￥']).skip(1);
    parts.find_map(|part| {
        let part = part.trim_start();
        let end = part
            .find(|sign: char| !sign.is_ascii_digit() && sign != '.')
            .unwrap_or(part.len());
        let (number, rest) = part.split_at(end);
        let number = number.trim_end_matches('.');
        let is_amount = number.starts_with(|sign: char| sign.is_ascii_digit()) && number.matches('.').count() <= 1;
        let ends = !rest.starts_with(|sign: char| sign.is_ascii_alphanumeric() || matches!(sign, ',' | '?' | '*'));
        (is_amount && ends).then(|| (number.to_owned(), Currency::Cny))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shared(url: &str, title: Option<&str>, price: Option<&str>) -> SharedProduct {
        SharedProduct {
            url: url.to_owned(),
            title: title.map(ToOwned::to_owned),
            price: price.map(|price| (price.to_owned(), Currency::Cny)),
        }
    }

    #[test]
    fn texts_of_apps_are_read() {
        for (text, expected) in [
            (
                "【淘宝】7天无理由退货 https://m.tb.cn/h.gExample?tk=AbCdEf123 CZ0001 「保温杯 500ml」\n点击链接直接打开",
                Some(shared(
                    "https://m.tb.cn/h.gExample?tk=AbCdEf123",
                    Some("保温杯 500ml"),
                    None,
                )),
            ),
            (
                "【闲鱼】https://m.tb.cn/h.gExample?tk=AbCdEf123 HU0025 「我在闲鱼发布了【相机 成色新】」\n点击链接直接打开",
                Some(shared(
                    "https://m.tb.cn/h.gExample?tk=AbCdEf123",
                    Some("相机 成色新"),
                    None,
                )),
            ),
            (
                "【天猫】https://detail.tmall.com/item.htm?id=600000000001&spm=a.b.c&skuId=500000000001「运动鞋」点击打开",
                Some(shared(
                    "https://detail.tmall.com/item.htm?id=600000000001&skuId=500000000001",
                    Some("运动鞋"),
                    None,
                )),
            ),
            (
                "https://detail.1688.com/offer/700000000001.html?spm=a26.1&traceId=9#tab",
                Some(shared("https://detail.1688.com/offer/700000000001.html", None, None)),
            ),
            (
                "【得物】这双鞋不错，¥899，快来看看https://dw4.co/t/A/1example，打开得物App",
                Some(shared("https://dw4.co/t/A/1example", None, Some("899"))),
            ),
            (
                "我在京东发现《保温杯》￥59.9 https://3.cn/2-example",
                Some(shared("https://3.cn/2-example", Some("保温杯"), Some("59.9"))),
            ),
            (
                "复制￥1abCD2eFgH￥打开手机淘宝 https://e.tb.cn/h.Example?tk=X1",
                Some(shared("https://e.tb.cn/h.Example?tk=X1", None, None)),
            ),
            (
                "Смотри: https://shop.example/p?id=5&utm=1.",
                Some(shared("https://shop.example/p?id=5&utm=1", None, None)),
            ),
            // An address that is being typed stays as it is.
            ("https://shop.", Some(shared("https://shop.", None, None))),
            (
                "https://магазин.рф/товар",
                Some(shared("https://магазин.рф/товар", None, None)),
            ),
            ("保温杯 500ml", None),
            ("", None),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn amounts_with_hidden_digits_are_no_prices() {
        for text in ["¥2?.9", "¥1,299", "￥4abc￥", "¥", "¥1.2.3"] {
            assert_eq!(price(text), None, "{text}");
        }
    }
}
