//! Outside systems that misbehave: each call ends in its time-out, and is never taken for done.

pub mod faulty;
mod held_workers;
mod storage;

use crate::{
    support::{App, on_both, on_sqlite},
    translation::stub::turn_on,
};
use bytes::Bytes;
use faulty::{Fault, FaultyServer, Protocol, lose_patience};
use infra::{
    messengers::{self, Messenger, WebhookCommand},
    translation::{self, Translated},
};
use platform::{
    config::{BotConfig, Config, Mail, ScannerAddress, TranslationConfig, TranslationProvider, YookassaConfig},
    mail::{self, Email},
    virus_scanner,
};
use serde_json::json;
use shared_types::{id::AgentId, translation::Language};
use std::time::{Duration, Instant};

/// Longer than the patience of the tests, and much shorter than any limit in production.
const SOON: Duration = Duration::from_secs(8);

/// The outside systems, except the collector of traces, which belongs to the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum System {
    Mail,
    Telegram,
    Max,
    Yookassa,
    Cbr,
    Bestchange,
    LibreTranslate,
    DeepL,
    Yandex,
    Storage,
    Clamd,
    Nats,
}

impl System {
    const ALL: [Self; 12] = [
        Self::Mail,
        Self::Telegram,
        Self::Max,
        Self::Yookassa,
        Self::Cbr,
        Self::Bestchange,
        Self::LibreTranslate,
        Self::DeepL,
        Self::Yandex,
        Self::Storage,
        Self::Clamd,
        Self::Nats,
    ];

    const fn protocol(self) -> Protocol {
        match self {
            Self::Mail => Protocol::Smtp,
            Self::Clamd => Protocol::Clamd,
            Self::Nats => Protocol::Nats,
            _ => Protocol::Http,
        }
    }

    /// The name of the circuit; the broker has none.
    const fn circuit(self) -> Option<&'static str> {
        Some(match self {
            Self::Mail => "mail",
            Self::Telegram => "telegram",
            Self::Max => "max",
            Self::Yookassa => "yookassa",
            Self::Cbr => "cbr",
            Self::Bestchange => "bestchange",
            Self::LibreTranslate => "libretranslate",
            Self::DeepL => "deepl",
            Self::Yandex => "yandex",
            Self::Storage => "storage",
            Self::Clamd => "clamd",
            Self::Nats => return None,
        })
    }

    /// Configures the service to use the system at an address.
    fn configure(self, config: &mut Config, address: &str) {
        let url = format!("http://{address}");
        let bot = || BotConfig {
            token: Some("1:token".to_owned()),
            api_url: url.clone(),
            webhook_secret: Some("hook-secret".to_owned()),
            name: None,
        };
        match self {
            Self::Mail => config.messaging.mail = Mail::Smtp(format!("smtp://{address}")),
            Self::Telegram => config.messaging.telegram = bot(),
            Self::Max => config.messaging.max = bot(),
            Self::Yookassa => {
                config.billing.yookassa = Some(YookassaConfig {
                    shop_id: "100500".to_owned(),
                    secret_key: "test_secret".to_owned(),
                    api_url: url,
                    receipt_vat: None,
                });
            }
            Self::Cbr => config.rates.cbr_url = url,
            Self::Bestchange => {
                config.rates.bestchange_key = Some("key".to_owned());
                config.rates.bestchange_url = url;
            }
            Self::LibreTranslate | Self::DeepL | Self::Yandex => {
                config.translation = Some(TranslationConfig {
                    provider: match self {
                        Self::DeepL => TranslationProvider::DeepL,
                        Self::Yandex => TranslationProvider::Yandex,
                        _ => TranslationProvider::LibreTranslate,
                    },
                    url,
                    key: Some("key".to_owned()),
                    folder: None,
                    monthly_characters: 100_000,
                    timeout: Duration::from_secs(15),
                });
            }
            Self::Storage => storage::configure(config, address),
            Self::Clamd => config.virus_scanner = Some(ScannerAddress::Tcp(address.to_owned())),
            Self::Nats => config.broker_url = Some(format!("nats://{address}").parse().expect("an address")),
        }
    }

    /// Calls the system. Returns whether the service believes that the system has fulfilled the request.
    async fn call(self, app: &App) -> bool {
        let state = &app.state;
        match self {
            Self::Mail => {
                let email = Email {
                    to: "anna@example.com".to_owned(),
                    text: "text".to_owned(),
                    ..Email::default()
                };
                mail::send(state, email).await.is_ok()
            }
            Self::Telegram | Self::Max => {
                let messenger = if self == Self::Max {
                    Messenger::Max
                } else {
                    Messenger::Telegram
                };
                let done = messengers::run_webhook_command(state, messenger, WebhookCommand::Set).await;
                done.is_ok()
            }
            Self::Yookassa => {
                let owner = app.owner().await;
                let created = owner.post("/agent/balance/payments", json!({"amount": "200"})).await;
                created.expect_problem(503, "unavailable");
                false
            }
            Self::Cbr => books::rates::fetch_cbr(state.clone()).await.is_ok(),
            Self::Bestchange => books::rates::fetch_bestchange(state.clone()).await.is_ok(),
            Self::LibreTranslate | Self::DeepL | Self::Yandex => {
                turn_on(&app.owner().await).await;
                let agent = translation::of_agent(&state.system(), state.config.translation.as_ref(), AgentId(1)).await;
                let agent = agent.expect("the database answers").expect("settings");
                let (texts, _) = translation::translate(state, &agent, &["你好"], Language::Ru)
                    .await
                    .expect("the database answers");
                texts.iter().any(|text| matches!(text, Translated::Text(_)))
            }
            Self::Storage => {
                let written = state
                    .storage
                    .put("items/1/a/full.jpg", Bytes::from_static(b"photo"))
                    .await;
                // A file may hold anything, so its content is not judged.
                state.storage.read("items/1/a/full.jpg").await.ok();
                let removed = state.storage.remove_folder("items/1/a").await;
                written.is_ok() || removed.is_ok()
            }
            Self::Clamd => {
                let content = futures::stream::once(async { Ok(Bytes::from_static(b"file")) });
                virus_scanner::scan(state, content).await.is_ok()
            }
            Self::Nats => {
                // Changes are announced to the other replicas.
                let owner = app.owner().await;
                let changed = owner
                    .post("/agent/notifications", json!({"title": "Новость", "body": "Текст"}))
                    .await;
                changed.expect(201);
                false
            }
        }
    }
}

/// The service with one misbehaving system.
async fn with_faulty(app: &App, system: System, fault: Fault) -> (App, FaultyServer) {
    let server = FaultyServer::start(system.protocol(), fault).await;
    let app = app.with_config(|config| {
        lose_patience(config);
        system.configure(config, &server.address);
    });
    (app, server)
}

#[apply(on_both)]
async fn every_call_ends_and_is_not_taken_for_done(app: App) {
    app.expect_errors("the virus scanner could not check a file");
    let mut slow = Vec::new();
    for system in System::ALL {
        for fault in Fault::ALL {
            let (app, _server) = with_faulty(&app, system, fault).await;
            let started = Instant::now();
            let is_done = tokio::time::timeout(SOON, system.call(&app)).await;
            assert_eq!(is_done, Ok(false), "{system:?}: {fault:?}");
            if started.elapsed() > SOON / 2 {
                slow.push((system, fault, started.elapsed()));
            }
            // Each fault is looked at alone, after pauses and limits.
            if let Some(circuit) = system.circuit() {
                app.state.breaker.on_success(circuit);
            }
            app.state.clock.advance(chrono::Duration::days(1));
        }
    }
    assert!(slow.is_empty(), "{slow:?}");
}

#[apply(on_sqlite)]
async fn endless_answer_ends_by_its_size(app: App) {
    app.expect_errors("the virus scanner could not check a file");
    // The broker is read in the background, and a file of a store may have any size.
    let systems = System::ALL.into_iter();
    for system in systems.filter(|system| !matches!(system, System::Nats | System::Storage)) {
        let server = FaultyServer::start(system.protocol(), Fault::EndlessBody).await;
        // With the time limits of production.
        let app = app.with_config(|config| system.configure(config, &server.address));
        let is_done = tokio::time::timeout(SOON, system.call(&app)).await;
        assert_eq!(is_done, Ok(false), "{system:?}");
    }
}

#[apply(on_sqlite)]
async fn silence_opens_the_circuit_and_too_many_calls_do_not(app: App) {
    app.expect_errors("circuit opened");
    app.expect_errors("the virus scanner could not check a file");
    for system in System::ALL {
        let Some(circuit) = system.circuit() else { continue };
        let is_open = |app: &App| app.state.breaker.is_open(circuit, app.state.clock.now());
        // clamd has no answer that means so.
        if system != System::Clamd {
            let (busy, _server) = with_faulty(&app, system, Fault::TooManyRequests).await;
            for _ in 0..6 {
                system.call(&busy).await;
            }
            assert!(!is_open(&busy), "{system:?}");
            app.state.clock.advance(chrono::Duration::days(1));
        }
        let (silent, server) = with_faulty(&app, system, Fault::HangAfterConnect).await;
        // One call of the storage is several.
        for _ in 0..6 {
            system.call(&silent).await;
        }
        assert!(is_open(&silent), "{system:?}");
        let before = server.connections();
        assert!(!system.call(&silent).await);
        assert_eq!(server.connections(), before, "{system:?} is left alone");
        app.state.clock.advance(chrono::Duration::days(1));
    }
}

#[apply(on_sqlite)]
async fn collector_of_traces_that_misbehaves_holds_up_no_end(app: App) {
    let mut runs = Vec::new();
    for fault in Fault::ALL {
        let collector = FaultyServer::start(Protocol::Http, fault).await;
        let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_karavan"));
        // Its call of the bank, where nothing listens, is a span.
        command
            .arg("rates:fetch-cbr")
            .env("DATABASE_URL", &app.database_url)
            .env("CBR_URL", "http://127.0.0.1:1/")
            .env("OTEL_EXPORTER_OTLP_ENDPOINT", format!("http://{}", collector.address))
            .stdout(std::process::Stdio::null())
            .stderr(std::process::Stdio::null())
            .current_dir(std::env::temp_dir());
        let mut child = command.spawn().expect("the program starts");
        runs.push(async move {
            let started = Instant::now();
            let ended = tokio::task::spawn_blocking(move || child.wait()).await;
            ended.expect("a task").expect("the program ends");
            (fault, collector.connections(), started.elapsed())
        });
    }
    for (fault, connections, elapsed) in futures::future::join_all(runs).await {
        assert_eq!(connections > 0, fault != Fault::Refuse, "{fault:?}");
        assert!(elapsed < SOON * 2, "{fault:?}: {elapsed:?}");
    }
}
