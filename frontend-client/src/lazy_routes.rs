//! Lazily loaded routes: every page except the login is fetched when it is first opened.

use crate::pages;
use frontend_ui::features::login;

frontend_ui::lazy_pages! {
    announcements, announcements_page: pages::announcements::AnnouncementsPage;
    staff, staff_page: frontend_ui::features::people::StaffPage;
    profile, profile_page: frontend_ui::features::profile::ProfilePage;
    groups, groups_page: frontend_ui::features::people::GroupsPage;
    home, home_page: pages::home::HomePage;
    orders, orders_page: pages::orders::OrdersPage;
    card, card_page: pages::card::CardPage;
    balance, balance_page: pages::balance::BalancePage;
    create, create_page: pages::create::CreatePage;
    requisites, requisites_page: pages::requisites::PublicRequisitesPage;
    recipients, recipients_page: pages::recipients::RecipientsPage;
    shipping_requests, shipping_requests_page: pages::shipping_requests::ShippingRequestsPage;
    shipping_request, shipping_request_page: pages::shipping_requests::ShippingRequestPage;
    create_shipping_request, create_shipping_request_page: pages::shipping_requests::CreateShippingRequestPage;
    settings, settings_page: pages::settings::SettingsPage;
    shipments, shipments_page: pages::shipments::ShipmentsPage;
    shipment, shipment_page: pages::shipments::ShipmentPage;
    unsubscribe, unsubscribe_page: pages::unsubscribe::UnsubscribePage;
    wallet, wallet_page: pages::wallet::WalletPage;
    confirm, confirm_page: login::BotConfirmationPage;
    register, register_page: login::RegisterClientPage;
    recovery, recovery_page: login::RecoveryPage;
}
