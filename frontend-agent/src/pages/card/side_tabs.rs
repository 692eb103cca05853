//! The tabs of the order card. On a wide screen they stand next to the items; on a narrow one the items are the first tab.

use frontend_ui::{
    components::{TabLabel, TabList, tab_ids, window_width},
    prelude::*,
};
use leptos::ev;

frontend_ui::texts! {
    enum SideTexts;
    Items: "Товары", "Items", "商品";
    Money: "Деньги", "Money", "资金";
    Chat: "Чат", "Chat", "聊天";
    Services: "Услуги", "Services", "服务";
    Notes: "Заметки", "Notes", "备注";
    Sections: "Разделы заказа", "Sections of the order", "订单栏目";
}

/// Up to this width the items are a tab; the style sheets use the same number.
const NARROW_WIDTH: f64 = 1000.0;

/// A section of the card.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SideTab {
    Items,
    Money,
    Chat,
    Services,
    History,
    Notes,
}

impl SideTab {
    const fn id(self) -> &'static str {
        match self {
            Self::Items => "items",
            Self::Money => "money",
            Self::Chat => "chat",
            Self::Services => "services",
            Self::History => "history",
            Self::Notes => "notes",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Items => t(SideTexts::Items),
            Self::Money => t(SideTexts::Money),
            Self::Chat => t(SideTexts::Chat),
            Self::Services => t(SideTexts::Services),
            Self::History => t(Text::HistoryTab),
            Self::Notes => t(SideTexts::Notes),
        }
    }
}

/// Which tab is open. It stays open when the neighbour of the order is opened.
#[derive(Clone, Copy)]
pub(super) struct OpenTab {
    chosen: RwSignal<SideTab>,
    is_narrow: RwSignal<bool>,
    sees_money: bool,
    sees_services: bool,
}

impl OpenTab {
    pub(super) fn new(sees_money: bool, sees_services: bool) -> Self {
        let is_narrow = RwSignal::new(window_width() <= NARROW_WIDTH);
        let resized = window_event_listener(ev::resize, move |_| {
            let is_narrow_now = window_width() <= NARROW_WIDTH;
            if is_narrow.get_untracked() != is_narrow_now {
                is_narrow.set(is_narrow_now);
            }
        });
        on_cleanup(move || resized.remove());
        Self {
            chosen: RwSignal::new(SideTab::Items),
            is_narrow,
            sees_money,
            sees_services,
        }
    }

    fn shown(self) -> SideTab {
        match self.chosen.get() {
            SideTab::Items if !self.is_narrow.get() && self.sees_money => SideTab::Money,
            SideTab::Items if !self.is_narrow.get() => SideTab::Chat,
            tab => tab,
        }
    }

    /// Whether the panel of the tab is on the screen. On a wide screen the items always are.
    pub(super) fn is_shown(self, tab: SideTab) -> bool {
        self.shown() == tab || (tab == SideTab::Items && !self.is_narrow.get())
    }

    /// The tabs. `unread` is the number of unread messages in the chat.
    pub(super) fn tabs(self, unread: RwSignal<usize>) -> AnyView {
        let all = [
            (SideTab::Items, true),
            (SideTab::Money, self.sees_money),
            (SideTab::Chat, true),
            (SideTab::Services, self.sees_services),
            (SideTab::History, true),
            (SideTab::Notes, true),
        ];
        let label = |tab: SideTab| TabLabel {
            value: tab,
            id: tab.id(),
            name: tab.name(),
            badge: (tab == SideTab::Chat).then(|| unread.into()),
        };
        let tabs = all.into_iter().filter(|(_, is_allowed)| *is_allowed);
        let tabs = tabs.map(|(tab, _)| label(tab)).collect::<Vec<_>>();
        any_view! {
            <TabList
                label=t(SideTexts::Sections)
                tabs=tabs
                shown=Signal::derive(move || self.shown())
                choose=Callback::new(move |tab| self.chosen.set(tab))
            />
        }
    }

    /// The panel of a tab next to the items.
    pub(super) fn panel(self, tab: SideTab, content: AnyView) -> AnyView {
        let (tab_id, panel_id) = tab_ids(tab.id());
        any_view! {
            <section
                role="tabpanel"
                id=panel_id
                class="side-panel"
                aria-labelledby=tab_id
                hidden=move || !self.is_shown(tab)
            >
                {content}
            </section>
        }
    }
}
