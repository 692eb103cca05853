//! Authentication by an API key: its transport, limits, secret, network, origin and rights.

use super::{
    bearer::bearer_token,
    caller::{Caller, CallerKey, Credential},
    loader::{AuthRows, CallerNeeds, FoundKey},
    lookup::valid_caller,
    networks::is_in_networks,
    response_notes::{Policy, ResponseNotes},
    token_uses::TokenId,
};
use crate::{config::Config, http::Failure, rng, state::AppState};
use axum::http::{HeaderMap, header};
use sea_orm::DbErr;
use shared_types::{
    access::Guard,
    api_keys::{KeyPermission, KeyText},
    problem::{Problem, ProblemCode},
};
use std::net::IpAddr;
use subtle::ConstantTimeEq;

/// The key of a request, read but not checked. A mistyped one is refused before the database is asked.
pub(super) fn read_key(headers: &HeaderMap) -> Result<Option<KeyText<'_>>, Failure> {
    match bearer_token(headers) {
        Ok(token) if KeyText::is_meant(token) => match KeyText::parse(token) {
            Some(key) => Ok(Some(key)),
            None => Err(ProblemCode::CredentialMalformed.into()),
        },
        _ => Ok(None),
    }
}

/// How a request has arrived.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Transport {
    Encrypted,
    Clear,
    /// The trusted proxy does not say it.
    Unknown,
}

/// TLS ends at a trusted proxy. On a person's own machine, nothing is sent over a network.
fn transport(config: &Config, headers: &HeaderMap) -> Transport {
    if config.is_local() {
        return Transport::Encrypted;
    }
    if config.trusted_proxies == 0 {
        return Transport::Clear;
    }
    let values = headers.get_all("x-forwarded-proto").iter();
    let schemes: Vec<&str> = values
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .collect();
    // A proxy replaces what it was sent or appends to it, so only the last entries are believed.
    let index = schemes.len().saturating_sub(config.trusted_proxies);
    match schemes.get(index) {
        Some(scheme) if scheme.eq_ignore_ascii_case("https") => Transport::Encrypted,
        Some(_) => Transport::Clear,
        None => Transport::Unknown,
    }
}

/// Refuses a key that arrives over plain HTTP, and revokes it: who listens has it. Whatever the endpoint is.
pub(super) async fn refuse_clear_key(state: &AppState, headers: &HeaderMap) -> Result<(), Failure> {
    let Some(key) = read_key(headers).unwrap_or_default() else {
        return Ok(());
    };
    match transport(&state.config, headers) {
        Transport::Encrypted => Ok(()),
        Transport::Unknown => Err(ProblemCode::KeyTransportUnknown.into()),
        Transport::Clear => {
            let (public_id, hash) = (key.id.to_owned(), rng::digest(key.secret));
            let (system, now) = (state.system(), state.clock.now());
            state.callers()?.revoke_clear_key(system, public_id, hash, now).await?;
            tracing::warn!(key = key.id, "API key arrived over plain HTTP and is revoked");
            Err(ProblemCode::KeySentInClear.into())
        }
    }
}

/// The parts of a request that decide about its key.
pub(super) struct KeyRequest<'a> {
    pub(super) key: KeyText<'a>,
    pub(super) headers: &'a HeaderMap,
    /// The client's address.
    pub(super) address: Option<IpAddr>,
    /// The side of the endpoint; `None` if both sides have it.
    pub(super) guard: Option<Guard>,
    pub(super) needs: CallerNeeds,
}

/// The person in whose name the key of a request acts, with the rights of the key.
pub(super) async fn authenticate(
    state: &AppState,
    request: KeyRequest<'_>,
    permission: KeyPermission,
    notes: &mut ResponseNotes,
) -> Result<Caller, Failure> {
    let (now, address) = (state.clock.now(), request.address);
    // Before the database is asked, so that guesses of secrets are bounded.
    notes.count(Policy::Address, || state.capacity.count_key_request_of(address))?;
    let key = find_key(state, &request).await?.ok_or(ProblemCode::CredentialInvalid)?;
    let mut caller = valid_caller(key.session, now)?;
    if !key.networks.is_empty() && !is_in_networks(&key.networks, address) {
        return Err(ProblemCode::KeyNetworkRefused.into());
    }
    let origin = request.headers.get(header::ORIGIN).map(|origin| origin.to_str());
    if origin.is_some_and(|origin| !is_origin_allowed(&state.config, &key.origins, origin.unwrap_or_default())) {
        return Err(ProblemCode::KeyOriginRefused.into());
    }
    notes.count(Policy::Key, || Some(state.capacity.count_key_request(key.id)))?;
    state
        .token_uses
        .record(TokenId::Key(key.id), address.map(|address| address.to_string()), now);
    caller.rights = key.rights.limit(&caller.rights);
    let key = CallerKey {
        id: key.id,
        name: key.name,
        environment: key.environment,
        rights: key.rights,
    };
    let is_granted = key.is_granted(permission);
    caller.credential = Credential::Key(key);
    match permission {
        _ if is_granted => Ok(caller),
        KeyPermission::Right(object, level) => Err(Problem::key_lacks_right(object, level).into()),
        KeyPermission::Closed | KeyPermission::AnyKey => Err(ProblemCode::KeyNotAllowed.into()),
    }
}

/// Finds the key whose secret is right. A revoked or expired one is found too, so that the response can report it.
async fn find_key(state: &AppState, request: &KeyRequest<'_>) -> Result<Option<FoundKey>, DbErr> {
    let (rows, public_id) = (AuthRows::new(&state.db.pool), request.key.id.to_owned());
    let (callers, now) = (state.callers()?, state.clock.now());
    let sides = match request.guard {
        Some(guard) => vec![guard],
        None => vec![Guard::Agent, Guard::Client],
    };
    let mut found = None;
    for guard in sides {
        if found.is_none() {
            let id = public_id.clone();
            found = callers.key_caller(rows, id, guard, now, request.needs).await?;
        }
    }
    let given = rng::digest(request.key.secret);
    Ok(found.filter(|found| found.secret_hash.as_bytes().ct_eq(given.as_bytes()).into()))
}

/// Browsers name the page that sends a request. The service's own pages try requests out with a key.
fn is_origin_allowed(config: &Config, origins: &[String], origin: &str) -> bool {
    origins.iter().any(|allowed| allowed == origin) || config.is_page_origin(origin)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(url: &str, proxies: &str) -> Config {
        Config::from_variables(|name| match name {
            "PUBLIC_URL" => Some(url.to_owned()),
            "TRUSTED_PROXIES" => Some(proxies.to_owned()),
            "JWT_SECRET" => Some("a-secret-of-at-least-thirty-two-bytes".to_owned()),
            "MAIL" => Some("smtp://mail.example".to_owned()),
            "ALLOW_INSECURE" => Some("PUBLIC_URL".to_owned()),
            _ => None,
        })
        .expect("a configuration")
    }

    #[test]
    fn only_a_trusted_proxy_says_that_a_request_was_encrypted() {
        for (url, proxies, scheme, expected) in [
            ("http://127.0.0.1:8080", "0", None, Transport::Encrypted),
            ("https://karavan.example", "0", Some("https"), Transport::Clear),
            ("http://karavan.example", "0", None, Transport::Clear),
            ("https://karavan.example", "1", Some("https"), Transport::Encrypted),
            ("https://karavan.example", "1", Some("http"), Transport::Clear),
            ("https://karavan.example", "1", Some("https, http"), Transport::Clear),
            (
                "https://karavan.example",
                "2",
                Some("https, http"),
                Transport::Encrypted,
            ),
            ("https://karavan.example", "1", None, Transport::Unknown),
        ] {
            let mut headers = HeaderMap::new();
            if let Some(scheme) = scheme {
                headers.insert("x-forwarded-proto", scheme.parse().expect("a value"));
            }
            let found = transport(&config(url, proxies), &headers);
            assert_eq!(found, expected, "{url} {proxies} {scheme:?}");
        }
    }
}
