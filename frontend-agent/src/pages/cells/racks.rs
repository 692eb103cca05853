//! Cells grouped by rack, and the filter of the map.

use super::texts::CellTexts;
use shared_types::{scan::Cell, search_text::fold};

/// Which cells the map shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CellFilter {
    All,
    Occupied,
    Empty,
    /// Names that were only entered on items.
    Unlabelled,
}

impl CellFilter {
    pub(super) const ALL: [Self; 4] = [Self::All, Self::Occupied, Self::Empty, Self::Unlabelled];

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::All => "all",
            Self::Occupied => "occupied",
            Self::Empty => "empty",
            Self::Unlabelled => "unlabelled",
        }
    }

    pub(super) const fn title(self) -> CellTexts {
        match self {
            Self::All => CellTexts::All,
            Self::Occupied => CellTexts::Occupied,
            Self::Empty => CellTexts::Empty,
            Self::Unlabelled => CellTexts::Unlabelled,
        }
    }

    /// The address of the map with the filter.
    pub(super) fn url(self) -> String {
        match self {
            Self::All => "/agent/cells".to_owned(),
            filter => format!("/agent/cells?show={}", filter.as_str()),
        }
    }

    /// The filter of an address; all cells if it names no filter that exists.
    pub(super) fn from_query(value: Option<&str>) -> Self {
        Self::ALL
            .into_iter()
            .find(|filter| Some(filter.as_str()) == value)
            .unwrap_or(Self::All)
    }

    fn shows(self, cell: &Cell) -> bool {
        match self {
            Self::All => true,
            Self::Occupied => cell.items > 0,
            Self::Empty => cell.items == 0,
            Self::Unlabelled => cell.id.is_none(),
        }
    }
}

/// Cells whose names differ only in their last number.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Rack {
    /// The common part of the names; empty for names without a number.
    pub(super) name: String,
    pub(super) cells: Vec<Cell>,
}

impl Rack {
    pub(super) fn items(&self) -> i64 {
        self.cells.iter().map(|cell| cell.items).sum()
    }
}

/// The part of a cell's name before its last number, without the separator: `A` of `A-12`. Empty without a number.
pub(super) fn rack_of(name: &str) -> &str {
    let rack = name.trim_end_matches(|letter: char| letter.is_ascii_digit());
    if rack.len() == name.len() {
        return "";
    }
    rack.trim_end_matches(|letter: char| !letter.is_alphanumeric())
}

/// The cells that a filter and a search show, in their order, by rack. Names without a number come last.
pub(super) fn racks(cells: &[Cell], filter: CellFilter, search: &str) -> Vec<Rack> {
    let search = fold(search.trim());
    let shown = cells
        .iter()
        .filter(|cell| filter.shows(cell) && fold(&cell.name).contains(&search));
    let mut racks: Vec<Rack> = Vec::new();
    for cell in shown {
        let name = rack_of(&cell.name);
        if let Some(rack) = racks.iter_mut().find(|rack| rack.name == name) {
            rack.cells.push(cell.clone());
        } else {
            racks.push(Rack {
                name: name.to_owned(),
                cells: vec![cell.clone()],
            });
        }
    }
    racks.sort_by_key(|rack| rack.name.is_empty());
    racks
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared_types::id::CellId;

    fn cell(name: &str, items: i64) -> Cell {
        Cell {
            id: (name != "полка").then_some(CellId(1)),
            name: name.to_owned(),
            code: None,
            items,
        }
    }

    fn names(filter: CellFilter, search: &str) -> Vec<(String, Vec<String>)> {
        let cells = [
            cell("A-1", 0),
            cell("полка", 2),
            cell("A-10", 3),
            cell("B2", 0),
            cell("А-3", 1),
        ];
        let rack = |rack: Rack| (rack.name, rack.cells.into_iter().map(|cell| cell.name).collect());
        racks(&cells, filter, search).into_iter().map(rack).collect()
    }

    #[test]
    fn cells_are_grouped_by_what_stands_before_the_last_number() {
        assert_eq!(rack_of("A-1-12"), "A-1");
        assert_eq!(rack_of("Стеллаж 4 / 2"), "Стеллаж 4");
        assert_eq!(rack_of("12"), "");
        assert_eq!(rack_of("полка"), "");
        let list = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(
            names(CellFilter::All, ""),
            [
                ("A".to_owned(), list(&["A-1", "A-10"])),
                ("B".to_owned(), list(&["B2"])),
                ("А".to_owned(), list(&["А-3"])),
                (String::new(), list(&["полка"])),
            ]
        );
    }

    #[test]
    fn filter_and_search_choose_cells() {
        let shown = |filter, search| {
            let racks = names(filter, search).into_iter();
            racks.flat_map(|(_, cells)| cells).collect::<Vec<_>>()
        };
        assert_eq!(shown(CellFilter::Occupied, ""), ["A-10", "А-3", "полка"]);
        assert_eq!(shown(CellFilter::Empty, ""), ["A-1", "B2"]);
        assert_eq!(shown(CellFilter::Unlabelled, ""), ["полка"]);
        // Letters of both alphabets that look alike are found by each other.
        assert_eq!(shown(CellFilter::All, "a-3"), ["А-3"]);
        assert_eq!(CellFilter::from_query(Some("nonsense")), CellFilter::All);
    }
}
