//! Configuration of the virus scanner.

use std::path::PathBuf;

/// Where `clamd` listens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScannerAddress {
    /// Host and port.
    Tcp(String),
    /// A Unix socket.
    Socket(PathBuf),
}

impl ScannerAddress {
    /// Reads `CLAMD_ADDRESS`. `None` if files are not scanned.
    pub(super) fn from_variables(variable: &impl Fn(&str) -> Option<String>, errors: &mut Vec<String>) -> Option<Self> {
        let text = variable("CLAMD_ADDRESS").filter(|text| !text.is_empty())?;
        if text.starts_with('/') {
            return Some(Self::Socket(text.into()));
        }
        let port = text.rsplit_once(':').filter(|(host, _)| !host.is_empty());
        if port.is_some_and(|(_, port)| port.parse::<u16>().is_ok_and(|port| port > 0)) {
            return Some(Self::Tcp(text));
        }
        errors.push("CLAMD_ADDRESS must be host:port, or the path of a socket".to_owned());
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<ScannerAddress>, Vec<String>) {
        let mut errors = Vec::new();
        let address = ScannerAddress::from_variables(&|_| Some(text.to_owned()), &mut errors);
        (address, errors)
    }

    #[test]
    fn address_is_a_port_or_a_socket() {
        let tcp = |text: &str| (Some(ScannerAddress::Tcp(text.to_owned())), Vec::new());
        assert_eq!(read("clamav:3310"), tcp("clamav:3310"));
        assert_eq!(read("[::1]:3310"), tcp("[::1]:3310"));
        let socket = ScannerAddress::Socket("/run/clamav/clamd.ctl".into());
        assert_eq!(read("/run/clamav/clamd.ctl"), (Some(socket), Vec::new()));
        assert_eq!(read(""), (None, Vec::new()));
        for text in ["clamav", ":3310", "clamav:0", "clamav:http"] {
            assert_eq!(read(text).1.len(), 1, "{text}");
        }
    }
}
