//! Product pages of marketplaces that the server opens for a shared link: where a short link leads, and what the page says about itself.

mod page;

pub use page::PageFacts;

use platform::{
    http_client::{self, Answer, CallError, OutsideSystem},
    outside_address::OpenNetworks,
    state::AppState,
    text_encoding,
};
use reqwest::{RequestBuilder, header::ACCEPT};
use shared_types::shop_link;
use std::time::Duration;
use tokio::time::timeout;
use url::Url;

/// Most pages that are opened for one link.
const MAX_PAGES: usize = 5;
/// How long a person waits for all pages of a link.
const PATIENCE: Duration = Duration::from_secs(8);
/// The most that is read of a page, in bytes.
const MAX_PAGE: usize = 2 << 20;

/// A link after its pages were opened.
#[derive(Debug)]
pub struct OpenedLink {
    /// Where the link leads, as far as it could be followed.
    pub url: String,
    /// The data of the product page about itself; empty if it could not be opened.
    pub facts: PageFacts,
}

/// Opens a link of a marketplace and follows it to the product. Addresses of other hosts are never opened, also if a page leads there.
pub async fn open(state: &AppState, url: String) -> OpenedLink {
    let mut opened = OpenedLink {
        url,
        facts: PageFacts::default(),
    };
    // The pages that were opened in time count.
    let _ = timeout(PATIENCE, follow(state, &mut opened)).await;
    opened
}

async fn follow(state: &AppState, opened: &mut OpenedLink) {
    let mut address = opened.url.clone();
    for _ in 0..MAX_PAGES {
        let Ok(answer) = fetch(state, &address).await else {
            return;
        };
        let product = shop_link::product(&address);
        let next = match &answer.location {
            Some(place) if answer.status.is_redirection() => place.clone(),
            _ if !answer.status.is_success() => return,
            _ => {
                let html = text_encoding::decode(&answer.body);
                // A page that names no product can be a login or a check for robots, with a title of its own.
                if product.is_some() {
                    opened.facts = page::facts(&html);
                    return;
                }
                let Some(next) = page::product_address(&html) else {
                    return;
                };
                next
            }
        };
        let Some(next) = join(&address, &next) else {
            return;
        };
        match shop_link::product(&next) {
            Some(page) => opened.url = page.url,
            // The page of a product leads to a login: it is the product still.
            None if product.is_some() => return,
            None => {}
        }
        address = next;
    }
}

/// The address that a page leads to.
fn join(page: &str, next: &str) -> Option<String> {
    Some(Url::parse(page).ok()?.join(next).ok()?.into())
}

async fn fetch(state: &AppState, address: &str) -> Result<Answer, CallError> {
    let refused = |reason: &str| CallError::NoAnswer(reason.to_owned());
    let url = Url::parse(&address.replacen("http://", "https://", 1)).map_err(|error| refused(&error.to_string()))?;
    // The host as it is called, not as it was written.
    let name = shop_link::marketplace(url.as_str()).ok_or_else(|| refused("not the address of a marketplace"))?;
    let system = OutsideSystem {
        name,
        timeout: PATIENCE,
        max_answer: MAX_PAGE,
    };
    let request = request(state, url).map_err(|reason| refused(&reason))?;
    http_client::call(state, &system, request.header(ACCEPT, "text/html")).await
}

fn request(state: &AppState, url: Url) -> Result<RequestBuilder, String> {
    if let Some(gateway) = &state.config.shop_gateway {
        let place = url.as_str().trim_start_matches("https:/");
        let client = http_client::shared().map_err(|error| error.to_string())?;
        return Ok(client.get(format!("{gateway}{place}")));
    }
    let networks = OpenNetworks::default();
    networks.check_literal(&url).map_err(|error| error.to_string())?;
    Ok(http_client::for_entered_addresses(&networks)?.get(url))
}
