//! Content negotiation: HTML pages for browsers, JSON for programs.

use axum::http::{HeaderMap, header};

/// Whether `text/html` is preferred over `application/json` (a browser navigating).
pub fn prefers_html(headers: &HeaderMap) -> bool {
    let accept = headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    media_type_quality(accept, "text", "html") > media_type_quality(accept, "application", "json")
}

/// The quality that `Accept` gives to a type, in thousandths. The most specific range decides (RFC 9110 §12.5.1).
fn media_type_quality(accept: &str, kind: &str, subtype: &str) -> u32 {
    let mut best = (0, 0);
    for range in accept.split(',') {
        let mut parts = range.split(';').map(str::trim);
        let Some((range_kind, range_subtype)) = parts.next().and_then(|range| range.split_once('/')) else {
            continue;
        };
        let specificity = match (range_kind, range_subtype) {
            (k, s) if k.eq_ignore_ascii_case(kind) && s.eq_ignore_ascii_case(subtype) => 3,
            (k, "*") if k.eq_ignore_ascii_case(kind) => 2,
            ("*", "*") => 1,
            _ => continue,
        };
        let quality = parts
            .find_map(|part| part.strip_prefix("q="))
            .map_or(1000, parse_quality);
        if specificity > best.0 {
            best = (specificity, quality);
        }
    }
    best.1
}

fn parse_quality(quality: &str) -> u32 {
    let (whole, fraction) = quality.split_once('.').unwrap_or((quality, ""));
    let fraction = format!("{fraction:0<3}");
    let digits = fraction
        .get(..3)
        .and_then(|digits| digits.parse::<u32>().ok())
        .unwrap_or(0);
    (whole.parse::<u32>().unwrap_or(0) * 1000 + digits).min(1000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_get_html_and_programs_get_json() {
        let prefers = |accept: &str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT, accept.parse().expect("a header"));
            prefers_html(&headers)
        };
        assert!(prefers(
            "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
        ));
        assert!(prefers("text/html"));
        assert!(prefers("application/json;q=0.5, text/html;q=0.9"));
        for accept in [
            "*/*",
            "application/json",
            "application/json, text/html",
            "text/html;q=0.5,application/json",
            "",
        ] {
            assert!(!prefers(accept), "{accept}");
        }
        assert!(!prefers_html(&HeaderMap::new()));
    }
}
