//! Where the person is on the page: the focus, opened details and scroll positions. They are restored after a part of the page
//! was rendered again with fetched data.

use crate::dom::{all, focus, is_within, selector};
use leptos::prelude::*;
use web_sys::Element;

/// Boxes of a page that scroll on their own.
const SCROLLED: &str = "main .table, main .tabs, main .preview, main .bar-chart, main .messages";
/// Details that the person has opened. No page opens them itself.
const OPENED: &str = "main details[open]";
/// The attributes by which an element is found again. An element without them is found by its class.
const NAMES: [&str; 5] = ["data-testid", "name", "href", "aria-label", "value"];

/// How an element is found in the page that is rendered later: its names, and its number among elements of the same names.
struct ElementKey {
    selector: String,
    index: usize,
}

/// Where the person was: scroll positions, the focus and opened details.
pub(crate) struct ScrollPosition {
    focus: Option<(Element, ElementKey)>,
    opened: Vec<ElementKey>,
    scrolled: Vec<(ElementKey, i32, i32)>,
    window: f64,
}

impl ElementKey {
    fn from_element(element: &Element) -> Option<Self> {
        let attribute = |name: &'static str| Some((name, element.get_attribute(name)?));
        let mut names: Vec<(&str, String)> = NAMES.into_iter().filter_map(attribute).collect();
        if names.is_empty() {
            names.extend(attribute("class"));
        }
        let selector = selector(&element.tag_name().to_lowercase(), &names);
        let index = all(&selector).iter().position(|other| other == element)?;
        Some(Self { selector, index })
    }

    fn find(&self) -> Option<Element> {
        all(&self.selector).into_iter().nth(self.index)
    }
}

/// The element of the page that has the focus.
fn focused() -> Option<Element> {
    let element = document().active_element()?;
    is_within(&element, "main").then_some(element)
}

fn window_top() -> f64 {
    window().scroll_y().unwrap_or_default()
}

impl ScrollPosition {
    /// Reads where the person is.
    pub(crate) fn read() -> Self {
        let scrolled = all(SCROLLED).into_iter().filter_map(|element| {
            let (left, top) = (element.scroll_left(), element.scroll_top());
            let is_scrolled = left != 0 || top != 0;
            is_scrolled.then(|| Some((ElementKey::from_element(&element)?, left, top)))?
        });
        let opened = all(OPENED);
        Self {
            focus: focused().and_then(|element| ElementKey::from_element(&element).map(|key| (element, key))),
            opened: opened.iter().filter_map(ElementKey::from_element).collect(),
            scrolled: scrolled.collect(),
            window: window_top(),
        }
    }

    /// Restores it, once the current rendering is in the page. Missing elements are left out.
    ///
    /// The elements of a list are reused for other rows, with their focus and their opened details, so both are moved to where
    /// they belong.
    pub(crate) fn restore_later(self) {
        queue_microtask(move || {
            self.restore_details();
            for (key, left, top) in &self.scrolled {
                if let Some(element) = key.find() {
                    element.set_scroll_left(*left);
                    element.set_scroll_top(*top);
                }
            }
            self.restore_focus();
            // A page that was shorter for a moment has been scrolled up by the browser.
            if window_top() < self.window {
                window().scroll_to_with_x_and_y(0.0, self.window);
            }
        });
    }

    fn restore_details(&self) {
        let opened: Vec<Element> = self.opened.iter().filter_map(ElementKey::find).collect();
        // Changing an attribute fails for invalid names only.
        for details in all(OPENED).iter().filter(|details| !opened.contains(details)) {
            let _ = details.remove_attribute("open");
        }
        for details in opened {
            let _ = details.set_attribute("open", "");
        }
    }

    fn restore_focus(&self) {
        let Some((before, key)) = &self.focus else {
            return;
        };
        // The person has not moved the focus: it is lost, or on the element that is reused for another row.
        let active = document().active_element();
        let is_moved = active.is_some_and(|active| active.tag_name() != "BODY" && active != *before);
        if let Some(element) = key.find().filter(|element| !is_moved && element != before) {
            focus(&element);
        }
    }
}
