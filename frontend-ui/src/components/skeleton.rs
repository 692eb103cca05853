//! Placeholders that reserve the space of loading content, so that the page does not move.

use crate::i18n::{Text, t};
use leptos::prelude::*;

/// The shape of the content that is being loaded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Skeleton {
    /// Rows of a list.
    #[default]
    Rows,
    /// Cards with pictures.
    Cards,
    /// Rows of a table.
    Table,
    /// The page of one object: a title and sections.
    Detail,
    /// One line in a section.
    Line,
}

impl Skeleton {
    const fn class(self) -> &'static str {
        match self {
            Self::Rows => "skeleton",
            Self::Cards => "skeleton of-cards",
            Self::Table => "skeleton of-table",
            Self::Detail => "skeleton of-detail",
            Self::Line => "skeleton of-line",
        }
    }

    const fn parts(self) -> usize {
        match self {
            Self::Line => 1,
            Self::Rows | Self::Detail => 3,
            Self::Cards => 5,
            Self::Table => 10,
        }
    }

    /// Shows the placeholder.
    pub fn view(self) -> AnyView {
        let parts = (0..self.parts()).map(|_| view! { <span></span> }).collect_view();
        any_view! {
            <div class=self.class() role="status" aria-label=t(Text::Loading)>
                {parts}
            </div>
        }
    }
}
