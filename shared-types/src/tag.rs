//! The features of the API, by which its documentation is grouped.

macro_rules! tags {
    ($($tag:ident = $name:literal, $description:literal;)*) => {
        /// The feature of an endpoint. The documentation groups by it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Tag {
            $(#[doc = $description] $tag,)*
        }

        impl Tag {
            /// All tags, in the order of the documentation.
            pub const ALL: &[Self] = &[$(Self::$tag),*];

            pub const fn name(self) -> &'static str {
                match self { $(Self::$tag => $name,)* }
            }

            /// One sentence for the documentation.
            pub const fn description(self) -> &'static str {
                match self { $(Self::$tag => $description,)* }
            }
        }
    };
}

// Features that programs call come first; those for people alone, such as the login, come last.
tags! {
    Orders = "Orders", "Orders from the draft to the purchase: lists, pricing, quotes, payments, refunds and history.";
    Items = "Items", "The items of orders: adding, changing, buying, receiving, splitting and merging.";
    Imports = "Imports", "Import of spreadsheets into drafts.";
    Services = "Services", "Services on items, such as photos or measurements: the offer of the agent, and the orders.";
    Media = "Photos and uploads", "Uploads of photos and videos, also from a phone by a link, and the stored files.";
    Chat = "Chat", "The chat of an order: messages, files, reactions, and the authorization of realtime channels.";
    Shipments = "Shipments", "Shipments of packed items to clients: contents, delivery options, quotes, payments and problems.";
    Recipients = "Recipients", "The address book of a client, and where an order goes.";
    ShippingRequests = "Shipping requests", "Requests of clients to ship items from the warehouse, and the answers of staff.";
    Deliveries = "Deliveries", "Cargo deliveries, which carry shipments of several clients.";
    Scanning = "Warehouse", "Scanned codes, warehouse cells and labels.";
    Balances = "Balances", "Balances of clients, the operations on them, and corrections.";
    Topups = "Top-ups", "Requests of clients to top up their balances, requisites, and bank statements.";
    WalletTopups = "Payment apps", "Requests of clients to top up their payment apps from the balance.";
    Withdrawals = "Withdrawals", "Requests to pay out a part of a client's balance.";
    PurchasingAccounts = "Purchasing accounts", "The agent's own money on marketplaces, and payments from it to sellers.";
    CashBook = "Cash book", "The agent's own money in cash boxes: incomes, expenses, transfers, exchanges, and the close of the day.";
    Reports = "Reports", "Turnover, costs, margin and rate gain of a period, and current debts.";
    Rates = "Rates", "Exchange rates, their sources and their history.";
    Clients = "Clients", "The clients of an agent.";
    Notifications = "Notifications", "Announcements to clients, and each person's notification preferences.";
    Notes = "Notes", "Notes of staff on objects, and the personal notepad.";
    Sandbox = "Sandbox", "Moving orders of a sandbox through the steps of staff, for programs that are being developed.";
    Events = "Events", "The feed of what has changed, for programs that mirror a cabinet.";
    Webhooks = "Webhooks", "Addresses of programs to which events are sent, and the endpoints that messengers and the payment provider call.";
    Billing = "Service account", "The agent's account with the operator of the service: plan, balance, invoices and online payments.";
    Onboarding = "Setup wizard", "Progress of an agent's first setup.";
    Staff = "Staff", "The people of a cabinet: invitations, permissions, and the transfer of ownership.";
    PermissionGroups = "Permission groups", "Named sets of rights.";
    ApiKeys = "API keys", "Keys by which programs call the API in the name of a person.";
    Settings = "Settings", "Settings of an agent or a client: terms, delivery options, tariffs, requisites, login policy.";
    Extension = "Extension", "Endpoints that the browser extension calls with its token, and the tokens themselves.";
    Profile = "Profile", "The caller: profile, rights, contact data, password, second factor and sessions.";
    Login = "Login", "Registration, login, recovery of passwords, refresh of tokens, and the change to another cabinet.";
}
