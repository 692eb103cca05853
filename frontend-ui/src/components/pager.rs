//! The foot of a list with pages: which of its rows are shown, and the links to the previous and the next page.
//!
//! The server gives the cursor of the next page only. The address keeps the cursors of the pages that lead to the shown one, so the
//! way back is a link, too.

use crate::{
    components::count_label,
    i18n::{Text, t},
};
use leptos::prelude::*;
use leptos_router::{
    hooks::{use_location, use_query_map},
    params::ParamsMap,
};
use shared_types::page::{CappedCount, DEFAULT_LIMIT};

const CURSOR: &str = "cursor";
const TRAIL: &str = "trail";
/// Between the cursors of a trail. No cursor contains it.
const SEPARATOR: char = '.';

crate::texts! {
    enum PagerTexts;
    Of: "из", "of", "/";
}

/// The place of the shown page in its list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Place {
    /// The cursor of the shown page. The first page has none.
    cursor: Option<String>,
    /// The cursors of the pages between the first one and this one.
    trail: Vec<String>,
}

impl Place {
    fn from_url(map: &ParamsMap) -> Self {
        Self::new(map.get(CURSOR), &map.get(TRAIL).unwrap_or_default())
    }

    fn new(cursor: Option<String>, trail: &str) -> Self {
        let trail = trail.split(SEPARATOR).filter(|cursor| !cursor.is_empty());
        Self {
            cursor: cursor.filter(|cursor| !cursor.is_empty()),
            trail: trail.map(str::to_owned).collect(),
        }
    }

    /// The number of rows on the pages before this one.
    fn rows_before(&self) -> usize {
        let pages = self.cursor.iter().count() + self.trail.len();
        pages * usize::try_from(DEFAULT_LIMIT).unwrap_or_default()
    }

    /// The place of the previous page.
    fn previous(mut self) -> Option<Self> {
        self.cursor.take()?;
        self.cursor = self.trail.pop();
        Some(self)
    }

    /// The trail of the page after this one.
    fn next_trail(mut self) -> String {
        self.trail.extend(self.cursor);
        self.trail.join(&SEPARATOR.to_string())
    }

    /// The query of the address with this place.
    fn query(self, mut map: ParamsMap) -> String {
        map.remove(CURSOR);
        map.remove(TRAIL);
        if let Some(cursor) = self.cursor {
            map.insert(CURSOR, cursor);
        }
        if !self.trail.is_empty() {
            map.insert(TRAIL, self.trail.join(&SEPARATOR.to_string()));
        }
        map.to_query_string()
    }
}

/// Such as `51–100 of 240`. The last page gives the total by itself.
fn range_text(before: usize, rows: usize, is_last: bool, total: Option<CappedCount>) -> String {
    let last = before + rows;
    let range = format!("{}–{last}", before + 1);
    let total = if is_last {
        Some(last.to_string())
    } else {
        let total = total.filter(|total| total.more || usize::try_from(total.count).is_ok_and(|count| count > last));
        total.map(count_label)
    };
    match total {
        Some(total) => format!("{range} {} {total}", t(PagerTexts::Of)),
        None => range,
    }
}

/// The foot of a list. `next` is the URL of the next page, and `total` the number of rows of all pages, if it is counted.
pub fn pager(rows: Signal<usize>, next: Signal<Option<String>>, total: Signal<Option<CappedCount>>) -> AnyView {
    let (map, path) = (use_query_map(), use_location().pathname);
    let range = move || {
        range_text(
            Place::from_url(&map.read()).rows_before(),
            rows.get(),
            next.read().is_none(),
            total.get(),
        )
    };
    let previous = move || {
        let place = Place::from_url(&map.read()).previous()?;
        let url = format!("{}{}", path.get(), place.query(map.get()));
        Some(view! {
            <a href=url class="button" data-testid="previous-page">
                {t(Text::PreviousPage)}
            </a>
        })
    };
    let next = move || {
        let (url, trail) = (next.get()?, Place::from_url(&map.read()).next_trail());
        let url = if trail.is_empty() {
            url
        } else {
            format!("{url}&{TRAIL}={trail}")
        };
        Some(view! {
            <a href=url class="button" data-testid="next-page">
                {t(Text::NextPage)}
            </a>
        })
    };
    view! {
        <div class="row pager">
            <span class="muted" data-testid="range">
                {range}
            </span>
            {previous}
            {next}
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(cursor: &str, trail: &str) -> Place {
        Place::new(Some(cursor.to_owned()), trail)
    }

    #[test]
    fn the_way_back_passes_every_page() {
        let third = place("c2", "c1");
        assert_eq!(
            (third.rows_before(), third.clone().next_trail()),
            (100, "c1.c2".to_owned())
        );
        let second = third.previous().expect("a page before the third");
        assert_eq!((second.clone(), second.rows_before()), (place("c1", ""), 50));
        let first = second.previous().expect("a page before the second");
        assert_eq!((first.clone(), first.next_trail()), (place("", ""), String::new()));
        assert_eq!(place("", "c1").previous(), None);
    }

    #[test]
    fn a_range_names_the_total_that_is_known() {
        let total = |count, more| Some(CappedCount { count, more });
        let text = |before, is_last, total| range_text(before, 50, is_last, total);
        assert!(text(0, false, total(240, false)).ends_with(" 240"));
        assert!(text(50, false, total(1000, true)).ends_with(" 1000+"));
        assert!(text(50, true, None).ends_with(" 100"));
        assert_eq!(text(0, false, None), "1–50");
        // A count that is older than the rows is not shown.
        assert_eq!(text(0, false, total(50, false)), "1–50");
    }
}
