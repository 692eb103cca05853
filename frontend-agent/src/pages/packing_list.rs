//! The packing list of a shipment and the manifest of a delivery, as pages to print. They have no menu.

use crate::pages::labels::texts::LabelTexts;
use frontend_ui::{
    components::{download, page_by_id},
    data::use_record,
    features::{
        shipment_places::{PlaceTexts, density_text, sides_text, volume_text},
        shipments::destination_text,
        startup::LoggedIn,
        translation::shop_text,
    },
    prelude::*,
};
use shared_types::{
    id::{DeliveryId, ShipmentId},
    shipments::{
        ExportManifest, ExportPackingList, Manifest, PackingList, PackingRow, PackingTotals, PlaceMeasures,
        ShowManifest, ShowPackingList,
    },
};

frontend_ui::texts! {
    enum PackingTexts;
    PackingList: "Упаковочный лист", "Packing list", "装箱单";
    Manifest: "Манифест", "Manifest", "货运清单";
    Order: "Заказ", "Order", "订单";
    Item: "Товар", "Item", "商品";
    Total: "Итого", "Total", "合计";
    NotPlaced: "без места", "no box", "未装箱";
    Empty: "В доставке нет посылок", "The delivery has no shipments", "货运中没有包裹";
}

/// The packing list of a shipment, by the id in the URL.
#[component]
pub(crate) fn PackingListPage() -> impl IntoView {
    view! { <LoggedIn>{page_by_id(packing_list_page)}</LoggedIn> }
}

/// The manifest of a delivery, by the id in the URL.
#[component]
pub(crate) fn ManifestPage() -> impl IntoView {
    view! { <LoggedIn>{page_by_id(manifest_page)}</LoggedIn> }
}

fn packing_list_page(id: Memo<ShipmentId>) -> AnyView {
    let list = use_record(&[Topic::Shipment], id, |id| {
        api::send::<ShowPackingList>((id,), Nothing {}, Nothing {}, Options::default())
    });
    let file = download::<ExportPackingList>((id.get_untracked(),), || Nothing {});
    let title = move || list.with(|list| format!("{} {}", t(PackingTexts::PackingList), list.shipment.number));
    let content = move || list.view(|list| sheet(std::slice::from_ref(list)));
    print_page(title, file, list.page(Skeleton::Rows, content))
}

fn manifest_page(id: Memo<DeliveryId>) -> AnyView {
    let manifest = use_record(&[Topic::Delivery], id, |id| {
        api::send::<ShowManifest>((id,), Nothing {}, Nothing {}, Options::default())
    })
    .also_following(&[Topic::Shipment]);
    let file = download::<ExportManifest>((id.get_untracked(),), || Nothing {});
    let title = move || manifest.with(|manifest| format!("{} {}", t(PackingTexts::Manifest), manifest.delivery.number));
    let sheet = |manifest: &Manifest| {
        let delivery = &manifest.delivery;
        let facts = [delivery.carrier.clone(), delivery.route.clone(), delivery.track.clone()];
        let facts = facts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
        any_view! {
            <p dir="auto" class="muted">
                {facts}
            </p>
            {sheet(&manifest.shipments)}
            {(!manifest.shipments.is_empty()).then(|| sums(PackingTotals::sum_up(&manifest.shipments)))}
        }
    };
    let content = move || manifest.view(sheet);
    print_page(title, file, manifest.page(Skeleton::Rows, content))
}

fn print_page(
    title: impl Fn() -> Option<String> + Copy + Send + Sync + 'static,
    file: AnyView,
    content: AnyView,
) -> AnyView {
    any_view! {
        <main class="paper-page">
            <div class="page-head">
                <h1 data-testid="paper-title">{title}</h1>
                <div class="spacer"></div>
                <div class="actions-row no-print">
                    {file}
                    <button
                        class="button primary"
                        data-testid="print"
                        on:click=move |_| {
                            let _ = window().print();
                        }
                    >
                        {t(LabelTexts::Print)}
                    </button>
                </div>
            </div>
            {content}
        </main>
    }
}

/// The tables of all shipments.
fn sheet(lists: &[PackingList]) -> AnyView {
    if lists.is_empty() {
        return empty_state(t(PackingTexts::Empty), None);
    }
    lists.iter().map(shipment_table).collect_view().into_any()
}

fn sums(totals: PackingTotals) -> AnyView {
    let volume = (totals.volume_cm3 > 0).then(|| volume_text(totals.volume_cm3));
    let parts = [
        Some(format!("{}: {}", t(LifecycleTexts::Shipments), totals.shipments)),
        Some(format!("{}: {}", t(PlaceTexts::Places), totals.places)),
        Some(format::weight(totals.weight_grams)),
        volume,
        Some(format!("{} {}", totals.pieces, t(LifecycleTexts::Pieces))),
    ];
    let parts = parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    any_view! {
        <p class="paper-total" data-testid="paper-total">
            <strong>{t(PackingTexts::Total)}</strong>
            " "
            {parts}
        </p>
    }
}

fn shipment_table(list: &PackingList) -> AnyView {
    let shipment = &list.shipment;
    let recipient = shipment.recipient.as_ref().map(|copy| copy.recipient.line());
    let address = recipient.unwrap_or_else(|| destination_text(shipment));
    let totals = list.totals();
    let own = PlaceMeasures {
        weight_grams: totals.weight_grams,
        sides: totals.sides,
    };
    any_view! {
        <section class="paper-shipment" tabindex="0" aria-label=shipment.number.clone() data-testid="paper-shipment">
            <h2>
                {shipment.number.clone()} " · "
                <bdi>{format!("{} {}", shipment.client_code, shipment.client_name)}</bdi>
            </h2>
            <p dir="auto">{address}</p>
            <table class="paper-table">
                <thead>
                    <tr>
                        <th>{t(PlaceTexts::Place)}</th>
                        <th class="right">{t(LifecycleTexts::WeightLabel)}</th>
                        <th>{t(PlaceTexts::Sides)}</th>
                        <th class="right">{t(PlaceTexts::Density)}</th>
                        <th>{t(PackingTexts::Order)}</th>
                        <th>{t(PackingTexts::Item)}</th>
                        <th class="right">{t(LifecycleTexts::Pieces)}</th>
                    </tr>
                </thead>
                <tbody>{list.rows().iter().map(|row| item_row(row, list.places.is_empty())).collect_view()}</tbody>
                <tfoot>
                    <tr>
                        <th>{totals.places}</th>
                        <th class="right">{own.weight_grams.map(format::weight)}</th>
                        <th>{totals.volume_cm3.map(volume_text)}</th>
                        <th class="right">{totals.density().map(density_text)}</th>
                        <th colspan="2"></th>
                        <th class="right">{list.items.iter().map(|item| i64::from(item.quantity)).sum::<i64>()}</th>
                    </tr>
                </tfoot>
            </table>
        </section>
    }
}

/// A row. `is_whole`: the shipment has no measured places, so that no place is missing.
fn item_row(row: &PackingRow<'_>, is_whole: bool) -> AnyView {
    let measures = row.place.map(|(_, measures)| measures);
    let place = match row.place {
        Some((number, _)) => number.to_string(),
        None => String::new(),
    };
    let is_outside = row.place.is_none() && row.is_rest && !is_whole;
    let item = row.item.map(|item| {
        let variant = item.variant.clone().map(|variant| format!(" · {variant}"));
        view! {
            {shop_text(item.title.clone())}
            <span class="muted">{variant}</span>
        }
    });
    any_view! {
        <tr>
            <td>{place} {is_outside.then(|| view! { <span class="muted">{t(PackingTexts::NotPlaced)}</span> })}</td>
            <td class="right">{measures.and_then(|measures| measures.weight_grams).map(format::weight)}</td>
            <td>{measures.and_then(|measures| measures.sides).map(sides_text)}</td>
            <td class="right">{measures.and_then(PlaceMeasures::density).map(density_text)}</td>
            <td>{row.item.map(|item| item.order_number.clone())}</td>
            <td dir="auto">{item}</td>
            <td class="right">{(row.quantity > 0).then_some(row.quantity)}</td>
        </tr>
    }
}
