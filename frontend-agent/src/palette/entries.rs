//! The entries of the palette: pages, actions, and objects that the server finds.

use super::texts::PaletteTexts;
use frontend_ui::{
    api::Error,
    components::menu::{MenuLink, may_open},
    prelude::*,
};
use futures::future::join4;
use shared_types::{
    access::Rights,
    clients::{ClientQuery, ListClients},
    orders::{AgentOrderQuery, ListAgentOrders},
    search_text::fold,
    shipments::{DeliveryQuery, ListDeliveries, ListShipments, ShipmentQuery},
};

/// Most objects of a kind.
const FOUND: u64 = 5;

/// The action of an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// Opens a page.
    Page(String),
    /// Opens the dialog that creates an order.
    NewOrder,
    /// Opens the dialog that adds a client.
    NewClient,
    /// Creates a delivery and opens it.
    NewDelivery,
    /// Downloads the current orders as a spreadsheet.
    ExportOrders,
}

/// Something to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) target: Target,
    pub(super) icon: Icon,
    pub(super) title: String,
    /// The text that distinguishes entries with similar titles.
    pub(super) details: String,
}

impl Entry {
    fn new(url: impl Into<String>, icon: Icon, title: impl Into<String>) -> Self {
        Self::action(Target::Page(url.into()), icon, title)
    }

    fn action(target: Target, icon: Icon, title: impl Into<String>) -> Self {
        Self {
            target,
            icon,
            title: title.into(),
            details: String::new(),
        }
    }

    /// Whether the title contains every word of the text.
    fn matches(&self, text: &str) -> bool {
        let title = fold(&self.title);
        fold(text).split(' ').all(|word| title.contains(word))
    }
}

/// Entries of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Section {
    pub(super) title: &'static str,
    pub(super) entries: Vec<Entry>,
}

fn actions(rights: &Rights) -> Vec<Entry> {
    let action = |object, level, url: &str, icon, text: PaletteTexts| {
        rights.allows(object, level).then(|| Entry::new(url, icon, t(text)))
    };
    let start = |object, level, target, icon, text: PaletteTexts| {
        rights
            .allows(object, level)
            .then(|| Entry::action(target, icon, t(text)))
    };
    [
        start(
            Object::Orders,
            Level::Edit,
            Target::NewOrder,
            Icon::Plus,
            PaletteTexts::NewOrder,
        ),
        start(
            Object::Clients,
            Level::Edit,
            Target::NewClient,
            Icon::UserPlus,
            PaletteTexts::NewClient,
        ),
        start(
            Object::Deliveries,
            Level::Edit,
            Target::NewDelivery,
            Icon::Ship,
            PaletteTexts::NewDelivery,
        ),
        start(
            Object::Reports,
            Level::View,
            Target::ExportOrders,
            Icon::Download,
            PaletteTexts::ExportOrders,
        ),
        action(
            Object::Orders,
            Level::Edit,
            "/agent/scan?mode=receive",
            Icon::ScanLine,
            PaletteTexts::Receive,
        ),
        action(
            Object::Shipments,
            Level::Edit,
            "/agent/shipments?tab=to_pack",
            Icon::Package,
            PaletteTexts::Pack,
        ),
        action(
            Object::Topups,
            Level::Edit,
            "/agent/balance-requests",
            Icon::Wallet,
            PaletteTexts::ReviewTopups,
        ),
        action(
            Object::Notifications,
            Level::Edit,
            "/agent/notifications/create",
            Icon::Megaphone,
            PaletteTexts::Announce,
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The actions and pages whose name contains the text.
pub(super) fn matching_pages(links: &[MenuLink], rights: &Rights, text: &str) -> Vec<Section> {
    let pages = links
        .iter()
        .filter(|link| may_open(rights, link.href))
        .map(|link| Entry::new(link.href, link.icon, link.text));
    let sections = [
        (PaletteTexts::Actions, actions(rights)),
        (PaletteTexts::Pages, pages.collect()),
    ];
    sections
        .into_iter()
        .map(|(title, entries)| Section {
            title: t(title),
            entries: entries.into_iter().filter(|entry| entry.matches(text)).collect(),
        })
        .filter(|section| !section.entries.is_empty())
        .collect()
}

async fn find_orders(text: String) -> Result<Vec<Entry>, Error> {
    let query = AgentOrderQuery {
        search: Some(text),
        limit: Some(FOUND),
        ..AgentOrderQuery::default()
    };
    let found = api::get::<ListAgentOrders>(query).await?;
    let entry = |order: shared_types::orders::OrderSummary| Entry {
        details: format!("{} {} · {}", order.client_code, order.client_name, order.title),
        ..Entry::new(format!("/agent/orders/{}", order.id), Icon::ClipboardList, order.number)
    };
    Ok(found.data.into_iter().map(entry).collect())
}

async fn find_clients(text: String) -> Result<Vec<Entry>, Error> {
    let query = ClientQuery {
        search: Some(text),
        limit: Some(FOUND),
        ..ClientQuery::default()
    };
    let found = api::get::<ListClients>(query).await?;
    let entry = |client: shared_types::clients::ClientRow| Entry {
        details: client.company.unwrap_or_default(),
        ..Entry::new(
            format!("/agent/clients/{}", client.id),
            Icon::Users,
            format!("{} {}", client.code, client.name),
        )
    };
    Ok(found.data.into_iter().map(entry).collect())
}

async fn find_shipments(text: String) -> Result<Vec<Entry>, Error> {
    let query = ShipmentQuery {
        search: Some(text),
        limit: Some(FOUND),
        ..ShipmentQuery::default()
    };
    let found = api::get::<ListShipments>(query).await?;
    let entry = |shipment: shared_types::shipments::ShipmentSummary| Entry {
        details: format!("{} {}", shipment.client_code, shipment.client_name),
        ..Entry::new(
            format!("/agent/shipments/{}", shipment.id),
            Icon::Package,
            shipment.number,
        )
    };
    Ok(found.data.into_iter().map(entry).collect())
}

async fn find_deliveries(text: String) -> Result<Vec<Entry>, Error> {
    let query = DeliveryQuery {
        search: Some(text),
        limit: Some(FOUND),
        ..DeliveryQuery::default()
    };
    let found = api::get::<ListDeliveries>(query).await?;
    let entry = |delivery: shared_types::shipments::DeliverySummary| {
        let details = [
            delivery.track.unwrap_or_default(),
            delivery.carrier.unwrap_or_default(),
            delivery.route.unwrap_or_default(),
            delivery.contents.clients.join(", "),
        ];
        let details: Vec<String> = details.into_iter().filter(|text| !text.is_empty()).collect();
        Entry {
            details: details.join(" · "),
            ..Entry::new(
                format!("/agent/deliveries/{}", delivery.id),
                Icon::Ship,
                delivery.number,
            )
        }
    };
    Ok(found.data.into_iter().map(entry).collect())
}

/// Finds the orders, clients, shipments and deliveries that the person may see. Fails if one of the searches fails.
pub(super) async fn find_objects(rights: Rights, text: String) -> Result<Vec<Section>, Error> {
    let may_view = |object| rights.allows(object, Level::View);
    let orders = async {
        if may_view(Object::Orders) {
            find_orders(text.clone()).await
        } else {
            Ok(Vec::new())
        }
    };
    let clients = async {
        if may_view(Object::Clients) {
            find_clients(text.clone()).await
        } else {
            Ok(Vec::new())
        }
    };
    let shipments = async {
        if may_view(Object::Shipments) {
            find_shipments(text.clone()).await
        } else {
            Ok(Vec::new())
        }
    };
    let deliveries = async {
        if may_view(Object::Deliveries) {
            find_deliveries(text.clone()).await
        } else {
            Ok(Vec::new())
        }
    };
    let (orders, clients, shipments, deliveries) = join4(orders, clients, shipments, deliveries).await;
    let sections = [
        (t(Text::Orders), orders?),
        (t(LifecycleTexts::Clients), clients?),
        (t(LifecycleTexts::Shipments), shipments?),
        (t(LifecycleTexts::Deliveries), deliveries?),
    ];
    Ok(sections
        .into_iter()
        .filter(|(_, entries)| !entries.is_empty())
        .map(|(title, entries)| Section { title, entries })
        .collect())
}
