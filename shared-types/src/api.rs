//! The whole API: all endpoints.

use crate::endpoint::EndpointVisitor;

/// Visits every endpoint of the API.
pub fn visit_endpoints<V: EndpointVisitor>(visitor: &mut V) {
    let lists: [fn(&mut V); 52] = [
        crate::api_keys::api_key_endpoints,
        crate::billing::billing_endpoints,
        crate::cash::cash_endpoints,
        crate::chat::chat_endpoints,
        crate::chat::inbox_endpoints,
        crate::clients::client_endpoints,
        crate::clients::client_import_endpoints,
        crate::events::event_endpoints,
        crate::sandbox::sandbox_endpoints,
        crate::ext::extension_endpoints,
        crate::ext::extension_report_endpoints,
        crate::home::home_endpoints,
        crate::identity::login_endpoints,
        crate::identity::login_method_endpoints,
        crate::imports::import_endpoints,
        crate::items::item_endpoints,
        crate::ledger::ledger_endpoints,
        crate::media::media_endpoints,
        crate::notes::note_endpoints,
        crate::notifications::notification_endpoints,
        crate::notifications::push_endpoints,
        crate::onboarding::onboarding_endpoints,
        crate::orders::agent_order_endpoints,
        crate::orders::earlier_order_endpoints,
        crate::orders::order_endpoints,
        crate::orders::saved_filter_endpoints,
        crate::profile::profile_endpoints,
        crate::purchasing::purchasing_endpoints,
        crate::rates::rate_endpoints,
        crate::recipients::recipient_endpoints,
        crate::reports::report_endpoints,
        crate::scan::scan_endpoints,
        crate::services::service_endpoints,
        crate::services::public_upload_endpoints,
        crate::settings::agent_settings_endpoints,
        crate::settings::brand_endpoints,
        crate::settings::order_distribution_endpoints,
        crate::settings::settings_tab_endpoints,
        crate::settings::order_limits_endpoints,
        crate::settings::conditions_endpoints,
        crate::settings::list_endpoints,
        crate::settings::restored_list_endpoints,
        crate::settings::option_endpoints,
        crate::settings::working_hours_endpoints,
        crate::shipments::shipment_endpoints,
        crate::shipments::place_endpoints,
        crate::shipments::reweighing_endpoints,
        crate::shipments::shipping_request_endpoints,
        crate::staff::staff_endpoints,
        crate::topups::topup_endpoints,
        crate::translation::translation_endpoints,
        crate::webhooks::webhook_endpoints,
    ];
    for visit in lists {
        visit(visitor);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{access::Guard, endpoint::Endpoint};

    #[derive(Default)]
    struct Lenient(Vec<&'static str>);

    impl EndpointVisitor for Lenient {
        fn visit<E: Endpoint>(&mut self) {
            let error = serde_urlencoded::from_str::<E::Query>("no_such_parameter=1").err();
            if !error.is_some_and(|error| error.to_string().contains("unknown field `no_such_parameter`")) {
                self.0.push(E::NAME.on(Guard::Agent));
            }
        }
    }

    #[test]
    fn no_endpoint_accepts_an_unknown_parameter() {
        let mut lenient = Lenient::default();
        visit_endpoints(&mut lenient);
        assert!(lenient.0.is_empty(), "{:?}", lenient.0);
    }
}
