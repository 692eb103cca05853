//! The names that nearly every page uses. Only pages and features import them: the modules below would import themselves.

pub use crate::{
    api::{self, Options},
    components::{
        Dialog, ErrorNote, Field, Icon, NumberField, NumberInput, NumberReader, SelectField, Skeleton, empty_state,
        notify,
    },
    data::{Action, Live, Record, use_action, use_list, use_value},
    format,
    i18n::{LifecycleTexts, Text, t},
    live::Topic,
    numbers::NumberKind,
    session::current_user,
};
pub use leptos::{ev::SubmitEvent, prelude::*, task::spawn_local};
pub use shared_types::{
    access::{Guard, Level, Object},
    endpoint::Nothing,
    money::{Currency, Money},
    problem::ProblemCode,
};
