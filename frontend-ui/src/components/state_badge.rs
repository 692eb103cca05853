//! The badge of a state: an icon and a word. No two states of a kind share both icon and tone.

use super::Icon;
use leptos::prelude::*;

/// The meaning of a state's colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Not begun, or ended without a result.
    Quiet,
    /// A person is working on it.
    Busy,
    /// Paid for, or bought.
    Accent,
    /// On its way.
    Moving,
    /// Arrived, or done.
    Good,
    /// It waits for the reader.
    Waiting,
    /// Something went wrong.
    Bad,
}

impl Tone {
    const fn class(self) -> &'static str {
        match self {
            Self::Quiet => "tone-quiet",
            Self::Busy => "tone-busy",
            Self::Accent => "tone-accent",
            Self::Moving => "tone-moving",
            Self::Good => "tone-good",
            Self::Waiting => "tone-waiting",
            Self::Bad => "tone-bad",
        }
    }
}

/// How a state looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StateMark {
    pub icon: Icon,
    /// Its colour.
    pub tone: Tone,
}

impl StateMark {
    /// A state with this icon and tone.
    pub const fn new(icon: Icon, tone: Tone) -> Self {
        Self { icon, tone }
    }
}

/// Renders a state. `class` names the state for styles and tests.
pub fn state_badge(class: &str, mark: StateMark, test_id: Option<&'static str>, name: &'static str) -> AnyView {
    any_view! {
        <span class=format!("badge state {} {class}", mark.tone.class()) data-testid=test_id>
            {mark.icon.view()}
            {name}
        </span>
    }
}

/// Whether no two of these marks are equal. For the tests of the features that have states.
#[cfg(test)]
pub(crate) fn are_distinct(marks: &[StateMark]) -> bool {
    let is_first = |(index, mark): (usize, &StateMark)| !marks.iter().take(index).any(|other| other == mark);
    marks.iter().enumerate().all(is_first)
}
