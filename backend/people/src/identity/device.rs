//! The device of a request: its address, browser and name.

use platform::timezone::TimeZone;
use shared_types::translation::Language;

/// The device from which a request comes.
#[derive(Clone, Debug, Default)]
pub(super) struct Device {
    pub(super) user_agent: String,
    pub(super) address: Option<String>,
    /// The supported language that the device prefers: `ru`, `en` or `zh`.
    pub(super) language: Language,
    /// The secret in the browser's `karavan_browser` cookie.
    pub(super) browser: Option<String>,
    /// The time zone of the browser, if the request states it.
    pub(super) timezone: Option<TimeZone>,
}

impl Device {
    /// The device with the time zone that a login states. An unknown name is ignored, because it must not prevent the login.
    pub(super) fn in_timezone(self, name: Option<&str>) -> Self {
        Self {
            timezone: name.and_then(TimeZone::from_name),
            ..self
        }
    }
}
