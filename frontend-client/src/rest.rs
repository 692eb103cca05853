//! The pages that are fetched when they are first opened: all but the login and the order list.

use crate::pages;

frontend_ui::later! {
    card, card_page: pages::card::CardPage;
    create, create_page: pages::create::CreatePage;
    settings, settings_page: pages::settings::SettingsPage;
    shipments, shipments_page: pages::shipments::ShipmentsPage;
    shipment, shipment_page: pages::shipments::ShipmentPage;
}
