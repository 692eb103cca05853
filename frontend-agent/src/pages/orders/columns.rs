//! The columns of the order table, and which of them the person has hidden. The browser stores the choice.

use crate::pages::assignees::AssigneeTexts;
use chrono::{DateTime, Utc};
use frontend_ui::{
    components::window_width,
    i18n::{self, Counted, counted},
    prelude::*,
};
use shared_types::{access::Rights, orders::OrderSort};
use std::collections::BTreeSet;

/// Local storage key of the hidden columns.
const STORAGE_KEY: &str = "karavan.order-columns";
/// The id of the menu, which its button opens.
const MENU_ID: &str = "order-columns";

frontend_ui::texts! {
    enum ColumnTexts;
    Columns: "Столбцы", "Columns", "列";
    Pictures: "Фото товаров", "Pictures", "图片";
    Activity: "Без движения", "No activity for", "无进展时间";
    Today: "сегодня", "today", "今天";
    Submitted: "Отправлен", "Submitted", "提交时间";
}

/// A column that can be hidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Column {
    Client,
    Pictures,
    Title,
    Type,
    Items,
    Total,
    Assignee,
    Submitted,
    Created,
    Activity,
}

impl Column {
    /// Windows of at most this width hide it, unless the person chooses it.
    const fn least_width(self) -> f64 {
        match self {
            Self::Submitted => 2000.0,
            Self::Type | Self::Activity => 1500.0,
            Self::Items => 1400.0,
            _ => 0.0,
        }
    }

    /// Whether a person with these rights may see the column.
    fn is_visible_to(self, rights: &Rights) -> bool {
        self != Self::Total || rights.allows(Object::OrderPrices, Level::View)
    }

    /// All of them, in the order of the table.
    pub(super) const ALL: [Self; 10] = [
        Self::Client,
        Self::Pictures,
        Self::Title,
        Self::Type,
        Self::Items,
        Self::Total,
        Self::Assignee,
        Self::Submitted,
        Self::Created,
        Self::Activity,
    ];

    /// The class of the table that hides the column. It is also the stored name.
    const fn hiding_class(self) -> &'static str {
        match self {
            Self::Client => "hide-client",
            Self::Pictures => "hide-pictures",
            Self::Title => "hide-title",
            Self::Type => "hide-type",
            Self::Items => "hide-items",
            Self::Total => "hide-total",
            Self::Assignee => "hide-assignee",
            Self::Submitted => "hide-submission",
            Self::Created => "hide-date",
            Self::Activity => "hide-activity",
        }
    }

    pub(super) const fn head_class(self) -> &'static str {
        match self {
            Self::Client => "client",
            Self::Pictures => "pictures",
            Self::Title => "title",
            Self::Type => "type",
            Self::Items => "right items",
            Self::Total => "right total",
            Self::Assignee => "order-assignee",
            Self::Submitted => "submission",
            Self::Created => "date",
            Self::Activity => "activity",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Client => t(Text::Client),
            Self::Pictures => t(ColumnTexts::Pictures),
            Self::Title => t(Text::Title),
            Self::Type => t(Text::Type),
            Self::Items => t(Text::Items),
            Self::Total => t(Text::Total),
            Self::Assignee => t(AssigneeTexts::Assignee),
            Self::Submitted => t(ColumnTexts::Submitted),
            Self::Created => t(Text::CreatedAt),
            Self::Activity => t(ColumnTexts::Activity),
        }
    }

    /// The sort key of its head.
    pub(super) const fn sort(self) -> Option<OrderSort> {
        match self {
            Self::Client => Some(OrderSort::Client),
            Self::Total => Some(OrderSort::Total),
            Self::Assignee => Some(OrderSort::Assignee),
            Self::Submitted => Some(OrderSort::Submitted),
            Self::Created => Some(OrderSort::Created),
            Self::Activity => Some(OrderSort::Activity),
            Self::Pictures | Self::Title | Self::Type | Self::Items => None,
        }
    }

    /// The text of its head. Pictures need none.
    pub(super) fn title(self) -> &'static str {
        if self == Self::Pictures { "" } else { self.name() }
    }
}

/// The columns that the person has hidden.
#[derive(Clone, Copy)]
pub(super) struct HiddenColumns(RwSignal<BTreeSet<Column>>);

impl HiddenColumns {
    /// The stored choice. Without one, the columns that the window has room for are shown.
    pub(super) fn stored() -> Self {
        let stored = i18n::storage().and_then(|storage| storage.get_item(STORAGE_KEY).ok().flatten());
        let width = window_width();
        let is_hidden = |column: &Column| match &stored {
            Some(stored) => stored.split(' ').any(|class| class == column.hiding_class()),
            None => width <= column.least_width(),
        };
        Self(RwSignal::new(Column::ALL.into_iter().filter(is_hidden).collect()))
    }

    fn classes(self) -> String {
        let classes: Vec<&str> = self.0.get().iter().map(|column| column.hiding_class()).collect();
        classes.join(" ")
    }

    pub(super) fn table_class(self, rights: &Rights) -> String {
        let closed = Column::ALL.into_iter().filter(|column| !column.is_visible_to(rights));
        let closed: Vec<&str> = closed.map(Column::hiding_class).collect();
        format!("order-table {} {}", self.classes(), closed.join(" "))
    }

    fn set_shown(self, column: Column, is_shown: bool) {
        self.0.update(|hidden| {
            if is_shown {
                hidden.remove(&column);
            } else {
                hidden.insert(column);
            }
        });
        if let Some(storage) = i18n::storage() {
            // Fails if the storage is full; then the choice lasts until the page is closed.
            let _ = storage.set_item(STORAGE_KEY, &untrack(move || self.classes()));
        }
    }
}

/// The menu that shows and hides columns.
pub(super) fn column_menu(columns: HiddenColumns) -> AnyView {
    let rights = current_user().rights();
    let visible = Column::ALL.into_iter().filter(|column| column.is_visible_to(&rights));
    let choices = visible.map(|column| {
        view! {
            <label class="row">
                <input
                    type="checkbox"
                    prop:checked=move || !columns.0.with(|hidden| hidden.contains(&column))
                    on:change=move |event| columns.set_shown(column, event_target_checked(&event))
                />
                <span>{column.name()}</span>
            </label>
        }
    });
    any_view! {
        <button type="button" class="button column-button" data-testid="columns" popovertarget=MENU_ID>
            {t(ColumnTexts::Columns)}
        </button>
        <div
            id=MENU_ID
            class="popover column-choices"
            popover="auto"
            role="group"
            aria-label=t(ColumnTexts::Columns)
            data-testid="column-menu"
        >
            {choices.collect_view()}
        </div>
    }
}

/// How long ago something happened, in days.
pub(super) fn age_text(at: DateTime<Utc>) -> String {
    let days = (format::now() - at).num_days();
    if days < 1 {
        return t(ColumnTexts::Today).to_owned();
    }
    counted(days, Counted::Days)
}
