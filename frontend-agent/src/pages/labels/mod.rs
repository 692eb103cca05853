//! Printing of labels: the page, and the printable sheet that other pages use.

mod draw;
pub(crate) mod texts;

use frontend_ui::{components::NumberCell, features::startup::LoggedIn, i18n::storage, prelude::*};
use leptos_router::hooks::use_query_map;
use shared_types::{
    codes::CodeKind,
    page::Listing,
    scan::{Label, LabelQuery, ShowLabels},
};
use texts::LabelTexts;

/// The paper size. The stylesheet sets the page size for printing by the CSS class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LabelSize {
    Small,
    Large,
    A4Sheet,
}

/// Local storage key of the size that was chosen last.
const SIZE_KEY: &str = "karavan.labels";
/// The maximum number of copies of each label.
const MAX_COPIES: i64 = 100;

impl LabelSize {
    const ALL: [Self; 3] = [Self::Small, Self::Large, Self::A4Sheet];

    const fn as_str(self) -> &'static str {
        match self {
            Self::Small => "58x40",
            Self::Large => "75x120",
            Self::A4Sheet => "a4",
        }
    }

    const fn class(self) -> &'static str {
        match self {
            Self::Small => "labels small",
            Self::Large => "labels large",
            Self::A4Sheet => "labels sheet",
        }
    }

    fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|size| size.as_str() == name)
    }

    /// The size that was chosen last in this browser.
    pub(crate) fn stored() -> Self {
        let stored = storage().and_then(|storage| storage.get_item(SIZE_KEY).ok().flatten());
        stored.as_deref().and_then(Self::from_name).unwrap_or(Self::Small)
    }

    fn store(self) {
        if let Some(storage) = storage() {
            let _ = storage.set_item(SIZE_KEY, self.as_str());
        }
    }

    fn name(self) -> &'static str {
        t(match self {
            Self::Small => LabelTexts::Small,
            Self::Large => LabelTexts::Large,
            Self::A4Sheet => LabelTexts::A4Sheet,
        })
    }
}

/// The labels as they are printed.
pub(crate) fn label_sheet(labels: Vec<Label>, size: LabelSize, copies: usize) -> AnyView {
    let all = labels
        .into_iter()
        .flat_map(|label| std::iter::repeat_n(label, copies))
        .map(draw::label_view)
        .collect_view();
    any_view! {
        <div class=size.class() data-testid="labels">
            {all}
        </div>
    }
}

/// The URL of the page with the labels of these objects.
pub(crate) fn url(kind: CodeKind, ids: impl IntoIterator<Item = i64>) -> String {
    let ids: Vec<String> = ids.into_iter().map(|id| id.to_string()).collect();
    format!("/agent/labels?kind={}&ids={}", kind.as_str(), ids.join(","))
}

/// The URL of the page with the labels of all items of these orders.
pub(crate) fn items_url(orders: impl IntoIterator<Item = i64>) -> String {
    let orders: Vec<String> = orders.into_iter().map(|id| id.to_string()).collect();
    format!(
        "/agent/labels?kind={}&orders={}",
        CodeKind::Item.as_str(),
        orders.join(",")
    )
}

/// The page with labels. It has no menu; the URL names the labels to print.
#[component]
pub(crate) fn LabelsPage() -> impl IntoView {
    view! {
        <LoggedIn>
            <Labels />
        </LoggedIn>
    }
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
    let requested = map.with_untracked(|map| map.get("size"));
    let size = RwSignal::new(
        requested
            .as_deref()
            .and_then(LabelSize::from_name)
            .unwrap_or_else(LabelSize::stored),
    );
    let copies = RwSignal::new(1_usize);
    let labels = use_value(&[], move || api::get::<ShowLabels>(query.get()));
    let choose = move |event| {
        if let Some(chosen) = LabelSize::from_name(&event_target_value(&event)) {
            chosen.store();
            size.set(chosen);
        }
    };
    let copies_input = NumberInput::required(NumberKind::Whole, "1");
    let update_copies = move |_| {
        let mut numbers = NumberReader::default();
        if let Some(count) = numbers.units(copies_input) {
            let count = count.clamp(1, MAX_COPIES);
            copies_input.text.set(count.to_string());
            copies.set(usize::try_from(count).unwrap_or(1));
        }
    };
    let options = LabelSize::ALL.map(|option| {
        view! {
            <option value=option.as_str() selected=move || size.get() == option>
                {option.name()}
            </option>
        }
    });
    let content = move |list: Listing<Label>| {
        if list.data.is_empty() {
            return any_view! {
                <div class="empty">
                    <h2>{t(LabelTexts::NothingToPrint)}</h2>
                </div>
            };
        }
        (move || label_sheet(list.data.clone(), size.get(), copies.get())).into_any()
    };
    view! {
        <main class="label-page">
            <div class="page-head no-print">
                <h1>{t(LabelTexts::Labels)}</h1>
                <div class="spacer"></div>
                <label class="row">
                    <span class="muted">{t(LabelTexts::Size)}</span>
                    <select data-testid="label-size" on:change=choose>
                        {options}
                    </select>
                </label>
                <span class="row numbered" on:change=update_copies>
                    <span class="muted">{t(LabelTexts::Copies)}</span>
                    <NumberCell name="copies" label=t(LabelTexts::Copies) input=copies_input class="short" />
                </span>
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
            {labels.show(Skeleton::Rows, move |value| content(value.clone()))}
        </main>
    }
}
