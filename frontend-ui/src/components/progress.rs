//! How far something is on its way: a bar with one part per step, and the steps with their names.

use super::Icon;
use leptos::prelude::*;

/// A step of the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub name: &'static str,
    /// The day on which it was reached, if known.
    pub day: Option<String>,
}

/// Where something is on its way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// All steps, in their order.
    pub steps: Vec<Step>,
    /// The index of the current step; the number of steps if all are done.
    pub current: usize,
    /// Whether the way has ended early, as when an order is canceled.
    pub is_stopped: bool,
}

impl Progress {
    /// Creates it from the names of the steps.
    pub fn new(names: &[&'static str], current: usize, is_stopped: bool) -> Self {
        let steps = names.iter().map(|name| Step { name, day: None }).collect();
        Self {
            steps,
            current,
            is_stopped,
        }
    }

    /// The name of the current step, or of the last one if all are done.
    fn current_name(&self) -> &'static str {
        let step = self.steps.get(self.current).or_else(|| self.steps.last());
        step.map_or("", |step| step.name)
    }

    /// A bar without names. Screen readers read the current step.
    pub fn line(&self) -> AnyView {
        let reached = (self.current + 1).min(self.steps.len());
        let label = format!("{reached}/{}: {}", self.steps.len(), self.current_name());
        let parts = (0..self.steps.len())
            .map(|index| view! { <i class:done=index < reached></i> })
            .collect_view();
        any_view! {
            <span class="progress-line" class:stopped=self.is_stopped role="img" aria-label=label>
                <span class="progress-parts">{parts}</span>
            </span>
        }
    }

    /// The steps with their names. Phones show the name of the current one.
    pub fn stepper(self) -> AnyView {
        let (current, is_stopped) = (self.current, self.is_stopped);
        let step = |(index, step): (usize, Step)| {
            let is_current = index == current && !is_stopped;
            let class = if index < current {
                "done"
            } else if is_current {
                "current"
            } else {
                ""
            };
            view! {
                <li class=class aria-current=is_current.then_some("step")>
                    <span class="mark">{(index < current).then(|| Icon::Check.view())}</span>
                    <span class="step-name">{step.name}</span>
                    {step.day.map(|day| view! { <small>{day}</small> })}
                </li>
            }
        };
        let steps = self.steps.into_iter().enumerate().map(step).collect_view();
        any_view! {
            <ol class="stepper" data-testid="stepper">
                {steps}
            </ol>
        }
    }
}
