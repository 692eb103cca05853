//! The product pages of marketplaces: their addresses on a desktop, in an app and on a phone.

/// The page of a product at a marketplace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProductPage {
    pub marketplace: &'static str,
    /// The id of the product there.
    pub id: String,
    /// The address for a desktop, without marks of who shared it.
    pub url: String,
}

/// A marketplace, or a part of one with product pages of its own.
struct Shop {
    /// The name under which its items are grouped.
    name: &'static str,
    /// The ends of its hosts.
    domains: &'static [&'static str],
    /// The parameters that can have the id of a product, in lower case. A path can end with the id, too: `/offer/123.html`.
    ids: &'static [&'static str],
    /// The text before and after the id in the address for a desktop.
    page: (&'static str, &'static str),
    /// The parameters that choose a variant.
    variants: &'static [&'static str],
}

const SHOPS: [Shop; 9] = [
    Shop {
        name: "1688",
        domains: &["1688.com"],
        ids: &["offerid"],
        page: ("https://detail.1688.com/offer/", ".html"),
        variants: &[],
    },
    Shop {
        name: "taobao",
        domains: &["taobao.com", "tb.cn"],
        ids: &["id", "itemid", "item_id"],
        page: ("https://item.taobao.com/item.htm?id=", ""),
        variants: &["skuId"],
    },
    Shop {
        name: "tmall",
        domains: &["tmall.com"],
        ids: &["id", "itemid", "item_id"],
        page: ("https://detail.tmall.com/item.htm?id=", ""),
        variants: &["skuId"],
    },
    Shop {
        name: "tmall",
        domains: &["tmall.hk"],
        ids: &["id"],
        page: ("https://detail.tmall.hk/item.htm?id=", ""),
        variants: &["skuId"],
    },
    Shop {
        name: "poizon",
        domains: &["dewu.com", "poizon.com", "dw4.co"],
        ids: &["spuid"],
        page: ("https://www.dewu.com/product-detail.html?spuId=", ""),
        variants: &["propertyValueId", "skuId"],
    },
    Shop {
        name: "jd",
        domains: &["jd.com", "jd.hk", "3.cn"],
        ids: &["wareid"],
        page: ("https://item.jd.com/", ".html"),
        variants: &[],
    },
    Shop {
        name: "pinduoduo",
        domains: &["yangkeduo.com", "pinduoduo.com"],
        ids: &["goods_id"],
        page: ("https://mobile.yangkeduo.com/goods.html?goods_id=", ""),
        variants: &[],
    },
    Shop {
        name: "weidian",
        domains: &["weidian.com", "youshop10.com"],
        ids: &["itemid"],
        page: ("https://weidian.com/item.html?itemID=", ""),
        variants: &[],
    },
    Shop {
        name: "goofish",
        domains: &["goofish.com"],
        ids: &["id", "itemid"],
        page: ("https://www.goofish.com/item?id=", ""),
        variants: &[],
    },
];

/// The lengths of ids.
const ID_DIGITS: std::ops::RangeInclusive<usize> = 5..=20;

/// The host of an address, in lower case.
fn host(url: &str) -> String {
    let rest = url.split_once("://").map_or("", |(_, rest)| rest);
    let host = rest.split(['/', '?', '#', ':']).next().unwrap_or_default();
    host.to_ascii_lowercase()
}

fn shop(url: &str) -> Option<&'static Shop> {
    let host = host(url);
    let is_of = |domain: &&str| {
        host.strip_suffix(domain)
            .is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
    };
    SHOPS.iter().find(|shop| shop.domains.iter().any(is_of))
}

/// The marketplace that an address belongs to.
pub fn marketplace(url: &str) -> Option<&'static str> {
    shop(url).map(|shop| shop.name)
}

/// The product that an address of a marketplace names. `None` for other pages, and for short links, which have to be opened.
pub fn product(url: &str) -> Option<ProductPage> {
    let shop = shop(url)?;
    let page = url.split('#').next().unwrap_or_default();
    let (path, query) = page.split_once('?').unwrap_or((page, ""));
    let parameters = || query.split('&').filter_map(|pair| pair.split_once('='));
    let is_id = |text: &str| ID_DIGITS.contains(&text.len()) && text.bytes().all(|sign| sign.is_ascii_digit());
    let of_query = parameters()
        .filter(|(name, id)| shop.ids.contains(&name.to_ascii_lowercase().as_str()) && is_id(id))
        .map(|(_, id)| id)
        .next();
    let of_path = || {
        let last = path.rsplit('/').next()?;
        let id = last.strip_suffix(".html").or_else(|| last.strip_suffix(".htm"))?;
        Some(id).filter(|id| is_id(id))
    };
    let id = of_query.or_else(of_path)?;
    let (before, after) = shop.page;
    let mut url = format!("{before}{id}{after}");
    for name in shop.variants {
        let chosen = parameters().find(|(found, value)| found.eq_ignore_ascii_case(name) && is_id(value));
        if let Some((_, value)) = chosen {
            url = format!("{url}&{name}={value}");
        }
    }
    Some(ProductPage {
        marketplace: shop.name,
        id: id.to_owned(),
        url,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marketplace_is_the_end_of_the_host() {
        for (url, name) in [
            ("https://Detail.1688.COM/offer/1.html", Some("1688")),
            ("http://m.tb.cn/h.x", Some("taobao")),
            ("https://item.taobao.com:443/item.htm?id=1", Some("taobao")),
            ("https://www.dewu.com", Some("poizon")),
            ("https://not1688.com/offer/1.html", None),
            ("https://shop.example/?u=https://1688.com", None),
            ("1688.com", None),
        ] {
            assert_eq!(marketplace(url), name, "{url}");
        }
    }

    #[test]
    fn pages_of_phones_and_desktops_are_one_product() {
        for (url, name, id, page) in [
            (
                "https://m.1688.com/offer/700000000001.html?spm=a26&traceId=9#tab",
                "1688",
                "700000000001",
                "https://detail.1688.com/offer/700000000001.html",
            ),
            (
                "https://detail.m.1688.com/page/index.html?offerId=700000000001&sortType=",
                "1688",
                "700000000001",
                "https://detail.1688.com/offer/700000000001.html",
            ),
            (
                "https://h5.m.taobao.com/awp/core/detail.htm?ut_sk=1.x&id=600000000001&sourceType=item&price=99",
                "taobao",
                "600000000001",
                "https://item.taobao.com/item.htm?id=600000000001",
            ),
            (
                "https://item.taobao.com/item.htm?skuId=5&id=600000000001",
                "taobao",
                "600000000001",
                "https://item.taobao.com/item.htm?id=600000000001",
            ),
            (
                "https://world.taobao.com/item/600000000001.htm?spm=a",
                "taobao",
                "600000000001",
                "https://item.taobao.com/item.htm?id=600000000001",
            ),
            (
                "https://detail.m.tmall.com/item.htm?spm=a.b&id=600000000001&skuid=500000000001",
                "tmall",
                "600000000001",
                "https://detail.tmall.com/item.htm?id=600000000001&skuId=500000000001",
            ),
            (
                "https://fast.dewu.com/page/productDetail?sourceName=share&spuId=1172983&skuId=600000001",
                "poizon",
                "1172983",
                "https://www.dewu.com/product-detail.html?spuId=1172983&skuId=600000001",
            ),
            (
                "https://item.m.jd.com/product/100012043978.html?utm_source=iosapp",
                "jd",
                "100012043978",
                "https://item.jd.com/100012043978.html",
            ),
            (
                "https://mobile.yangkeduo.com/goods2.html?ps=x&goods_id=500000000001&refer_share_id=y",
                "pinduoduo",
                "500000000001",
                "https://mobile.yangkeduo.com/goods.html?goods_id=500000000001",
            ),
            (
                "https://k.youshop10.com/item.html?itemID=5800000001&wfr=x",
                "weidian",
                "5800000001",
                "https://weidian.com/item.html?itemID=5800000001",
            ),
            (
                "https://h5.m.goofish.com/item?id=800000000001&ut_sk=x",
                "goofish",
                "800000000001",
                "https://www.goofish.com/item?id=800000000001",
            ),
        ] {
            let expected = ProductPage {
                marketplace: name,
                id: id.to_owned(),
                url: page.to_owned(),
            };
            assert_eq!(product(url), Some(expected.clone()), "{url}");
            assert_eq!(product(page), Some(expected), "{page}");
        }
    }

    #[test]
    fn other_pages_name_no_product() {
        for url in [
            "https://m.tb.cn/h.gExample?tk=AbC&id=x",
            "https://shop123.1688.com/page/offerlist.html",
            "https://www.poizon.com/product/shoe-53471023",
            "https://3.cn/2-example",
            "https://cbu01.alicdn.com/img/ibank/2019/684512345678/x.jpg",
            "https://shop684512345.1688.com/",
            "684512345678",
            "https://shop.example/item.htm?id=600000000001",
            "https://detail.tmall.com/item.htm?id=600000000001000000000",
        ] {
            assert_eq!(product(url), None, "{url}");
        }
    }
}
