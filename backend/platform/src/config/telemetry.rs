//! The collector of traces.

use shared_types::web_address;

/// Where traces are sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracesConfig {
    /// The base address of the collector, without a slash at the end.
    pub endpoint: String,
    /// The name of the service in traces.
    pub service_name: String,
}

impl TracesConfig {
    /// Reads the usual variables of OpenTelemetry. `None` without a collector.
    pub(super) fn from_variables(variable: &impl Fn(&str) -> Option<String>, errors: &mut Vec<String>) -> Option<Self> {
        let value = |name: &str| variable(name).filter(|text| !text.is_empty());
        let endpoint = value("OTEL_EXPORTER_OTLP_ENDPOINT")?;
        if web_address::parse(&endpoint).is_err() {
            errors.push("OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https address".to_owned());
        }
        if let Some(protocol) = value("OTEL_EXPORTER_OTLP_PROTOCOL").filter(|protocol| protocol != "http/protobuf") {
            errors.push(format!(
                "OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf, not {protocol}"
            ));
        }
        Some(Self {
            endpoint: endpoint.trim_end_matches('/').to_owned(),
            service_name: value("OTEL_SERVICE_NAME").unwrap_or_else(|| "karavan".to_owned()),
        })
    }
}
