//! The guide for programs, `docs/api`, as pages next to the reference at `/api/docs`.

use axum::{
    Router,
    extract::RawPathParams,
    http::{HeaderValue, header},
    response::{Html, IntoResponse, Response},
    routing::get,
};
use base64::{Engine, engine::general_purpose::STANDARD};
use platform::http::Failure;
use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, html};
use sha2::{Digest, Sha256};
use shared_types::problem::ProblemCode;
use std::sync::LazyLock;

/// The pages by name, in the order of the menu.
const PAGES: &[(&str, &str)] = &[
    ("README", include_str!("../../docs/api/README.md")),
    ("authentication", include_str!("../../docs/api/authentication.md")),
    ("errors", include_str!("../../docs/api/errors.md")),
    ("paging", include_str!("../../docs/api/paging.md")),
    ("lists", include_str!("../../docs/api/lists.md")),
    ("events", include_str!("../../docs/api/events.md")),
    ("webhooks", include_str!("../../docs/api/webhooks.md")),
    ("realtime", include_str!("../../docs/api/realtime.md")),
    ("sandbox", include_str!("../../docs/api/sandbox.md")),
    ("idempotency", include_str!("../../docs/api/idempotency.md")),
    ("limits", include_str!("../../docs/api/limits.md")),
    ("versions", include_str!("../../docs/api/versions.md")),
    ("mcp", include_str!("../../docs/api/mcp.md")),
];
/// Lists that the pages link to, by their files.
const LISTS: &[(&str, &str, &str)] = &[
    ("codes", "../errors.md", include_str!("../../docs/errors.md")),
    (
        "permissions",
        "../permissions.md",
        include_str!("../../docs/permissions.md"),
    ),
];
const FIRST: &str = PAGES[0].0;
const STYLE: &str = ":root{color-scheme:light dark;font:16px/1.55 system-ui,sans-serif}body{max-width:48rem;margin:0 auto;\
    padding:1rem;overflow-wrap:break-word}nav{display:flex;flex-wrap:wrap;gap:.25rem 1rem;border-bottom:1px solid #8886;\
    padding-bottom:.75rem}pre{white-space:pre-wrap;padding:.75rem;border-radius:.5rem;background:#8882}code{font-size:.9em}\
    table{display:block;overflow-x:auto;border-collapse:collapse}th,td{border:1px solid #8886;padding:.3rem .6rem;\
    text-align:left;vertical-align:top}a{color:LinkText}";

static POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let hash = STANDARD.encode(Sha256::digest(STYLE));
    let policy = format!("default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; frame-ancestors 'none'");
    HeaderValue::from_str(&policy).unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'"))
});

/// The routes of the pages.
pub(crate) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let show = |params: RawPathParams| async move { show_page(params.iter().next().map_or(FIRST, |(_, name)| name)) };
    Router::new()
        .route("/api/guide", get(show))
        .route("/api/guide/{page}", get(show))
}

fn show_page(name: &str) -> Result<Response, Failure> {
    let lists = LISTS.iter().map(|(name, _, text)| (name, text));
    let mut pages = PAGES.iter().map(|(name, text)| (name, text)).chain(lists);
    let (_, text) = pages.find(|(page, _)| **page == name).ok_or(ProblemCode::NotFound)?;
    let headers = [(header::CONTENT_SECURITY_POLICY, POLICY.clone())];
    Ok((headers, Html(render(text))).into_response())
}

fn render(text: &str) -> String {
    let title = text.lines().next().unwrap_or_default().trim_start_matches("# ");
    let menu = PAGES.iter().map(|(name, _)| {
        let label = if *name == FIRST { "first call" } else { name };
        format!("<a href=\"{}\">{label}</a>", address(name))
    });
    let menu = menu.collect::<String>();
    let mut body = String::new();
    html::push_html(&mut body, resolve_links(text));
    format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width\">\
         <title>{title}</title><style>{STYLE}</style><nav>{menu}<a href=\"/api/docs\">reference</a></nav><main>{body}</main></html>"
    )
}

fn address(name: &str) -> String {
    if name == FIRST {
        "/api/guide".to_owned()
    } else {
        format!("/api/guide/{name}")
    }
}

/// The parts of a page. A link to a file of the repository leads to its page; if there is none, only the text is left.
fn resolve_links(text: &str) -> impl Iterator<Item = Event<'_>> {
    let mut is_open = false;
    Parser::new_ext(text, Options::ENABLE_TABLES).filter_map(move |event| match event {
        Event::Start(Tag::Link {
            link_type,
            dest_url,
            title,
            id,
        }) => {
            let target = target(&dest_url);
            is_open = target.is_some();
            target.map(|dest_url| {
                Event::Start(Tag::Link {
                    link_type,
                    dest_url,
                    title,
                    id,
                })
            })
        }
        Event::End(TagEnd::Link) if !is_open => None,
        event => Some(event),
    })
}

fn target<'a>(link: &CowStr<'a>) -> Option<CowStr<'a>> {
    if link.starts_with("https://") {
        return Some(link.clone());
    }
    if &**link == "../openapi.json" {
        return Some("/api/openapi.json".into());
    }
    if let Some((name, ..)) = LISTS.iter().find(|(_, file, _)| *file == &**link) {
        return Some(address(name).into());
    }
    let (name, anchor) = link
        .split_once('#')
        .map_or((&**link, String::new()), |(name, anchor)| (name, format!("#{anchor}")));
    let name = name.strip_suffix(".md")?;
    let is_page = PAGES.iter().any(|(page, _)| *page == name);
    is_page.then(|| format!("{}{anchor}", address(name)).into())
}

#[cfg(test)]
mod tests {
    use super::{PAGES, render};
    use std::{collections::BTreeSet, fs, path::Path};

    #[test]
    fn every_file_of_the_guide_is_a_page() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/api");
        let files = fs::read_dir(folder).expect("the guide");
        let files: BTreeSet<_> = files
            .map(|file| file.expect("a file").file_name().into_string().expect("a name"))
            .collect();
        let pages: BTreeSet<_> = PAGES.iter().map(|(name, _)| format!("{name}.md")).collect();
        assert_eq!(pages, files);
    }

    #[test]
    fn links_lead_to_pages() {
        let page = render(
            "# A\n\n[one](errors.md#fields) [two](../chat.md) [list](../errors.md) [three](https://x.example) [four](README.md)\n",
        );
        assert!(
            page.contains("<a href=\"/api/guide/errors#fields\">one</a> two <a href=\"/api/guide/codes\">list</a> <a href=\"https://x.example\">"),
            "{page}"
        );
        assert!(page.contains("<a href=\"/api/guide\">four</a>"), "{page}");
    }
}
