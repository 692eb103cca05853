//! The frame of every page behind the login: the header, the menu at the side, and the bar at the bottom of a phone.

use super::{
    Icon, MenuGroup, MenuLink,
    breadcrumb::remember_lists,
    confirmation::confirmation,
    deferred::{in_next_task, once_set, popover_opened},
    menu,
    person_menu::person_menu,
    toast::toast_area,
    viewport::follow_is_phone,
};
use crate::{
    i18n::{self, StaffTexts, Text, t},
    session::{self, current_user},
};
use leptos::{prelude::*, wasm_bindgen::JsCast};
use leptos_router::hooks::use_location;

/// Whether the menu at the side shows icons only.
const FOLDED_KEY: &str = "karavan.menu-folded";

/// Closes the menus of the shell, after one of their links was followed.
pub(super) fn close_popovers() {
    for id in ["person-menu", "more-menu"] {
        let menu = document()
            .get_element_by_id(id)
            .and_then(|menu| menu.dyn_into::<web_sys::HtmlElement>().ok());
        if let Some(menu) = menu {
            // Fails if the menu is closed.
            let _ = menu.hide_popover();
        }
    }
}

/// How much waits on the page of a link, by its address. The bell tells screen readers the same.
type Counts = Option<Callback<&'static str, Option<String>>>;

fn link(link: MenuLink, others: StoredValue<Vec<&'static str>>, counts: Counts) -> AnyView {
    let location = use_location();
    let is_current = move || {
        let (path, search) = (location.pathname.get(), location.search.get());
        others.with_value(|others| menu::is_current(link.href, others, &path, &search))
    };
    let waiting = move || {
        let count = counts.and_then(|counts| counts.run(link.href))?;
        Some(view! {
            <span class="menu-count" data-testid="menu-count" aria-hidden="true">
                {count}
            </span>
        })
    };
    any_view! {
        <a
            href=link.href
            title=link.text
            aria-current=move || is_current().then_some("page")
            on:click=|_| close_popovers()
        >
            {link.icon.view()}
            <span>{link.text}</span>
            {waiting}
        </a>
    }
}

/// The addresses of all links.
fn addresses(groups: &[MenuGroup]) -> StoredValue<Vec<&'static str>> {
    let links = groups.iter().flat_map(|group| group.links.iter().map(|link| link.href));
    StoredValue::new(links.collect())
}

fn groups(groups: Vec<MenuGroup>, counts: Counts) -> AnyView {
    let all = addresses(&groups);
    let group = |group: MenuGroup| {
        let title = group.title.map(|title| view! { <h2>{title}</h2> });
        let links = group.links.into_iter().map(|entry| link(entry, all, counts));
        view! { <div class="menu-group">{title}{links.collect_view()}</div> }
    };
    groups.into_iter().map(group).collect_view().into_any()
}

/// The menu at the side, on screens that are wider than a phone.
#[component]
fn Rail(menu: Vec<MenuGroup>, counts: Counts) -> impl IntoView {
    let stored = i18n::storage().and_then(|storage| storage.get_item(FOLDED_KEY).ok().flatten());
    let folded = RwSignal::new(stored.is_some());
    let fold = move |_| {
        folded.update(|folded| *folded = !*folded);
        if let Some(storage) = i18n::storage() {
            let _ = if folded.get_untracked() {
                storage.set_item(FOLDED_KEY, "1")
            } else {
                storage.remove_item(FOLDED_KEY)
            };
        }
    };
    let label = move || t(if folded.get() { Text::UnfoldMenu } else { Text::FoldMenu });
    view! {
        <nav class="rail" class:folded=folded aria-label=t(Text::Menu)>
            {in_next_task(move || groups(menu, counts))}
            <button type="button" class="menu-row fold" aria-label=label title=label on:click=fold>
                {Icon::PanelLeft.view()}
            </button>
        </nav>
    }
}

/// The bar at the bottom of a phone's screen, with the pinned links and the others behind "More".
#[component]
fn BottomBar(menu: Vec<MenuGroup>, counts: Counts) -> impl IntoView {
    let (mut pinned, mut others) = (Vec::new(), Vec::new());
    let all = addresses(&menu);
    for group in menu {
        let (here, rest): (Vec<_>, Vec<_>) = group.links.into_iter().partition(|link| link.is_pinned);
        pinned.extend(here);
        if !rest.is_empty() {
            others.push(MenuGroup { links: rest, ..group });
        }
    }
    let (is_opened, on_toggle) = popover_opened();
    view! {
        <nav class="bottom-bar" aria-label=t(Text::Menu)>
            {pinned.into_iter().map(|entry| link(entry, all, counts)).collect_view()}
            <button type="button" popovertarget="more-menu" data-testid="more-menu">
                {Icon::Ellipsis.view()}
                <span>{t(Text::More)}</span>
            </button>
        </nav>
        <nav id="more-menu" class="popover sheet" popover="auto" aria-label=t(Text::More) on:beforetoggle=on_toggle>
            {once_set(is_opened, move || groups(others, counts))}
        </nav>
    }
}

/// The frame of a page: header, menu, content.
#[component]
pub fn Shell(
    /// The menu; links that the user may not open are left out.
    menu: Vec<MenuGroup>,
    /// Additional controls of the header.
    #[prop(optional_no_strip)]
    extra_controls: Option<AnyView>,
    /// How much waits on the page of a link, by its address.
    #[prop(optional)]
    counts: Option<Callback<&'static str, Option<String>>>,
    /// The link home, instead of the one with the name of the service.
    #[prop(optional)]
    home_link: Option<AnyView>,
    children: Children,
) -> impl IntoView {
    let rights = current_user().rights();
    let mut menu = menu;
    for group in &mut menu {
        group.links.retain(|link| menu::may_open(&rights, link.href));
    }
    menu.retain(|group| !group.links.is_empty());
    let links = menu.iter().flat_map(|group| group.links.iter().map(|link| link.href));
    remember_lists(links.filter(|href| !href.contains('?')).collect());
    let service = || {
        any_view! {
            <a href=session::home_path() class="brand">
                "Karavan"
            </a>
        }
    };
    let home_link = home_link.unwrap_or_else(service);
    let is_narrow = follow_is_phone();
    let wide_menu = menu.clone();
    view! {
        <a class="skip-link" href="#content">
            {t(Text::SkipToContent)}
        </a>
        {session::preview_group()
            .map(|group| {
                view! {
                    <div class="preview-bar" role="status" data-testid="preview-bar">
                        <span>
                            {t(StaffTexts::PreviewingAs)}" «"<strong dir="auto">{group}</strong>"». "
                            {t(StaffTexts::PreviewHint)}
                        </span>
                        <button class="button" data-testid="end-preview" on:click=|_| session::end_preview()>
                            {t(StaffTexts::EndPreview)}
                        </button>
                    </div>
                }
            })}
        <header class="bar">{home_link} <div class="spacer"></div> {extra_controls} {person_menu()}</header>
        <div class="shell">
            {move || (!is_narrow.get()).then(|| view! { <Rail menu=wide_menu.clone() counts=counts /> })}
            <main id="content" tabindex="-1">
                {children()}
            </main>
        </div>
        {move || is_narrow.get().then(|| view! { <BottomBar menu=menu.clone() counts=counts /> })}
        {confirmation()}
        {toast_area()}
    }
}
