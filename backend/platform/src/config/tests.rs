//! Tests of the configuration.

use super::*;

fn read(pairs: &[(&str, &str)]) -> Result<Config, ConfigError> {
    Config::from_variables(|name| {
        pairs
            .iter()
            .find(|(key, _)| *key == name)
            .map(|(_, value)| (*value).to_owned())
    })
}

#[test]
fn development_needs_no_variables() {
    let config = read(&[]).expect("the defaults are usable");
    assert!(config.is_local() && config.log_codes && !config.is_secure());
}

#[test]
fn public_address_is_normalized() {
    for (text, address) in [
        ("https://Karavan.Example/", "https://karavan.example"),
        ("https://karavan.example:443", "https://karavan.example"),
        ("http://localhost:8080", "http://localhost:8080"),
    ] {
        assert_eq!(parse_public_url(text).as_deref(), Ok(address));
    }
    for text in [
        "karavan.example",
        "ftp://karavan.example",
        "https://a:b@karavan.example",
        "https://karavan.example/?a",
    ] {
        assert!(parse_public_url(text).is_err(), "{text}");
    }
}

#[test]
fn all_errors_are_reported_at_once() {
    let errors = read(&[
        ("PUBLIC_URL", "https://karavan.example"),
        ("BIND", "nowhere"),
        ("DATABASE_URL", "mysql://x"),
    ])
    .err()
    .expect("four errors")
    .0;
    assert_eq!(errors.len(), 4, "{errors:?}");
    assert!(errors.iter().any(|error| error.starts_with("MAIL")), "{errors:?}");
    assert!(errors.iter().any(|error| error.starts_with("JWT_SECRET")), "{errors:?}");
}

#[test]
fn agents_have_subdomains_unless_the_host_is_an_ip_address() {
    let at = |url: &str| {
        let secret = "s".repeat(32);
        let mail = ("MAIL", "smtp://mail.example");
        read(&[("PUBLIC_URL", url), ("JWT_SECRET", &secret), mail]).expect("usable")
    };
    let config = at("http://localhost:8080");
    assert_eq!(
        config.subdomain_url("lotus").as_deref(),
        Some("http://lotus.localhost:8080")
    );
    assert_eq!(config.subdomain_of("Lotus.localhost:8080").as_deref(), Some("lotus"));
    for host in ["localhost:8080", "a.b.localhost", "lotus.example", "notlocalhost", ""] {
        assert_eq!(config.subdomain_of(host), None, "{host}");
    }
    for url in ["http://127.0.0.1:8080", "http://[::1]:8080"] {
        assert_eq!(at(url).subdomain_url("lotus"), None);
    }
    assert_eq!(
        at("https://karavan.example").subdomain_url("lotus").as_deref(),
        Some("https://lotus.karavan.example")
    );
}

#[test]
fn bot_in_production_requires_a_webhook_secret() {
    let secret = "s".repeat(32);
    let public = [
        ("PUBLIC_URL", "https://karavan.example"),
        ("JWT_SECRET", secret.as_str()),
    ];
    let errors = read(&[public[0], public[1], ("TELEGRAM_TOKEN", "1:a"), ("MAIL", "pigeon")])
        .err()
        .expect("two errors")
        .0;
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(!format!("{:?}", read(&[("MAX_TOKEN", "very-secret")]).expect("usable").messaging).contains("very-secret"));
}

#[test]
fn loopback_addresses_are_recognized() {
    for url in [
        "http://127.0.0.1:8080",
        "http://localhost",
        "http://lotus.localhost:8080",
        "http://[::1]:8080",
    ] {
        assert!(is_loopback(url), "{url}");
    }
    for url in [
        "https://karavan.example",
        "http://10.0.0.1",
        "http://localhost.evil.example",
    ] {
        assert!(!is_loopback(url), "{url}");
    }
}

#[test]
fn production_needs_permission_for_insecure_settings() {
    let secret = "s".repeat(32);
    let insecure = [
        ("PUBLIC_URL", "http://karavan.example"),
        ("MESSENGERS", "log"),
        ("MAIL", "log"),
        ("JWT_SECRET", secret.as_str()),
    ];
    let errors = |allowed: &str| {
        let variables: Vec<_> = insecure.into_iter().chain([("ALLOW_INSECURE", allowed)]).collect();
        read(&variables).err().map_or_else(Vec::new, |error| error.0)
    };
    assert_eq!(errors("").len(), 3, "{:?}", errors(""));
    let left = errors("MAIL, PUBLIC_URL");
    assert!(left.len() == 1 && left[0].starts_with("MESSENGERS=log"), "{left:?}");
    assert_eq!(errors("MAIL,PUBLIC_URL,MESSENGERS"), Vec::<String>::new());
    assert!(errors("all").iter().any(|error| error.contains("not all")));

    let local = [("PUBLIC_URL", "http://localhost:8080"), ("MAIL", "log")];
    assert!(read(&local).is_ok());
}

#[test]
fn limits_are_numbers_within_bounds() {
    let limits = read(&[("MAX_REQUESTS", "8"), ("BODY_MEMORY", "128")])
        .expect("usable")
        .capacity;
    assert_eq!((limits.requests, limits.address_requests), (8, 2));
    assert_eq!((limits.body_bytes, limits.address_body_bytes), (128 << 20, 32 << 20));
    for (name, value) in [
        ("MAX_REQUESTS", "0"),
        ("BODY_MEMORY", "64"),
        ("MAX_CONNECTIONS", "many"),
    ] {
        let errors = read(&[(name, value)]).err().expect("refused").0;
        assert!(errors.len() == 1 && errors[0].starts_with(name), "{errors:?}");
    }
}

#[test]
fn shutdown_waits_for_the_load_balancer_in_production_only() {
    assert!(read(&[]).expect("usable").shutdown_delay.is_zero());
    let secret = "s".repeat(32);
    let public = [
        ("PUBLIC_URL", "https://karavan.example"),
        ("JWT_SECRET", secret.as_str()),
        ("MAIL", "smtp://mail.example"),
    ];
    assert_eq!(read(&public).expect("usable").shutdown_delay.as_secs(), 5);
}

#[test]
fn traces_need_the_address_of_a_collector() {
    assert_eq!(read(&[]).expect("usable").traces, None);
    let traces = read(&[("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318/")])
        .expect("usable")
        .traces
        .expect("a collector");
    assert_eq!(
        (traces.endpoint.as_str(), traces.service_name.as_str()),
        ("http://127.0.0.1:4318", "karavan")
    );
    let unusable = [
        ("OTEL_EXPORTER_OTLP_ENDPOINT", "collector:4318"),
        ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"),
    ];
    let errors = read(&unusable).err().map_or_else(Vec::new, |error| error.0);
    assert_eq!(errors.len(), 2, "{errors:?}");
}

#[test]
fn passkeys_are_for_the_public_host_and_its_subdomains() {
    let config = |url: &str| read(&[("PUBLIC_URL", url)]).expect("usable");
    assert_eq!(config("http://127.0.0.1:8080").passkey_host(), None);
    assert_eq!(config("http://[::1]:8080").passkey_host(), None);
    let local = config("http://karavan.localhost:8080");
    assert_eq!(local.passkey_host().as_deref(), Some("karavan.localhost"));
    for (origin, is_ours) in [
        ("http://karavan.localhost:8080", true),
        ("http://lotus.karavan.localhost:8080", true),
        ("https://lotus.karavan.localhost:8080", false),
        ("http://lotus.karavan.localhost:8081", false),
        ("http://lotuskaravan.localhost:8080", false),
        ("http://a.b.karavan.localhost:8080", false),
        ("http://.karavan.localhost:8080", false),
        ("http://evil.example/@karavan.localhost:8080", false),
    ] {
        assert_eq!(local.is_page_origin(origin), is_ours, "{origin}");
    }
}
