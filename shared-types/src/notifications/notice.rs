//! Events that people are notified of, and the default preferences.

use crate::access::{Guard, Object};

macro_rules! notices {
    ($($(#[$doc:meta])* $name:ident = $text:tt, $guard:ident, $object:ident;)*) => {
        closed_set! {
            /// An event that people are notified of.
            pub enum Notice { $($(#[$doc])* $name = $text,)* }
        }

        impl Notice {
            /// The side that is notified.
            pub const fn guard(self) -> Guard {
                match self { $(Self::$name => Guard::$guard,)* }
            }

            /// The object that a person must be allowed to view to be notified.
            pub const fn object(self) -> Object {
                match self { $(Self::$name => Object::$object,)* }
            }
        }
    };
}

notices! {
    /// The agent quoted an order.
    OrderQuoted = "order_quoted", Client, Orders;
    /// All items of an order arrived at the warehouse.
    OrderArrived = "order_arrived", Client, Orders;
    /// The agent canceled an order.
    OrderCanceled = "order_canceled", Client, Orders;
    /// An item has a problem.
    ItemProblem = "item_problem", Client, Orders;
    /// A service on an item is done: photos, videos or measurements are available.
    ServiceRendered = "service_rendered", Client, Orders;
    /// The agent canceled a service on an item.
    ServiceCanceled = "service_canceled", Client, Orders;
    /// Money was refunded to the balance.
    RefundMade = "refund_made", Client, Balance;
    /// A shipment is packed, and its delivery can be chosen.
    ShipmentPacked = "shipment_packed", Client, Shipments;
    /// The agent quoted the delivery of a shipment.
    ShipmentQuoted = "shipment_quoted", Client, Shipments;
    /// A shipment was dispatched.
    ShipmentDispatched = "shipment_dispatched", Client, Shipments;
    ShipmentArrived = "shipment_arrived", Client, Shipments;
    /// The agent confirmed or refused a shipping request.
    ShippingAnswered = "shipping_answered", Client, Shipments;
    /// The agent issued requisites for a top-up.
    TopupIssued = "topup_issued", Client, Topups;
    /// A top-up was credited to the balance.
    TopupConfirmed = "topup_confirmed", Client, Topups;
    /// The agent took the confirmation of a top-up back.
    TopupReopened = "topup_reopened", Client, Topups;
    /// A top-up request was rejected.
    TopupRejected = "topup_rejected", Client, Topups;
    /// A payment app was topped up.
    WalletPaid = "wallet_paid", Client, Topups;
    /// A request to top up a payment app was rejected.
    WalletRejected = "wallet_rejected", Client, Topups;
    /// A withdrawal was paid.
    WithdrawalPaid = "withdrawal_paid", Client, Balance;
    /// A withdrawal was rejected.
    WithdrawalRejected = "withdrawal_rejected", Client, Balance;
    /// A shipment was weighed again, and its price changed.
    ShipmentReweighed = "shipment_reweighed", Client, Shipments;
    /// A shipment was weighed again, and its new price needs the client's consent.
    ReweighingProposed = "reweighing_proposed", Client, Shipments;
    /// The agent received the cash for a shipment.
    CashReceived = "cash_received", Client, Shipments;
    /// The agent wrote in an order's chat, and the person has not read it.
    NewMessage = "new_message", Client, Orders;
    /// The agent sent an announcement.
    Announcement = "announcement", Client, Orders;
    /// A client submitted an order.
    OrderSubmitted = "order_submitted", Agent, Orders;
    /// A client paid an order.
    OrderPaid = "order_paid", Agent, Orders;
    /// A client canceled an order.
    OrderWithdrawn = "order_withdrawn", Agent, Orders;
    /// A client ordered a service on an item.
    ServiceOrdered = "service_ordered", Agent, Orders;
    /// A client paid for a shipment or chose cash on receipt.
    ShipmentPaid = "shipment_paid", Agent, Shipments;
    /// A client accepted a shipment.
    ShipmentAccepted = "shipment_accepted", Agent, Shipments;
    /// A client agreed to the price of a shipment that was weighed again.
    ReweighingAccepted = "reweighing_accepted", Agent, Shipments;
    /// A client refused the price of a shipment that was weighed again.
    ReweighingDeclined = "reweighing_declined", Agent, Shipments;
    /// A client asked for items to be shipped.
    ShippingRequested = "shipping_requested", Agent, Shipments;
    /// A client reported a problem with a shipment.
    CargoProblem = "cargo_problem", Agent, Shipments;
    /// A client requested requisites for a top-up.
    TopupAsked = "topup_asked", Agent, Topups;
    /// A client reported a top-up as paid.
    TopupReported = "topup_reported", Agent, Topups;
    /// A client requested a top-up of a payment app.
    WalletAsked = "wallet_asked", Agent, Topups;
    /// A client requested a withdrawal.
    WithdrawalAsked = "withdrawal_asked", Agent, Topups;
    /// An invoice of the service was issued, is due or is overdue. Only the agent's owner is notified.
    ServiceInvoice = "service_invoice", Agent, Settings;
    /// The deliveries of a webhook of the agent fail, or it was disabled.
    WebhookFailing = "webhook_failing", Agent, Settings;
    /// The deliveries of a webhook of the client fail, or it was disabled.
    ClientWebhookFailing = "client_webhook_failing", Client, Settings;
    /// A client wrote in an order's chat, and the person has not read it.
    ClientWrote = "client_wrote", Agent, Orders;
}

impl Notice {
    /// Whether only owners are notified.
    pub const fn is_for_owners(self) -> bool {
        matches!(self, Self::ServiceInvoice)
    }

    /// The object that a person must be allowed to view to see sums in the notification: as on the page that it links to.
    pub const fn sums_object(self) -> Object {
        match self {
            Self::OrderQuoted
            | Self::ShipmentQuoted
            | Self::ShipmentReweighed
            | Self::ReweighingProposed
            | Self::ReweighingAccepted
            | Self::ReweighingDeclined
            | Self::CashReceived => Object::OrderPrices,
            Self::Announcement => Object::Balance,
            _ => self.object(),
        }
    }

    /// Returns the events of a side.
    pub fn for_guard(guard: Guard) -> impl Iterator<Item = Self> {
        Self::ALL.iter().copied().filter(move |notice| notice.guard() == guard)
    }
}

closed_set! {
    /// A channel that notifications can be sent through.
    pub enum NoticeChannel {
        /// The Telegram bot.
        Telegram = "telegram",
        /// The MAX bot.
        Max = "max",
        /// The confirmed e-mail address.
        Email = "email",
        /// The browsers that the person allowed to show notifications, by web push.
        Browser = "browser",
    }
}

/// Whether a channel can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChannelState {
    NotLinked,
    /// It works.
    Working,
    /// It refused the last notification permanently: the bot is blocked, or the address does not exist.
    Failing,
}

/// The channels of one kind of notification.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Route {
    /// The person's choice, or the default channel. It may contain channels that can't be used.
    pub chosen: Vec<NoticeChannel>,
    /// Where the notification is sent.
    pub used: Vec<NoticeChannel>,
}

/// Finds the channels of a notification.
///
/// Only channels that the person switched on are used. Without any, the default channel is used: the preferred one if it is
/// linked, or else the first linked one, so a person gets no duplicates by default. If none of these works, the first working
/// channel that the person has not switched off for this notification is used instead.
///
/// Browsers come in addition, unless they are switched off for this notification: the person has allowed each of them to show
/// notifications, and a browser that was closed for long may miss one.
pub fn route_notice(
    state: impl Fn(NoticeChannel) -> ChannelState,
    preferred: Option<NoticeChannel>,
    choice: impl Fn(NoticeChannel) -> Option<bool>,
) -> Route {
    use NoticeChannel::Browser;
    let is_linked = |channel: &NoticeChannel| state(*channel) != ChannelState::NotLinked;
    let works = |channel: &NoticeChannel| state(*channel) == ChannelState::Working;
    let inboxes = || NoticeChannel::ALL.into_iter().filter(|channel| *channel != Browser);
    let by_default = || preferred.into_iter().chain(inboxes());
    let is_on = |channel: &NoticeChannel| choice(*channel) == Some(true);
    let mut chosen: Vec<NoticeChannel> = inboxes().filter(is_on).collect();
    if chosen.is_empty() {
        let default = by_default().find(is_linked);
        chosen.extend(default.filter(|channel| choice(*channel) != Some(false)));
    }
    let mut used: Vec<NoticeChannel> = chosen.iter().copied().filter(works).collect();
    if used.is_empty() && !chosen.is_empty() {
        used.extend(by_default().find(|channel| works(channel) && choice(*channel) != Some(false)));
    }
    if is_linked(&Browser) && choice(Browser) != Some(false) {
        chosen.push(Browser);
        used.push(Browser);
    }
    Route { chosen, used }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ChannelState::{Failing, NotLinked, Working};
    use NoticeChannel::{Browser, Email, Max, Telegram};

    #[test]
    fn every_event_has_a_name_and_an_object_of_its_side() {
        for notice in Notice::ALL {
            assert_eq!(Notice::from_name(notice.as_str()), Some(notice));
            assert!(notice.object().belongs_to(notice.guard()), "{notice:?}");
            let json = serde_json::to_value(notice).expect("a name");
            assert_eq!(json, notice.as_str());
        }
    }

    /// The states and choices of Telegram, MAX and e-mail.
    fn route(states: [ChannelState; 3], preferred: Option<NoticeChannel>, choices: [Option<bool>; 3]) -> Route {
        with_browser(NotLinked, None, (states, preferred, choices))
    }

    fn with_browser(
        browser: ChannelState,
        browser_choice: Option<bool>,
        (states, preferred, choices): ([ChannelState; 3], Option<NoticeChannel>, [Option<bool>; 3]),
    ) -> Route {
        route_notice(
            |channel| states.get(channel as usize).copied().unwrap_or(browser),
            preferred,
            |channel| choices.get(channel as usize).copied().unwrap_or(browser_choice),
        )
    }

    #[test]
    fn browser_is_used_in_addition() {
        let telegram = ([Working; 3], None, [None; 3]);
        let both = sent(vec![Telegram, Browser], vec![Telegram, Browser]);
        assert_eq!(with_browser(Working, None, telegram), both);
        assert_eq!(with_browser(Working, Some(true), telegram), both);
        let without = sent(vec![Telegram], vec![Telegram]);
        assert_eq!(with_browser(Working, Some(false), telegram), without);
        assert_eq!(with_browser(NotLinked, Some(true), telegram), without);
        let alone = sent(vec![Browser], vec![Browser]);
        assert_eq!(with_browser(Working, None, ([NotLinked; 3], None, [None; 3])), alone);
        let blocked = ([Failing, NotLinked, Working], None, [None; 3]);
        let replaced = sent(vec![Telegram, Browser], vec![Email, Browser]);
        assert_eq!(with_browser(Working, None, blocked), replaced);
    }

    const fn sent(chosen: Vec<NoticeChannel>, used: Vec<NoticeChannel>) -> Route {
        Route { chosen, used }
    }

    #[test]
    fn one_channel_is_used_without_a_choice() {
        let none = [None; 3];
        assert_eq!(route([Working; 3], None, none), sent(vec![Telegram], vec![Telegram]));
        assert_eq!(route([Working; 3], Some(Max), none), sent(vec![Max], vec![Max]));
        let states = [Working, NotLinked, Working];
        assert_eq!(route(states, Some(Max), none), sent(vec![Telegram], vec![Telegram]));
        assert_eq!(
            route([NotLinked, NotLinked, Working], None, none),
            sent(vec![Email], vec![Email])
        );
        assert_eq!(route([NotLinked; 3], Some(Max), none), Route::default());
    }

    #[test]
    fn chosen_channel_replaces_the_default_one() {
        assert_eq!(
            route([Working; 3], None, [None, Some(true), None]),
            sent(vec![Max], vec![Max])
        );
        let both = route([Working; 3], None, [Some(true), None, Some(true)]);
        assert_eq!(both, sent(vec![Telegram, Email], vec![Telegram, Email]));
        assert_eq!(route([Working; 3], None, [Some(false), None, None]), Route::default());
        assert_eq!(
            route([Working; 3], Some(Max), [None, Some(false), None]),
            Route::default()
        );
    }

    #[test]
    fn failing_channel_is_replaced_by_one_that_works() {
        let states = [Working, Failing, Working];
        assert_eq!(route(states, Some(Max), [None; 3]), sent(vec![Max], vec![Telegram]));
        let no_telegram = [Some(false), Some(true), None];
        assert_eq!(route(states, None, no_telegram), sent(vec![Max], vec![Email]));
        assert_eq!(route([Failing; 3], None, [None; 3]), sent(vec![Telegram], vec![]));
        let unlinked = [Working, NotLinked, NotLinked];
        assert_eq!(
            route(unlinked, None, [None, Some(true), None]),
            sent(vec![Max], vec![Telegram])
        );
    }
}
