//! Checks the values of keys.

use super::ApiKeyError;
use ipnet::IpNet;
use shared_types::{
    access::{Guard, Rights},
    api_keys::{KeyRights, limits},
    fields::{FieldErrors, Format, Rule},
    web_address,
};
use std::net::IpAddr;

/// Networks in CIDR notation. A single address is a network of one.
pub(super) fn check_networks(errors: &mut FieldErrors, networks: &[String]) -> Vec<String> {
    if networks.len() > limits::PLACES {
        errors.add("networks", Rule::TooMany(limits::PLACES));
    }
    let mut checked = Vec::new();
    for (index, text) in networks.iter().enumerate().take(limits::PLACES) {
        let text = text.trim();
        let network = text.parse::<IpNet>().or_else(|_| {
            text.parse::<IpAddr>()
                .map(|address| IpNet::from(address.to_canonical()))
        });
        match network {
            Ok(network) => push_new(&mut checked, network.trunc().to_string()),
            Err(_) => errors.add(&format!("networks[{index}]"), Rule::InvalidFormat(Format::Other)),
        }
    }
    checked
}

/// Origins of web pages: scheme, host and port, as browsers send them. Pages without TLS only on the developer's own machine.
pub(super) fn check_origins(errors: &mut FieldErrors, origins: &[String]) -> Vec<String> {
    if origins.len() > limits::PLACES {
        errors.add("origins", Rule::TooMany(limits::PLACES));
    }
    let mut checked = Vec::new();
    for (index, text) in origins.iter().enumerate().take(limits::PLACES) {
        match web_address::origin(text.trim()) {
            Some(origin) => push_new(&mut checked, origin),
            None => errors.add(&format!("origins[{index}]"), Rule::InvalidFormat(Format::Other)),
        }
    }
    checked
}

fn push_new(values: &mut Vec<String>, value: String) {
    if !values.contains(&value) {
        values.push(value);
    }
}

/// At least one right, none that the side has no use for, and none that the maker lacks.
pub(super) fn check_rights(
    errors: &mut FieldErrors,
    rights: &KeyRights,
    guard: Guard,
    of_maker: &Rights,
) -> Result<(), ApiKeyError> {
    if rights.0.is_empty() {
        errors.add("rights", Rule::Required);
    }
    for object in rights.0.keys().filter(|object| !object.belongs_to(guard)) {
        errors.add(&format!("rights.{}", object.as_str()), Rule::UnknownValue);
    }
    if errors.is_empty() && !rights.beyond(of_maker).is_empty() {
        return Err(ApiKeyError::RightsExceeded);
    }
    Ok(())
}
