//! The pages that are fetched when they are first opened: all but the login and the order table.

use crate::pages;

frontend_ui::later! {
    card, card_page: pages::card::CardPage;
    clients, clients_page: pages::clients::ClientsPage;
    client, client_page: pages::clients::ClientPage;
    settings, settings_page: pages::settings::SettingsPage;
    notifications, notifications_page: pages::notifications::NotificationsPage;
    notification, notification_page: pages::notifications::NotificationPage;
    new_notification, new_notification_page: pages::notifications::CreateNotificationPage;
    requests, requests_page: pages::requests::RequestsPage;
    wallets, wallets_page: pages::wallets::WalletsPage;
    shipments, shipments_page: pages::shipments::ShipmentsPage;
    shipment, shipment_page: pages::shipment::ShipmentPage;
    deliveries, deliveries_page: pages::deliveries::DeliveriesPage;
    delivery, delivery_page: pages::deliveries::DeliveryPage;
    scan, scan_page: pages::scan::ScanPage;
    cells, cells_page: pages::cells::CellsPage;
    cell, cell_page: pages::cells::CellPage;
    labels, labels_page: pages::labels::LabelsPage;
    notes_dock, notes_dock_part: crate::notes::Dock;
}
