//! Fields for delivery options of orders and shipments, shared by both cabinets.

use crate::{data::Form, i18n::days_text, prelude::*};
use shared_types::{
    id::ListEntryId,
    orders::{DeliveryChoice, Order, OrderDeliveryChange},
    settings::{DeliveryOption, DeliveryOptions},
    shipments::{Shipment, ShipmentDelivery},
};

crate::texts! {
    /// A text of the delivery options.
    pub enum DeliveryTexts;
    Method: "Способ доставки", "Delivery method", "配送方式";
    GoodsCategory: "Вид товара", "Category of goods", "货物类别";
    Packaging: "Упаковка", "Packaging", "包装";
    Insurance: "Страховка", "Insurance", "保险";
    TransportCompany: "Транспортная компания", "Transport company", "物流公司";
    PickupPoint: "Пункт выдачи", "Pickup point", "自提点";
    NotChosen: "не выбрано", "not chosen", "未选择";
    TrackShipment: "Отследить", "Tracking number", "查询物流";
    ByTariff: "По тарифу", "By tariff", "按运费标准";
    NoTariff:
        "Для этого способа и страны нет подходящего тарифа, или посылка не взвешена: укажите цену сами.",
        "No tariff matches the delivery method and country, or the shipment has not been weighed: enter the price yourself.",
        "没有适用的运费标准或包裹未称重，请自行填写价格。";
    OrderType: "Тип заказа", "Order type", "订单类型";
}

/// The state of a select box: the id of the selected option, or an empty string.
pub type Selection = RwSignal<String>;

/// Creates the state with an option selected.
pub fn selection(id: Option<ListEntryId>) -> Selection {
    RwSignal::new(id.map(|id| id.to_string()).unwrap_or_default())
}

/// Returns the selected id for an update request; an empty selection clears the option.
pub fn selected_id(chosen: Selection) -> Option<Option<ListEntryId>> {
    Some(chosen.get_untracked().parse().ok())
}

/// Returns the name of the selected option, if it is still offered.
pub fn choice_name(list: &[DeliveryOption], id: Option<ListEntryId>) -> Option<String> {
    list.iter()
        .find(|choice| Some(choice.id) == id)
        .map(|choice| choice.name.clone())
}

/// How the detail of an option is written: the days of a method are counted, others are texts.
pub type WriteDetail = fn(&str) -> String;

/// The price, the premium or the detail of an option, in the language of the page.
fn detail_text(choice: &DeliveryOption, write_detail: WriteDetail) -> Option<String> {
    let detail = || (!choice.detail.is_empty()).then(|| write_detail(&choice.detail));
    let price = choice.price.map(format::money);
    price.or_else(|| choice.percent.map(format::percent)).or_else(detail)
}

/// The options of a select box: none at first, then the offered ones. An option that was selected and has been archived since
/// stays selectable.
pub fn choices(
    list: &[DeliveryOption],
    current: Option<&DeliveryOption>,
    write_detail: WriteDetail,
) -> Vec<(String, String)> {
    let option = |choice: &DeliveryOption| {
        let parts = std::iter::once(choice.name.clone()).chain(detail_text(choice, write_detail));
        (choice.id.to_string(), parts.collect::<Vec<_>>().join(" · "))
    };
    let mut options = vec![(String::new(), t(DeliveryTexts::NotChosen).to_owned())];
    options.extend(list.iter().map(option));
    if let Some(current) = current.filter(|current| list.iter().all(|choice| choice.id != current.id)) {
        options.push((current.id.to_string(), current.name.clone()));
    }
    options
}

/// Builds a select box with the offered options. Renders nothing if there are none.
pub fn choice_field(
    name: &'static str,
    label: DeliveryTexts,
    chosen: Selection,
    list: &[DeliveryOption],
    current: Option<&DeliveryOption>,
    write_detail: WriteDetail,
) -> AnyView {
    let options = choices(list, current, write_detail);
    if options.len() == 1 {
        return ().into_any();
    }
    any_view! { <SelectField name=name label=t(label) value=chosen options=Signal::stored(options) /> }
}

/// The names of the delivery method, the packaging and the insurance of an order, as far as they are still offered.
pub fn order_choice_names(options: &DeliveryOptions, choice: DeliveryChoice) -> [Option<String>; 3] {
    [
        choice_name(&options.methods, choice.delivery_method_id),
        choice_name(&options.packagings, choice.packaging_id),
        choice_name(&options.insurances, choice.insurance_id),
    ]
}

/// The select boxes of an order: delivery method, packaging and insurance.
#[derive(Clone, Copy)]
pub struct OrderDeliveryFields {
    pub method: Selection,
    packaging: Selection,
    insurance: Selection,
}

impl OrderDeliveryFields {
    pub fn new(form: Form<Order>) -> Self {
        let selection = |id: fn(DeliveryChoice) -> Option<ListEntryId>| {
            form.text(move |order| id(order.delivery).map(|id| id.to_string()).unwrap_or_default())
        };
        Self {
            method: selection(|choice| choice.delivery_method_id),
            packaging: selection(|choice| choice.packaging_id),
            insurance: selection(|choice| choice.insurance_id),
        }
    }

    /// The selected options, for an update request.
    pub fn change(self) -> OrderDeliveryChange {
        OrderDeliveryChange {
            delivery_method_id: selected_id(self.method),
            packaging_id: selected_id(self.packaging),
            insurance_id: selected_id(self.insurance),
        }
    }

    pub fn view(self, options: &DeliveryOptions) -> AnyView {
        use DeliveryTexts::{Insurance, Method, Packaging};
        let (methods, packagings, insurances) = (&options.methods, &options.packagings, &options.insurances);
        any_view! {
            {choice_field("delivery_method_id", Method, self.method, methods, None, days_text)}
            {choice_field("packaging_id", Packaging, self.packaging, packagings, None, str::to_owned)}
            {choice_field("insurance_id", Insurance, self.insurance, insurances, None, str::to_owned)}
        }
    }
}

/// The select box of one choice in the form of a shipment, and its state.
pub fn shipment_choice(
    form: Form<Shipment>,
    name: &'static str,
    label: DeliveryTexts,
    choice: fn(&ShipmentDelivery) -> &Option<DeliveryOption>,
    list: Vec<DeliveryOption>,
    write_detail: WriteDetail,
) -> (Selection, AnyView) {
    let chosen = form.text(move |shipment| {
        let choice = choice(&shipment.delivery).as_ref();
        choice.map(|choice| choice.id.to_string()).unwrap_or_default()
    });
    let field = form.object().part(
        move |shipment| choice(&shipment.delivery).clone(),
        move |current| choice_field(name, label, chosen, &list, current.as_ref(), write_detail),
    );
    (chosen, field)
}
