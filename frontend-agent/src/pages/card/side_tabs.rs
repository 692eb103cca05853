//! The tabs beside the items. They stay in sight and scroll the side to a section.

use frontend_ui::i18n::{Text, t};
use leptos::{prelude::*, web_sys};

frontend_ui::texts! {
    enum SideTexts;
    Money: "Деньги", "Money", "资金";
    Chat: "Чат", "Chat", "聊天";
    Sections: "Разделы заказа", "Sections of the order", "订单栏目";
}

/// A section of the side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SideTab {
    Money,
    Chat,
    History,
}

impl SideTab {
    /// The id of the section's element.
    pub(super) const fn id(self) -> &'static str {
        match self {
            Self::Money => "side-money",
            Self::Chat => "side-chat",
            Self::History => "side-history",
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Money => t(SideTexts::Money),
            Self::Chat => t(SideTexts::Chat),
            Self::History => t(Text::HistoryTab),
        }
    }

    fn scroll_into_view(self) {
        if let Some(section) = document().get_element_by_id(self.id()) {
            let options = web_sys::ScrollIntoViewOptions::new();
            options.set_block(web_sys::ScrollLogicalPosition::Start);
            section.scroll_into_view_with_scroll_into_view_options(&options);
        }
    }
}

#[component]
pub(super) fn SideTabs(sees_money: bool) -> impl IntoView {
    let tabs = [SideTab::Money, SideTab::Chat, SideTab::History];
    let buttons = tabs
        .into_iter()
        .filter(|tab| sees_money || *tab != SideTab::Money)
        .map(|tab| {
            view! {
                <button type="button" data-testid=format!("tab-{}", tab.id()) on:click=move |_| tab.scroll_into_view()>
                    {tab.name()}
                </button>
            }
        });
    view! {
        <nav class="side-tabs" aria-label=t(SideTexts::Sections)>
            {buttons.collect_view()}
        </nav>
    }
}
