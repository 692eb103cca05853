//! Every metric that the server has, with its help.

use metrics::Label;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricKind {
    Counter,
    Gauge,
    Histogram,
}

#[derive(Clone, Copy, Debug)]
pub struct Metric {
    pub name: &'static str,
    pub kind: MetricKind,
    pub help: &'static str,
    /// The labels with which a counter begins at zero, so that its first increase is seen.
    initial: &'static [&'static [(&'static str, &'static str)]],
}

const fn counter(
    name: &'static str,
    help: &'static str,
    initial: &'static [&'static [(&'static str, &'static str)]],
) -> Metric {
    Metric {
        name,
        kind: MetricKind::Counter,
        help,
        initial,
    }
}

const fn gauge(name: &'static str, help: &'static str) -> Metric {
    Metric {
        name,
        kind: MetricKind::Gauge,
        help,
        initial: &[],
    }
}

const fn histogram(name: &'static str, help: &'static str) -> Metric {
    Metric {
        name,
        kind: MetricKind::Histogram,
        help,
        initial: &[],
    }
}

/// A counter without labels.
const ONE: &[&[(&str, &str)]] = &[&[]];
/// A counter with labels that are known only when something happens.
const OPEN: &[&[(&str, &str)]] = &[];

/// All metrics.
pub const METRICS: &[Metric] = &[
    counter("http_requests_total", "Requests by method, route and status.", OPEN),
    histogram("http_request_duration_seconds", "Time of requests by method and route."),
    counter(
        "karavan_requests_refused_total",
        "Requests that were refused at once, by reason: busy or database.",
        &[&[("reason", "busy")], &[("reason", "database")]],
    ),
    gauge("karavan_requests_in_progress", "Requests in progress."),
    gauge(
        "karavan_requests_waiting",
        "Requests in progress that wait for a free connection to the database before they begin.",
    ),
    gauge("karavan_request_body_bytes", "Bytes of request bodies in memory."),
    gauge("karavan_connections", "Open connections of clients."),
    counter(
        "karavan_connections_refused_total",
        "Connections that were refused, because there are too many.",
        ONE,
    ),
    gauge("karavan_sockets", "Open WebSockets."),
    gauge("karavan_socket_subscriptions", "Sessions with a subscription."),
    gauge(
        "karavan_hashes_waiting",
        "Passwords and codes that wait to be hashed, or are.",
    ),
    counter("karavan_hashes_total", "Passwords and codes that were hashed.", ONE),
    counter(
        "karavan_hashes_refused_total",
        "Logins that were refused, because the hash queue is full.",
        ONE,
    ),
    gauge("karavan_database_up", "1 while the database can be reached."),
    gauge(
        "karavan_database_connections",
        "Connections of the pool, by state: idle or used.",
    ),
    gauge("karavan_database_connections_max", "Most connections of the pool."),
    gauge(
        "karavan_database_read_connections",
        "Connections for reads outside of a transaction, by state: idle or used.",
    ),
    gauge("karavan_jobs_due", "Jobs that could run now and wait for a worker."),
    gauge(
        "karavan_jobs_due_seconds",
        "How long the oldest of these jobs has waited.",
    ),
    gauge(
        "karavan_jobs_dead",
        "Dead jobs: all attempts failed, and nobody has handled them.",
    ),
    histogram("karavan_job_duration_seconds", "Time of jobs by kind."),
    counter("karavan_jobs_failed_total", "Failed attempts of jobs by kind.", OPEN),
    counter("karavan_jobs_given_up_total", "Jobs that died, by kind.", OPEN),
    counter(
        "karavan_outside_calls_total",
        "Calls of outside systems by system and outcome: ok, refused, failed or timeout.",
        OPEN,
    ),
    histogram(
        "karavan_outside_call_duration_seconds",
        "Time of calls of outside systems by system.",
    ),
    gauge(
        "karavan_circuit_open",
        "1 while an outside system is not called, because it failed several times in a row.",
    ),
    counter(
        "karavan_emails_total",
        "E-mails by whether they were sent.",
        &[&[("sent", "true")], &[("sent", "false")]],
    ),
    counter(
        "karavan_pushes_total",
        "Attempts to send a message by web push, by whether the push service accepted it.",
        &[&[("sent", "true")], &[("sent", "false")]],
    ),
    counter(
        "karavan_messages_total",
        "Messages of bots by messenger and whether they were sent.",
        &[
            &[("messenger", "telegram"), ("sent", "true")],
            &[("messenger", "telegram"), ("sent", "false")],
            &[("messenger", "max"), ("sent", "true")],
            &[("messenger", "max"), ("sent", "false")],
        ],
    ),
    counter(
        "karavan_translation_calls_total",
        "Calls of the provider of translations by provider and status.",
        OPEN,
    ),
    counter(
        "karavan_rates_refused_total",
        "Rates that jumped and wait for more fetches, by source.",
        OPEN,
    ),
    gauge("karavan_build_info", "1, with the version of the program."),
    counter(
        "process_cpu_seconds_total",
        "Time of processors in user and system mode.",
        OPEN,
    ),
    gauge("process_resident_memory_bytes", "Resident memory."),
    gauge("process_virtual_memory_bytes", "Virtual memory."),
    gauge("process_open_fds", "Open file descriptors."),
    gauge("process_max_fds", "Most open file descriptors."),
    gauge("process_threads", "Threads."),
    gauge(
        "process_start_time_seconds",
        "Start of the process in seconds since 1970.",
    ),
];

/// Describes all metrics to the recorder, and starts counters at zero.
pub(super) fn describe() {
    for metric in METRICS {
        match metric.kind {
            MetricKind::Counter => metrics::describe_counter!(metric.name, metric.help),
            MetricKind::Gauge => metrics::describe_gauge!(metric.name, metric.help),
            MetricKind::Histogram => metrics::describe_histogram!(metric.name, metric.help),
        }
        for labels in metric.initial {
            let labels: Vec<Label> = labels.iter().map(|(key, value)| Label::new(*key, *value)).collect();
            metrics::counter!(metric.name, labels).increment(0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn metrics_have_one_name_and_a_help() {
        let names: BTreeSet<_> = METRICS.iter().map(|metric| metric.name).collect();
        assert_eq!(names.len(), METRICS.len());
        for metric in METRICS {
            assert!(metric.help.ends_with('.'), "{}", metric.name);
            assert_eq!(
                metric.kind == MetricKind::Counter,
                metric.name.ends_with("_total"),
                "{}",
                metric.name
            );
        }
    }
}
