//! The clients of HTTP, and their errors in words.

use crate::{crypto, outside_address::OpenNetworks};
use reqwest::{
    Client, ClientBuilder,
    dns::{Addrs, Name, Resolve, Resolving},
    redirect::Policy,
};
use std::{
    collections::HashMap,
    error::Error,
    iter,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

/// Starts a client that names the product and follows no redirects. [`call`](super::call) bounds the time of each call.
pub fn builder() -> ClientBuilder {
    crypto::install();
    Client::builder()
        .redirect(Policy::none())
        .user_agent(concat!("Karavan/", env!("CARGO_PKG_VERSION")))
}

/// The client for addresses that people entered: it connects to allowed addresses only, follows no redirects and uses no proxy.
/// Call [`OpenNetworks::check_literal`] before each request.
pub fn for_entered_addresses(networks: &OpenNetworks) -> Result<Client, String> {
    static CLIENTS: OnceLock<Mutex<HashMap<OpenNetworks, Client>>> = OnceLock::new();
    let clients = CLIENTS.get_or_init(Mutex::default);
    let mut clients = clients.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(client) = clients.get(networks) {
        return Ok(client.clone());
    }
    let resolver = Arc::new(AllowedResolver(networks.clone()));
    let client = builder().no_proxy().dns_resolver(resolver).build().map_err(describe)?;
    clients.insert(networks.clone(), client.clone());
    Ok(client)
}

/// Resolves names to allowed addresses only.
struct AllowedResolver(OpenNetworks);

impl Resolve for AllowedResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let networks = self.0.clone();
        Box::pin(async move {
            let found = networks.resolve(name.as_str()).await;
            let found = found.map_err(|error| Box::new(error) as Box<dyn Error + Send + Sync>)?;
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

/// An error with its causes, as text. Without the URL, which can contain a key.
pub fn describe(error: reqwest::Error) -> String {
    let error = error.without_url();
    let causes = iter::successors(Some(&error as &dyn Error), |&error| error.source());
    let texts: Vec<String> = causes.map(ToString::to_string).collect();
    texts.join(": ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn description_has_the_cause_and_not_the_url() {
        // Nothing listens on port 1.
        let client = builder().build().expect("a client");
        let failed = client.get("http://127.0.0.1:1/secret").send().await;
        let text = describe(failed.expect_err("no connection"));
        assert!(text.contains("refused") && !text.contains("secret"), "{text}");
    }
}
