//! The cabinet of clients as a mini app of Telegram and MAX: its login, and the pages that its links open.

use super::{Channel, InvitationQuery, Session};

/// The page that a messenger opens. The fragment of its address has the launch data.
pub const MINI_APP_PAGE: &str = "/client/app";

/// The query parameter of [`MINI_APP_PAGE`] that names the page to open after the login.
pub const MINI_APP_TARGET: &str = "page";

/// The data with which a messenger has opened the page.
#[apply(request)]
pub struct MiniAppLaunch {
    /// The messenger, `telegram` or `max`.
    pub messenger: Channel,
    /// The launch data as the messenger gives them to the page (`tgWebAppData` or `WebAppData`), not older than an hour, or of the
    /// person of the refresh cookie.
    pub launch_data: String,
    /// Subdomain of the agent whose link was opened.
    pub agent: Option<String>,
    /// Hash of the agent's link, in place of `agent`.
    pub hash: Option<String>,
    /// The number that the person shared in a mini app of MAX. Telegram sends it to the bot.
    pub shared_phone: Option<MiniAppPhone>,
    /// IANA time zone of the person's browser. It becomes the person's time zone if none was chosen yet; an unknown name is
    /// ignored.
    pub timezone: Option<String>,
}

/// A phone number that MAX has signed: the answer to `WebAppRequestPhone`.
#[apply(request)]
pub struct MiniAppPhone {
    /// The number, with or without a plus.
    pub number: String,
    /// Unix time of the signature, as MAX states it.
    pub auth_date: String,
    /// The signature in hexadecimal digits.
    pub hash: String,
}

/// The next step of a mini app.
#[apply(response)]
#[derive(Copy)]
#[serde(rename_all = "snake_case")]
pub enum MiniAppState {
    /// Opens the cabinet.
    LoggedIn,
    /// Asks for the phone number: no number is linked to the person of the messenger.
    PhoneUnknown,
    /// Offers the registration: the number has no cabinet, or none of the agent whose link was opened.
    NoCabinet,
}

/// The answer to a launch.
#[apply(response)]
pub struct MiniAppLogin {
    pub state: MiniAppState,
    /// The new session, for `logged_in`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub session: Option<Session>,
    /// The phone number of the person, for `no_cabinet`.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub phone: Option<String>,
    /// The name of the person in the messenger.
    pub name: String,
    /// The address of the chat with the bot, for `phone_unknown`: the number can be shared there, too.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub bot_url: Option<String>,
}

/// The page on which clients register with the agent that its query names.
const REGISTRATION: &str = "/client/register?";

/// The address of the mini app that opens a page of the cabinet, or registers with an agent.
#[must_use]
pub fn mini_app_address(page: &str) -> String {
    if let Some(agent) = page.strip_prefix(REGISTRATION) {
        return format!("{MINI_APP_PAGE}?{agent}");
    }
    let target = serde_urlencoded::to_string([(MINI_APP_TARGET, page)]).unwrap_or_default();
    format!("{MINI_APP_PAGE}?{target}")
}

/// The start parameter of a link to a page of the cabinet, or to an agent. Messengers accept letters, digits, `_` and `-`, so the query
/// of a page is left out.
#[must_use]
pub fn start_parameter(page: &str) -> String {
    if let Some(agent) = page.strip_prefix(REGISTRATION) {
        return agent.replace('=', "_");
    }
    let path = page.split(['?', '#']).next().unwrap_or_default();
    path.trim_start_matches("/client/").replace('/', "_")
}

/// The agent whose link has this start parameter, `agent_` or `hash_` with the value of the link.
#[must_use]
pub fn invitation_of_launch(start_parameter: &str) -> Option<InvitationQuery> {
    let value = |prefix: &str| start_parameter.strip_prefix(prefix).map(ToOwned::to_owned);
    let (agent, hash) = (value("agent_"), value("hash_"));
    (agent.is_some() || hash.is_some()).then_some(InvitationQuery { agent, hash })
}

/// The page that a link to a mini app opens: the target of the address, else the start parameter. Only pages of the cabinet count.
#[must_use]
pub fn page_of_launch(target: Option<&str>, start_parameter: Option<&str>) -> Option<String> {
    let named = start_parameter.filter(|name| invitation_of_launch(name).is_none());
    let named = named.map(|name| format!("/client/{}", name.replace('_', "/")));
    let is_page = |page: &String| {
        let rest = page.strip_prefix("/client/").unwrap_or_default();
        let path = rest.split(['?', '#']).next().unwrap_or_default();
        let is_safe = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'/' || byte == b'-';
        !path.is_empty() && !path.starts_with('/') && path != "app" && path.bytes().all(is_safe)
    };
    target
        .map(ToOwned::to_owned)
        .filter(is_page)
        .or_else(|| named.filter(is_page))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn start_parameter_names_the_page_of_a_link() {
        for page in [
            "/client/orders/5",
            "/client/shipments/7/delivery",
            "/client/wallet-topup",
        ] {
            let parameter = start_parameter(page);
            assert!(
                parameter
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"_-".contains(&byte))
            );
            assert_eq!(page_of_launch(None, Some(&parameter)).as_deref(), Some(page));
        }
        assert_eq!(start_parameter("/client/orders/5?tab=chat"), "orders_5");
        let target = "/client/orders/5?tab=chat";
        assert_eq!(page_of_launch(Some(target), Some("balance")).as_deref(), Some(target));
    }

    #[test]
    fn other_addresses_open_no_page() {
        for page in [
            "https://example.org/",
            "//example.org",
            "/agent/orders",
            "/client//example.org",
            "/client/app",
            "/client/../agent",
        ] {
            assert_eq!(page_of_launch(Some(page), None), None, "{page}");
        }
        assert_eq!(page_of_launch(None, Some("")), None);
        assert_eq!(start_parameter("/client/register?agent=lotus"), "agent_lotus");
        assert_eq!(
            mini_app_address("/client/register?agent=lotus"),
            "/client/app?agent=lotus"
        );
        let link = invitation_of_launch("agent_lotus").expect("an agent");
        assert_eq!((link.agent.as_deref(), link.hash), (Some("lotus"), None));
        assert_eq!(page_of_launch(None, Some("agent_lotus")), None);
    }
}
