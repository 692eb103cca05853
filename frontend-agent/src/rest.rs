//! The pages that are fetched when they are first opened: all but the login and the order table.

use crate::pages;
use frontend_ui::features::login;

frontend_ui::later! {
    staff, staff_page: frontend_ui::features::people::StaffPage;
    profile, profile_page: frontend_ui::features::profile::ProfilePage;
    groups, groups_page: frontend_ui::features::people::GroupsPage;
    card, card_page: pages::card::CardPage;
    clients, clients_page: pages::clients::ClientsPage;
    client, client_page: pages::clients::ClientPage;
    settings, settings_page: pages::settings::SettingsPage;
    requests, requests_page: pages::requests::RequestsPage;
    wallets, wallets_page: pages::wallets::WalletsPage;
    shipments, shipments_page: pages::shipments::ShipmentsPage;
    shipment, shipment_page: pages::shipment::ShipmentPage;
    deliveries, deliveries_page: pages::deliveries::DeliveriesPage;
    delivery, delivery_page: pages::deliveries::DeliveryPage;
    confirm, confirm_page: login::BotPage;
    register, register_page: login::RegisterAgentPage;
    recovery, recovery_page: login::RecoveryPage;
    login_email, login_email_page: login::EmailPage;
    forgot_password, forgot_password_page: login::ForgotPage;
    reset_password, reset_password_page: login::ResetPage;
}
