//! Metrics: the server has every metric in the dashboard, the alerts and the documentation, with help.

use super::{Process, Stub};
use crate::support::{CLIENT, eventually, on_both};
use platform::telemetry::METRICS;
use reqwest::Method;
use serde_json::json;
use std::{collections::BTreeSet, fs, path::Path};

fn project_file(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The names of our metrics in a query, without the suffixes of histograms.
fn metric_names(query: &str) -> BTreeSet<String> {
    let words = query.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let names = words.filter(|word| {
        ["karavan_", "http_request", "process_"]
            .iter()
            .any(|prefix| word.starts_with(prefix))
    });
    let without_suffix = names.map(|name| {
        let suffix = ["_bucket", "_count", "_sum"]
            .iter()
            .find_map(|suffix| name.strip_suffix(suffix));
        suffix.unwrap_or(name).to_owned()
    });
    without_suffix.collect()
}

/// The queries of the dashboard and of the alerts.
fn deployed_queries() -> Vec<String> {
    let dashboard: serde_json::Value =
        serde_json::from_str(&project_file("deploy/grafana/karavan.json")).expect("the dashboard is JSON");
    let panels = dashboard["panels"].as_array().expect("panels");
    let targets = panels.iter().filter_map(|panel| panel["targets"].as_array()).flatten();
    let mut queries: Vec<String> = targets
        .map(|target| target["expr"].as_str().expect("a query").to_owned())
        .collect();
    assert!(queries.len() > 10, "{queries:?}");
    let alerts = project_file("deploy/prometheus/alerts.yml");
    let rules = alerts
        .lines()
        .filter_map(|line| line.trim().strip_prefix("expr: "))
        .map(ToOwned::to_owned);
    let before = queries.len();
    queries.extend(rules);
    assert_eq!(queries.len() - before, alerts.matches("- alert: ").count());
    queries
}

#[apply(on_both)]
async fn metrics_of_the_dashboard_and_the_alerts_are_served(app: App) {
    let stub = Stub::start().await;
    let process = Process::start(&app, &stub, false).await;
    // The bot's name can't be fetched, which counts for its circuit.
    let link = process.request(Method::POST, "/client/link");
    let link = link.json(&json!({"phone": CLIENT})).send().await.expect("an answer");
    assert_eq!(link.status(), 200);
    let scrape = async || {
        let response = process
            .request(Method::GET, "/metrics")
            .send()
            .await
            .expect("an answer");
        assert_eq!(response.status(), 200);
        response.text().await.expect("a text")
    };
    eventually("a job has called the bank", async || {
        let text = scrape().await;
        text.contains("karavan_outside_calls_total{system=\"cbr\",outcome=\"failed\"}")
            && text.contains("karavan_job_duration_seconds_count{kind=\"rates:fetch-cbr\"}")
    })
    .await;
    let text = scrape().await;
    for query in deployed_queries() {
        let names = metric_names(&query);
        assert!(!names.is_empty(), "{query}");
        for name in names {
            assert!(
                text.contains(&format!("# TYPE {name} ")),
                "{name} is not served: {query}"
            );
        }
    }
    for metric in METRICS
        .iter()
        .filter(|metric| text.contains(&format!("# TYPE {} ", metric.name)))
    {
        let help = format!("# HELP {} {}", metric.name, metric.help);
        assert!(text.lines().any(|line| line == help), "{help}");
    }
    let listed: BTreeSet<&str> = METRICS.iter().map(|metric| metric.name).collect();
    for name in text.lines().filter_map(|line| line.strip_prefix("# TYPE ")) {
        let name = name.split(' ').next().unwrap_or_default();
        assert!(listed.contains(name), "{name} has no help");
    }
    let number = |name: &str| -> f64 {
        let sample = text.lines().find(|line| line.starts_with(&format!("{name} ")));
        let value = sample.and_then(|line| line.split(' ').nth(1));
        value
            .and_then(|value| value.parse().ok())
            .unwrap_or_else(|| panic!("{name}"))
    };
    assert!(number("process_resident_memory_bytes") > 1e6 && number("process_open_fds") > 5.0);
    assert!(number("process_start_time_seconds") > 1.7e9);
    for (name, expected) in [
        ("karavan_database_up", "1"),
        ("karavan_jobs_dead", "0"),
        ("karavan_database_connections_max", "8"),
        ("karavan_requests_waiting", "0"),
        ("karavan_sockets", "0"),
    ] {
        assert_eq!(number(name).to_string(), expected, "{name}");
    }
    assert!(text.contains("karavan_database_connections{state=\"idle\"}"));
    process.stop().await;
}

#[test]
fn metrics_are_documented() {
    let document = project_file("docs/operations.md");
    for metric in METRICS {
        assert!(
            document.contains(&format!("| `{}`", metric.name)),
            "{} is missing",
            metric.name
        );
    }
}
