//! Addresses of web pages and pictures, as people and shops give them.

use url::Url;

/// The text is not the address of a web page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an http or https address")]
pub struct WebAddressError;

/// Parses an absolute http or https address with a host and without credentials.
///
/// The URL standard repairs some texts silently: it drops line breaks, escapes spaces and reads `\` as `/`. Such texts are
/// refused, because the address is stored and shown as it was given.
pub fn parse(text: &str) -> Result<Url, WebAddressError> {
    let url = Url::parse(text).map_err(|_| WebAddressError)?;
    let is_web = matches!(url.scheme(), "http" | "https");
    let authority = text.split_once("://").map_or("", |(_, rest)| rest);
    let authority = authority.split(['/', '?', '#']).next().unwrap_or_default();
    let is_verbatim = text
        .get(..url.scheme().len())
        .is_some_and(|scheme| scheme.eq_ignore_ascii_case(url.scheme()))
        && !authority.is_empty()
        && !text.chars().any(|c| c.is_whitespace() || c.is_control() || c == '\\');
    if is_web && is_verbatim && !authority.contains('@') {
        Ok(url)
    } else {
        Err(WebAddressError)
    }
}

/// The host in lower case; `None` if the text is not a web address.
pub fn host(text: &str) -> Option<String> {
    parse(text.trim()).ok()?.host_str().map(ToOwned::to_owned)
}

/// The origin of a page as browsers send it; `None` if the text says more than an origin, or the page is not encrypted. Pages of the
/// developer's own machine need no TLS.
pub fn origin(text: &str) -> Option<String> {
    let url = parse(text).ok()?;
    let is_local = url.host_str().is_some_and(|host| {
        let address = host.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
        host == "localhost" || address.is_ok_and(|address| address.is_loopback())
    });
    let is_origin = url.path() == "/" && url.query().is_none() && url.fragment().is_none();
    (is_origin && (url.scheme() == "https" || is_local)).then(|| url.origin().ascii_serialization())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_as_browsers_send_them() {
        for (text, expected) in [
            ("https://Shop.Example", Some("https://shop.example")),
            ("https://shop.example:443/", Some("https://shop.example")),
            ("https://магазин.рф", Some("https://xn--80aairftm.xn--p1ai")),
            ("http://localhost:3000", Some("http://localhost:3000")),
            ("http://127.0.0.1:3000", Some("http://127.0.0.1:3000")),
            ("http://shop.example", None),
            ("https://shop.example/a", None),
            ("https://shop.example?a", None),
            ("*", None),
            ("null", None),
        ] {
            assert_eq!(origin(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn web_addresses_are_accepted_as_given() {
        for text in [
            "https://detail.1688.com/offer/1.html?spm=a.b#tab",
            "http://shop.test",
            "HTTPS://Shop.Test:8443/a",
            "https://магазин.рф/товар",
            "https://item.taobao.com/item.htm?q=100%",
            "http://127.0.0.1:8080",
            "http://[::1]/a@b",
        ] {
            assert!(parse(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in [
            "",
            "shop.test",
            "https://",
            "https:///path",
            "https:shop.test",
            "https:/shop.test",
            "ftp://shop.test",
            "javascript:alert(1)",
            "data:text/html,x",
            "https://user@shop.test",
            "https://user:secret@shop.test/a",
            "https://@shop.test",
            "https://shop.test/a b",
            " https://shop.test",
            "https://shop.test/a\nb",
            "https:\\\\shop.test",
            "https://shop.test\\@evil.test",
            "https://sh op.test",
            "https://shop.test:99999",
            "https://?q",
        ] {
            assert_eq!(parse(text), Err(WebAddressError), "{text}");
        }
    }

    #[test]
    fn host_is_in_lower_case() {
        assert_eq!(host("https://Detail.1688.COM/a").as_deref(), Some("detail.1688.com"));
        assert_eq!(host("1688.com"), None);
    }
}
