//! The `index.html` of the two SPAs, with its Content-Security-Policy.

use super::assets;
use crate::config::Config;
use axum::{
    body::Bytes,
    http::{HeaderValue, header},
    response::{Html, IntoResponse, Response},
};
use base64::{Engine, engine::general_purpose::STANDARD};
use sha2::{Digest, Sha256};
use shared_types::access::Guard;
use std::sync::Arc;

/// The page of one SPA.
#[derive(Clone)]
struct Shell {
    html: Bytes,
    policy: HeaderValue,
}

/// The pages of both SPAs, read once at startup. Debug builds read them for every request, so that a rebuilt page appears
/// without a restart.
#[derive(Clone)]
pub struct Shells {
    agent: Shell,
    client: Shell,
    config: Arc<Config>,
}

impl Shells {
    /// Reads the built pages. A page that is not built is replaced by one that says so.
    pub fn load(config: &Config) -> Self {
        Self {
            agent: read(config, Guard::Agent),
            client: read(config, Guard::Client),
            config: Arc::new(config.clone()),
        }
    }

    /// The page of the clients' cabinet as a mini app: messengers may frame it.
    pub fn mini_app(&self) -> Response {
        let mut response = self.page(Guard::Client);
        let policy = response.headers().get(header::CONTENT_SECURITY_POLICY);
        let policy = policy.and_then(|policy| policy.to_str().ok()).unwrap_or_default();
        let framed = policy.replace("frame-ancestors 'none'", &format!("frame-ancestors {MESSENGER_HOSTS}"));
        if let Ok(framed) = HeaderValue::from_str(&framed) {
            response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, framed);
            response.extensions_mut().insert(FramedByMessengers);
        }
        response
    }

    /// The page of one side.
    pub fn page(&self, guard: Guard) -> Response {
        let current = cfg!(debug_assertions).then(|| read(&self.config, guard));
        let shell = match guard {
            Guard::Agent => current.as_ref().unwrap_or(&self.agent),
            Guard::Client => current.as_ref().unwrap_or(&self.client),
        };
        let mut response = Html(shell.html.clone()).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, shell.policy.clone());
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        headers.insert(header::VARY, HeaderValue::from_static("Accept"));
        response
    }
}

/// Marks a response that messengers may show in a frame.
#[derive(Clone, Copy)]
pub struct FramedByMessengers;

/// The web versions of the messengers, which show a mini app in a frame.
const MESSENGER_HOSTS: &str = "https://web.telegram.org https://web.max.ru";

fn read(config: &Config, guard: Guard) -> Shell {
    let path = format!("{}/index.html", guard.as_str());
    let html = assets::read(config, &path).unwrap_or_else(|error| {
        tracing::warn!(%error, path, "SPA page is not built");
        "<!doctype html><meta charset=utf-8><title>Karavan</title><p>The pages are not built yet: run <code>make run</code>.".to_owned()
    });
    Shell {
        policy: policy(&html),
        html: html.into(),
    }
}

/// The policy: scripts of our own, the inline loader by its hash, WASM, product pictures from anywhere by HTTPS, and nothing else.
fn policy(html: &str) -> HeaderValue {
    let hashes = inline_scripts(html).fold(String::new(), |hashes, script| {
        format!(
            "{hashes} 'sha256-{}'",
            STANDARD.encode(Sha256::digest(script.as_bytes()))
        )
    });
    let policy = format!(
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'{hashes}; style-src 'self'; style-src-attr 'unsafe-inline'; img-src 'self' https: data: blob:; \
         font-src 'self'; connect-src 'self'; media-src 'self' blob:; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    );
    HeaderValue::from_str(&policy).unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'"))
}

fn inline_scripts(html: &str) -> impl Iterator<Item = &str> {
    html.split("<script").skip(1).filter_map(|rest| {
        let (attributes, body) = rest.split_once('>')?;
        if attributes.contains("src=") {
            None
        } else {
            body.split_once("</script>").map(|(script, _)| script)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inline_scripts_are_allowed_by_hash_only() {
        let policy = policy("<script type=module>x</script><script src=a.js></script>");
        let text = policy.to_str().expect("ascii");
        assert_eq!(text.matches("'sha256-").count(), 1, "{text}");
        assert!(
            text.contains("'sha256-LXEWQrcmsEQBYnyp+6wy9chTD7GQPMTbAiWHF5IaSIE='"),
            "{text}"
        );
        assert!(!text.contains("script-src 'self' 'unsafe-inline'"), "{text}");
        assert!(!text.contains(" http:"), "{text}");
    }
}
