//! Addresses of pictures.

/// The URL that a picture of a shop is loaded from. Pages load pictures by HTTPS only, which every shop serves. Pictures of the
/// demo and of sheets have relative URLs: this server has them, but its address may have been another one.
pub(crate) fn picture_url(url: String) -> String {
    let own = ["/assets/demo/", "/goods-pictures/"]
        .iter()
        .find_map(|folder| url.find(folder));
    if let Some(path) = own.and_then(|at| url.get(at..)) {
        return path.to_owned();
    }
    match url.split_once("://") {
        Some((scheme, rest)) if scheme.eq_ignore_ascii_case("http") => format!("https://{rest}"),
        _ => url,
    }
}
