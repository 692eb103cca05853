//! The pages that are fetched when they are first opened: all but the login and the order list.

use crate::pages;

frontend_ui::later! {
    announcements, announcements_page: pages::announcements::AnnouncementsPage;
    card, card_page: pages::card::CardPage;
    balance, balance_page: pages::balance::BalancePage;
    create, create_page: pages::create::CreatePage;
    requisites, requisites_page: pages::requisites::RequisitesView;
    settings, settings_page: pages::settings::SettingsPage;
    shipments, shipments_page: pages::shipments::ShipmentsPage;
    shipment, shipment_page: pages::shipments::ShipmentPage;
    wallet, wallet_page: pages::wallet::WalletPage;
}
