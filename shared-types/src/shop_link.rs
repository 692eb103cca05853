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
    let with_scheme = ["https://", "http://"]
        .iter()
        .filter_map(|scheme| text.find(scheme))
        .min();
    let start = with_scheme.or_else(|| address_without_scheme(text))?;
    let rest = text.get(start..)?;
    let end = rest.find(|sign| !is_address(sign)).unwrap_or(rest.len());
    let mut address = rest.get(..end)?;
    if address.len() < text.trim().len() {
        address = address.trim_end_matches([',', '.', ';', ')', '!']);
    }
    let scheme = if with_scheme.is_some() { "" } else { "https://" };
    let address = format!("{scheme}{address}");
    let (before, after) = (text.get(..start)?, rest.get(end..)?);
    Some(SharedProduct {
        url: product(&address).map_or(address, |page| page.url),
        title: title(text),
        price: price(before).or_else(|| price(after)),
    })
}

/// The start of an address of a marketplace that is written without its scheme: `detail.1688.com/offer/1.html`.
fn address_without_scheme(text: &str) -> Option<usize> {
    let mut words = text.split(|sign| !is_address(sign));
    let is_shop = |word: &&str| word.contains('/') && marketplace(&format!("https://{word}")).is_some();
    text.find(words.find(is_shop)?)
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

/// Parts of texts in black brackets that are no titles: the names of apps, and what a shop promises.
const NO_TITLES: [&str; 20] = [
    "淘宝",
    "天猫",
    "闲鱼",
    "得物",
    "京东",
    "拼多多",
    "微店",
    "阿里巴巴",
    "1688",
    "抖音",
    "小红书",
    "快手",
    "包邮",
    "退货",
    "红包",
    "券",
    "减",
    "优惠",
    "正品",
    "点击",
];

/// The title in the brackets of a text. Goofish puts it at the end of a sentence, in brackets of its own.
fn title(text: &str) -> Option<String> {
    let in_black = || {
        let parts = text.split('【').skip(1).filter_map(|part| part.split_once('】'));
        let mut titles = parts.map(|(inside, _)| inside.trim());
        titles.find(|inside| inside.chars().count() > 3 && !NO_TITLES.iter().any(|word| inside.contains(word)))
    };
    let title = between(text, '「', '」').or_else(|| between(text, '《', '》'));
    let title = title.or_else(|| in_black().map(ToOwned::to_owned))?;
    let inner = title.ends_with('】').then(|| between(&title, '【', '】')).flatten();
    Some(inner.unwrap_or(title))
}

fn between(text: &str, open: char, close: char) -> Option<String> {
    let (_, rest) = text.split_once(open)?;
    let (inside, _) = rest.split_once(close)?;
    Some(inside.trim().to_owned()).filter(|inside| !inside.is_empty())
}

/// Words before an amount in yuan. Other amounts are discounts and vouchers.
const PRICE_WORDS: [&str; 8] = ["到手价", "到手", "现价", "售价", "价格", "仅售", "仅需", "只要"];

/// The first amount after a sign of yuan, or between a word of prices and `元`. The code of a shared text is between two such signs
/// and has letters.
fn price(text: &str) -> Option<(String, Currency)> {
    let is_upper_end = |at: usize| text[..at].trim_end().ends_with(RANGES);
    let mut signs = text.match_indices(['¥', '￥']).filter(|(at, _)| !is_upper_end(*at));
    let mut after_sign = || signs.find_map(|(at, sign)| amount(&text[at + sign.len()..], ""));
    let after_word = || {
        let mut parts = PRICE_WORDS.iter().filter_map(|word| text.split_once(word));
        parts.find_map(|(_, part)| amount(part.trim_start_matches([':', '：', '为', '仅']), "元"))
    };
    Some((after_sign().or_else(after_word)?, Currency::Cny))
}

/// The signs between the ends of a range.
const RANGES: [char; 6] = ['-', '–', '—', '~', '～', '至'];

/// The amount at the beginning of a text, with a point and without groups. `unit` must follow it.
fn amount(text: &str, unit: &str) -> Option<String> {
    let text = text.trim_start();
    let end = text.find(|sign: char| !sign.is_ascii_digit() && !matches!(sign, '.' | ','));
    let (number, rest) = text.split_at(end.unwrap_or(text.len()));
    let number = number.trim_end_matches(['.', ',']);
    let (whole, fraction) = number.split_once('.').unwrap_or((number, "0"));
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit());
    let is_grouped = !whole.contains(',') || first.len() < 4;
    let is_amount = is_grouped && is_number(first) && is_number(fraction) && groups.all(|group| group.len() == 3);
    let ends =
        !rest.starts_with(|sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '?' | '*' | '+' | '万' | '千'));
    let after = rest.trim_start().strip_prefix(unit)?.trim_start_matches([' ', '元']);
    // `12.5-15.8` has no single price, and `899起` is the lowest of several.
    let to = after
        .strip_prefix(RANGES)
        .map(|to| to.trim_start_matches([' ', '¥', '￥']));
    let is_range = to.is_some_and(|to| to.starts_with(|sign: char| sign.is_ascii_digit()));
    (is_amount && ends && !is_range && !after.starts_with('起')).then(|| number.replace(',', ""))
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
            // Marketplaces are known without the scheme, other words with a slash are none.
            (
                "Вот: detail.1688.com/offer/700000000001.html?spm=1, 10 шт.",
                Some(shared("https://detail.1688.com/offer/700000000001.html", None, None)),
            ),
            (
                "m.tb.cn/h.gExample",
                Some(shared("https://m.tb.cn/h.gExample", None, None)),
            ),
            ("10 шт./уп. shop.example/p", None),
            (
                "【包邮】【儿童保温杯 500ml】到手价：1,299.50元，满300减50元 https://m.tb.cn/h.gExample",
                Some(shared(
                    "https://m.tb.cn/h.gExample",
                    Some("儿童保温杯 500ml"),
                    Some("1299.50"),
                )),
            ),
            ("保温杯 500ml", None),
            ("", None),
        ] {
            assert_eq!(read(text), expected, "{text}");
        }
    }

    #[test]
    fn amounts_with_hidden_digits_are_no_prices() {
        for text in [
            "¥2?.9",
            "¥12,99",
            "￥1.2万",
            "￥12.5-15.8",
            "¥12.5 ~ ¥15.8",
            "￥899起",
            "仅售899元起",
            "¥1299,000",
            "￥4abc￥",
            "¥",
            "¥1.2.3",
            "立减50元",
            "到手价 2?元",
        ] {
            assert_eq!(price(text), None, "{text}");
        }
        assert_eq!(price("¥1,299"), Some(("1299".to_owned(), Currency::Cny)));
    }
}
