//! Loading of a cargo delivery by scan: how many places are in it, what is missing, and what does not belong to it.

use super::{
    ScanTexts,
    camera::Camera,
    code_field::CodeField,
    sound::{Sound, play},
};
use frontend_ui::{
    components::{Breadcrumb, Crumb, page_by_id},
    data::use_record,
    features::{shipment_places::PlaceTexts, shipments},
    prelude::*,
};
use shared_types::{
    id::DeliveryId,
    shipments::{
        DeliveryLoading, DeliveryStatus, LoadOutcome, LoadRemoval, LoadResult, LoadScan, LoadUnit, LoadedUnit,
        RemoveLoadedPlaces, ScanIntoDelivery, ShowDelivery, ShowDeliveryLoading,
    },
};

frontend_ui::texts! {
    enum LoadTexts;
    Title: "Погрузка", "Loading", "装车";
    Of: "из", "of", "/";
    ScanHint: "Сканируйте ярлыки мест и посылок", "Scan labels of boxes and shipments", "请扫描箱件或包裹标签";
    Missing: "Не хватает", "Missing", "缺少";
    Surplus: "Лишнее в машине", "Does not belong here", "多装";
    SurplusHint:
        "Выгрузите эти места и уберите их из списка.",
        "Take these boxes out, then remove them from the list.",
        "请卸下这些箱件，然后从列表移除。";
    TakenOut: "Выгружено", "Taken out", "已卸下";
    Complete: "Всё погружено", "Everything is loaded", "已全部装车";
    Nothing: "В доставке пока нет посылок", "The delivery has no shipments yet", "货运中还没有包裹";
    Closed: "Доставка уже отправлена", "The delivery has departed", "货运已发出";
    Loaded: "Погружено", "Loaded", "已装车";
    Added: "Погружено и добавлено в доставку", "Loaded, and added to the delivery", "已装车并加入货运";
    Already: "Уже погружено", "Loaded before", "已装过";
    OtherDelivery: "Это место другой доставки", "This box is of another delivery", "属于其他货运";
    NotReady: "Посылка не готова к отправке", "The shipment is not ready", "包裹尚未就绪";
    ScanPlaces: "Мест несколько: сканируйте каждое", "Several boxes: scan each", "有多件，请逐一扫描";
    Unknown: "Это не место и не посылка", "Not a box or a shipment", "不是箱件或包裹";
}

/// The page, by the id of the delivery in the URL.
#[component]
pub(crate) fn LoadingPage() -> impl IntoView {
    page_by_id(loading_page)
}

fn result_text(result: LoadResult) -> &'static str {
    t(match result {
        LoadResult::Loaded => LoadTexts::Loaded,
        LoadResult::Added => LoadTexts::Added,
        LoadResult::Already => LoadTexts::Already,
        LoadResult::OtherDelivery => LoadTexts::OtherDelivery,
        LoadResult::NotReady => LoadTexts::NotReady,
        LoadResult::ScanPlaces => LoadTexts::ScanPlaces,
        LoadResult::Unknown => LoadTexts::Unknown,
    })
}

/// The style and the sound of an outcome.
const fn signal_of(result: LoadResult) -> (&'static str, Sound) {
    match result {
        LoadResult::Loaded | LoadResult::Added => ("done", Sound::Success),
        LoadResult::Already => ("already", Sound::Repeat),
        LoadResult::OtherDelivery | LoadResult::NotReady | LoadResult::ScanPlaces => ("wrong", Sound::Failure),
        LoadResult::Unknown => ("unknown", Sound::UnknownCode),
    }
}

/// A unit in one line: the shipment, the place, the client and the weight.
fn unit_text(unit: &LoadUnit) -> String {
    let place = match unit.number {
        Some(number) => Some(format!("{} {number}", t(PlaceTexts::Place).to_lowercase())),
        None => (unit.places > 1).then(|| format!("{}: {}", t(LifecycleTexts::Packages).to_lowercase(), unit.places)),
    };
    let weight = unit.weight_grams.map(format::weight);
    let parts = [Some(unit.client_code.clone()), place, weight];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn unit_row(unit: &LoadUnit, end: Option<AnyView>) -> AnyView {
    any_view! {
        <li data-testid="load-unit">
            <span class="row-text">
                <a href=format!("/agent/shipments/{}", unit.shipment_id)>{unit.shipment_number.clone()}</a>
                <small class="muted">{unit_text(unit)}</small>
            </span>
            {end}
        </li>
    }
}

#[derive(Clone, Copy)]
struct LoadState {
    id: Memo<DeliveryId>,
    action: Action,
    last: RwSignal<Option<(String, LoadOutcome)>>,
}

impl LoadState {
    fn scan(self, code: String) {
        let code = code.trim().to_owned();
        if code.is_empty() {
            return;
        }
        let body = LoadScan { code: code.clone() };
        let id = self.id.get_untracked();
        let call = async move {
            let result = api::send::<ScanIntoDelivery>((id,), Nothing {}, body, Options::default()).await;
            play(
                result
                    .as_ref()
                    .map_or(Sound::Failure, |outcome| signal_of(outcome.result).1),
            );
            result
        };
        self.last.set(None);
        self.action
            .run(call, move |outcome| _ = self.last.try_set(Some((code, outcome))));
    }

    fn take_out(self, unit: &LoadUnit) {
        let body = match unit.place_id {
            Some(place) => LoadRemoval {
                places: vec![place],
                shipments: Vec::new(),
            },
            None => LoadRemoval {
                places: Vec::new(),
                shipments: vec![unit.shipment_id],
            },
        };
        let call = api::send::<RemoveLoadedPlaces>((self.id.get_untracked(),), Nothing {}, body, Options::default());
        self.action.run(call, |_| {});
    }
}

fn loading_page(id: Memo<DeliveryId>) -> impl IntoView {
    let delivery = use_record(&[Topic::Delivery], id, |id| {
        api::send::<ShowDelivery>((id,), Nothing {}, Nothing {}, Options::default())
    });
    let loading = use_record(&[Topic::Delivery], id, |id| {
        api::send::<ShowDeliveryLoading>((id,), Nothing {}, Nothing {}, Options::default())
    })
    .also_following(&[Topic::Shipment]);
    let state = LoadState {
        id,
        action: use_action().reloading(move || loading.reload()),
        last: RwSignal::new(None),
    };
    let may_load = current_user().may(Object::Deliveries, Level::Edit);
    let on_code = Callback::new(move |code: String| state.scan(code));
    let number = move || delivery.with(|delivery| delivery.summary.number.clone());
    let is_open = delivery.slice(|delivery| delivery.summary.status == DeliveryStatus::Forming);
    let scanner = move |is_open: &bool| {
        if !*is_open {
            return any_view! { <p class="note">{t(LoadTexts::Closed)}</p> };
        }
        if !may_load {
            return ().into_any();
        }
        any_view! {
            <p class="muted">{t(LoadTexts::ScanHint)}</p>
            <CodeField on_code=on_code />
            <Camera on_code=on_code />
        }
    };
    let content = move || {
        any_view! {
            {loading.view(progress)}
            {is_open.view(scanner)}
            <ErrorNote error=state.action />
            {move || state.last.get().map(|(code, outcome)| last_scan(&code, &outcome))}
            {loading.part(|loading| loading.surplus.clone(), move |surplus| surplus_list(surplus, may_load, state))}
            {loading.part(|loading| loading.missing.clone(), |missing| missing_list(missing))}
        }
    };
    let address = move || format!("/agent/deliveries/{}", id.get());
    view! {
        <div class="scan" data-takes-keys="">
            <Breadcrumb path=vec![Crumb::list("/agent/deliveries", t(LifecycleTexts::Deliveries))] />
            <div class="page-head">
                <h1>{t(LoadTexts::Title)}" "{number}</h1>
                {delivery.part(|delivery| delivery.summary.status, |status| shipments::delivery_badge(*status))}
                <div class="spacer"></div>
                <a href=address class="quiet">
                    {t(ScanTexts::OpenPage)}
                    " →"
                </a>
            </div>
            {loading.page(Skeleton::Rows, content)}
        </div>
    }
}

/// How many places are loaded of how many.
fn progress(loading: &DeliveryLoading) -> AnyView {
    let (loaded, expected) = (loading.loaded, loading.expected);
    let text = match (loaded, expected) {
        (_, 0) => Some(LoadTexts::Nothing),
        (loaded, expected) if loaded == expected => Some(LoadTexts::Complete),
        _ => None,
    };
    any_view! {
        <div class="load-progress" data-testid="load-progress">
            <strong>{format!("{loaded} {} {expected}", t(LoadTexts::Of))}</strong>
            <span>{text.map(t)}</span>
            <progress
                max=expected.max(1).to_string()
                value=loaded.to_string()
                aria-label=t(LoadTexts::Title)
            ></progress>
        </div>
    }
}

/// The card of the last scan.
fn last_scan(code: &str, outcome: &LoadOutcome) -> AnyView {
    let class = format!("scan-latest {}", signal_of(outcome.result).0);
    let unit = outcome.unit.as_ref().map(|unit| {
        view! {
            <strong class="weigh-place">{unit.shipment_number.clone()}</strong>
            <span>{unit_text(unit)}</span>
        }
    });
    any_view! {
        <section class=class role="status" data-testid="scan-latest">
            <span class="scan-message" data-testid="scan-message">
                {result_text(outcome.result)}
            </span>
            {unit}
            <code class="code">{code.to_owned()}</code>
        </section>
    }
}

fn surplus_list(surplus: &[LoadedUnit], may_load: bool, state: LoadState) -> AnyView {
    if surplus.is_empty() {
        return ().into_any();
    }
    let row = |row: &LoadedUnit| {
        let unit = row.unit.clone();
        let remove = may_load.then(|| {
            any_view! {
                <button class="button" data-testid="take-out" on:click=move |_| state.take_out(&unit)>
                    {t(LoadTexts::TakenOut)}
                </button>
            }
        });
        unit_row(&row.unit, remove)
    };
    any_view! {
        <section class="shop load-surplus" data-testid="surplus">
            <h2>{t(LoadTexts::Surplus)}" · "{surplus.len()}</h2>
            <p class="muted place-hint">{t(LoadTexts::SurplusHint)}</p>
            <ul class="load-list">{surplus.iter().map(row).collect_view()}</ul>
        </section>
    }
}

fn missing_list(missing: &[LoadUnit]) -> AnyView {
    if missing.is_empty() {
        return ().into_any();
    }
    let places: i64 = missing.iter().map(|unit| i64::from(unit.places)).sum();
    any_view! {
        <section class="shop" data-testid="missing">
            <h2>{t(LoadTexts::Missing)}" · "{places}</h2>
            <ul class="load-list">{missing.iter().map(|unit| unit_row(unit, None)).collect_view()}</ul>
        </section>
    }
}
