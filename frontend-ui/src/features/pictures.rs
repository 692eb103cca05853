//! Addresses of pictures.

/// The URL that a picture of a shop is loaded from. Pages load pictures by HTTPS only, which every shop serves. Pictures of the
/// demo have relative URLs: every server has them, but the demo may have been loaded under another host.
pub(crate) fn picture_url(url: String) -> String {
    if let Some(path) = url.find("/assets/demo/").and_then(|at| url.get(at..)) {
        return path.to_owned();
    }
    match url.split_once("://") {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("http") => format!("https://{rest}"),
        _ => url,
    }
}
