//! The page that a cabinet opens with, chosen by the person for each browser. `/agent` and `/client` redirect to it.

use crate::access::{Guard, Level, Object, Rights};

named_set! {
    /// The first page of a cabinet.
    #[derive(Default)]
    pub enum StartPage {
        #[default]
        Orders = "orders",
        Home = "home",
    }
}

impl StartPage {
    /// The name of the cookie with the choice.
    pub const fn cookie_name(guard: Guard) -> &'static str {
        match guard {
            Guard::Agent => "agent_start",
            Guard::Client => "client_start",
        }
    }

    /// Reads the choice from the pairs of a `Cookie` header or of `document.cookie`.
    pub fn from_cookies(guard: Guard, cookies: &str) -> Option<Self> {
        let mut pairs = cookies.split(';').filter_map(|pair| pair.trim().split_once('='));
        let (_, chosen) = pairs.find(|(name, _)| *name == Self::cookie_name(guard))?;
        Self::from_name(chosen)
    }

    /// The page that suits a person who has chosen none. The home page leads people of the warehouse to the scanner.
    pub fn suited(guard: Guard, rights: &Rights) -> Self {
        let sees_orders = rights.allows(Object::Orders, Level::View);
        if sees_orders && !(guard == Guard::Agent && works_in_warehouse(rights)) {
            Self::Orders
        } else {
            Self::Home
        }
    }

    pub const fn path(self, guard: Guard) -> &'static str {
        match (guard, self) {
            (Guard::Agent, Self::Orders) => "/agent/orders",
            (Guard::Agent, Self::Home) => "/agent/home",
            (Guard::Client, Self::Orders) => "/client/orders",
            (Guard::Client, Self::Home) => "/client/home",
        }
    }
}

/// Whether a person of the agent only works in the warehouse: they scan, and see neither prices nor reports.
pub fn works_in_warehouse(rights: &Rights) -> bool {
    rights.allows(Object::Orders, Level::Edit)
        && !rights.allows(Object::OrderPrices, Level::View)
        && !rights.allows(Object::Reports, Level::View)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_cookie_of_the_side_counts() {
        let read = |cookies| StartPage::from_cookies(Guard::Client, cookies);
        assert_eq!(read("a=b; client_start=home"), Some(StartPage::Home));
        assert_eq!(read("client_start=orders"), Some(StartPage::Orders));
        for other in ["", "agent_start=home", "client_start=homes", "xclient_start=home"] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
