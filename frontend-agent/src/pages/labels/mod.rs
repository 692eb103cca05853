//! Labels to be printed: the page, and the sheet that other pages print by themselves.

mod draw;
pub(crate) mod texts;

use frontend_ui::{
    api,
    components::{Loaded, NumberCell, NumberInput, NumberReader},
    features::start::LoggedIn,
    i18n::{storage, t},
    numbers::NumberKind,
};
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use shared_types::{
    codes::CodeKind,
    page::Listing,
    scan::{Label, LabelQuery, ShowLabels},
};
use texts::Words;

/// What the printer holds; the browser takes the size of the paper from the class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    Small,
    Large,
    Sheet,
}

const KEY: &str = "karavan.labels";
/// Most copies of a label.
const MOST_COPIES: i64 = 100;

impl Size {
    const ALL: [Self; 3] = [Self::Small, Self::Large, Self::Sheet];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Small => "58x40",
            Self::Large => "75x120",
            Self::Sheet => "a4",
        }
    }

    const fn class(self) -> &'static str {
        match self {
            Self::Small => "labels small",
            Self::Large => "labels large",
            Self::Sheet => "labels sheet",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.as_str() == name)
    }

    /// The size this browser printed last.
    pub(crate) fn remembered() -> Self {
        let held = storage().and_then(|storage| storage.get_item(KEY).ok().flatten());
        held.as_deref().and_then(Self::from_name).unwrap_or(Self::Small)
    }

    fn remember(self) {
        if let Some(storage) = storage() {
            let _ = storage.set_item(KEY, self.as_str());
        }
    }

    fn name(self) -> &'static str {
        t(match self {
            Self::Small => Words::Small,
            Self::Large => Words::Large,
            Self::Sheet => Words::Sheet,
        })
    }
}

/// The labels themselves: on paper there is nothing else.
pub(crate) fn sheet(labels: Vec<Label>, size: Size, copies: usize) -> AnyView {
    let all = labels
        .into_iter()
        .flat_map(|label| std::iter::repeat_n(label, copies))
        .map(draw::label)
        .collect_view();
    view! { <div class=size.class() data-testid="labels">{all}</div> }.into_any()
}

/// The address of a page of labels.
pub(crate) fn address(kind: CodeKind, ids: impl IntoIterator<Item = i64>) -> String {
    let ids: Vec<String> = ids.into_iter().map(|id| id.to_string()).collect();
    format!("/agent/labels?kind={}&ids={}", kind.as_str(), ids.join(","))
}

/// The address of the labels of all lines of some orders.
pub(crate) fn address_of_lines(orders: impl IntoIterator<Item = i64>) -> String {
    let orders: Vec<String> = orders.into_iter().map(|id| id.to_string()).collect();
    format!(
        "/agent/labels?kind={}&orders={}",
        CodeKind::Item.as_str(),
        orders.join(",")
    )
}

/// The page; it stands outside of the frame, and its address is all it knows.
#[component]
pub(crate) fn LabelsPage() -> impl IntoView {
    view! { <LoggedIn><Labels/></LoggedIn> }
}

#[component]
fn Labels() -> impl IntoView {
    let map = use_query_map();
    let query = Memo::new(move |_| {
        let map = map.read();
        LabelQuery {
            kind: map.get("kind").as_deref().and_then(CodeKind::from_name),
            ids: map.get("ids"),
            orders: map.get("orders"),
        }
    });
    let asked = map.with_untracked(|map| map.get("size"));
    let size = RwSignal::new(
        asked
            .as_deref()
            .and_then(Size::from_name)
            .unwrap_or_else(Size::remembered),
    );
    let copies = RwSignal::new(1_usize);
    let labels = LocalResource::new(move || api::get::<ShowLabels>(query.get()));
    let choose = move |event| {
        if let Some(chosen) = Size::from_name(&event_target_value(&event)) {
            chosen.remember();
            size.set(chosen);
        }
    };
    let typed = NumberInput::required(NumberKind::Whole, "1");
    let count = move |_| {
        let mut numbers = NumberReader::default();
        if let Some(count) = numbers.units(typed) {
            let count = count.clamp(1, MOST_COPIES);
            typed.text.set(count.to_string());
            copies.set(usize::try_from(count).unwrap_or(1));
        }
    };
    let options = Size::ALL
        .map(|one| view! { <option value=one.as_str() selected=move || size.get() == one>{one.name()}</option> });
    let content = move |list: Listing<Label>| {
        if list.data.is_empty() {
            return view! { <div class="empty"><h2>{t(Words::Nothing)}</h2></div> }.into_any();
        }
        (move || sheet(list.data.clone(), size.get(), copies.get())).into_any()
    };
    view! {
        <main class="label-page">
            <div class="page-head no-print">
                <h1>{t(Words::Labels)}</h1>
                <div class="spacer"></div>
                <label class="row"><span class="muted">{t(Words::Size)}</span><select data-testid="label-size" on:change=choose>{options}</select></label>
                <span class="row numbered" on:change=count><span class="muted">{t(Words::Copies)}</span><NumberCell name="copies" label=t(Words::Copies) input=typed class="short"/></span>
                <button class="button primary" data-testid="print" on:click=move |_| { let _ = window().print(); }>{t(Words::Print)}</button>
            </div>
            <Loaded resource=labels content=content/>
        </main>
    }
}
