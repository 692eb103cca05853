//! The log, and where spans go: to standard output, and to a collector of traces if one is configured.

use super::traces::{self, Traces};
use crate::config::Config;
use tracing_subscriber::{EnvFilter, Layer, fmt, prelude::*};

/// Starts the log: JSON lines in production, text in development. Starts the export of traces, too, if a collector is configured.
///
/// `RUST_LOG` overrides the filter, which is one for both: filters per layer lose events of libraries that ask `enabled!` first.
pub fn start(config: &Config) -> Result<Option<Traces>, String> {
    let filter =
        EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info,sqlx=warn,sea_orm_migration=warn"));
    let exported = config.traces.as_ref().map(traces::start).transpose()?;
    let (traces, spans) = exported.map_or((None, None), |(traces, layer)| (Some(traces), Some(layer)));
    let registry = tracing_subscriber::registry().with(spans).with(filter);
    let started = if config.json_logs {
        registry.with(json_layer(std::io::stdout)).try_init()
    } else {
        registry.with(fmt::layer().with_target(false)).try_init()
    };
    if let Err(error) = started {
        tracing::debug!(%error, "log is already started");
    }
    Ok(traces)
}

/// The format of the log in production: a JSON object per line, with the fields of the request in `span`.
pub fn json_layer<S, W>(writer: W) -> impl Layer<S>
where
    S: tracing::Subscriber + for<'a> tracing_subscriber::registry::LookupSpan<'a>,
    W: for<'a> fmt::MakeWriter<'a> + Send + Sync + 'static,
{
    fmt::layer()
        .json()
        .flatten_event(true)
        .with_span_list(false)
        .with_writer(writer)
}
