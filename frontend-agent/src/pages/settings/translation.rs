//! The settings of machine translation, its limit, and the glossary.

use super::{texts::SettingsTexts, translation_texts::TranslationSettingsTexts as Texts};
use frontend_ui::{
    api::Error,
    i18n::{self, Counted},
    prelude::*,
};
use shared_types::translation::{
    ChangeTranslationSettings, GlossaryTerm, Language, ShowTranslationSettings, TranslationSettings,
    TranslationSettingsChange, limits,
};

/// Loads the settings and shows the form.
#[component]
pub(super) fn Translation() -> impl IntoView {
    let settings = use_value(&[], || api::get::<ShowTranslationSettings>(Nothing {}));
    let content = move |saved: TranslationSettings| {
        if saved.available {
            any_view! { <TranslationForm saved=saved /> }
        } else {
            any_view! {
                <section class="card narrow">
                    <p class="muted" data-testid="translation-off">
                        {t(Texts::Off)}
                    </p>
                </section>
            }
        }
    };
    view! { {settings.show(Skeleton::Rows, move |value| content(value.clone()))} }
}

/// A term being edited.
#[derive(Clone, Copy)]
struct TermRow {
    /// Identifies a row while the rows are edited.
    key: usize,
    term: RwSignal<String>,
    language: RwSignal<Language>,
    translation: RwSignal<String>,
}

impl TermRow {
    fn new(key: usize, term: &GlossaryTerm) -> Self {
        Self {
            key,
            term: RwSignal::new(term.term.clone()),
            language: RwSignal::new(term.language),
            translation: RwSignal::new(term.translation.clone()),
        }
    }

    fn value(self) -> GlossaryTerm {
        GlossaryTerm {
            term: self.term.get_untracked(),
            language: self.language.get_untracked(),
            translation: self.translation.get_untracked(),
        }
    }
}

const fn language_name(language: Language) -> &'static str {
    match language {
        Language::Ru => "Русский",
        Language::En => "English",
        Language::Zh => "中文",
    }
}

/// The language of the page, into which most terms are translated.
fn page_language() -> Language {
    Language::from_name(i18n::language().as_str()).unwrap_or(Language::Ru)
}

fn checkbox(label: Texts, value: RwSignal<bool>, name: &'static str) -> AnyView {
    any_view! {
        <label class="check-line">
            <input
                type="checkbox"
                data-testid=name
                prop:checked=move || value.get()
                on:change=move |event| value.set(event_target_checked(&event))
            />
            <span>{t(label)}</span>
        </label>
    }
}

/// How much of the month's limit is used.
fn usage(saved: &TranslationSettings) -> AnyView {
    let limit = saved
        .monthly_limit
        .unwrap_or(saved.server_limit)
        .min(saved.server_limit);
    let number = |number: i64| format::count(number.unsigned_abs());
    any_view! {
        <p data-testid="translation-usage">
            {t(Texts::Used)}": "<strong>{number(saved.used)}</strong>" "{t(Texts::Of)}" "{number(limit)}" "
            {Counted::Characters.after(limit)}
        </p>
        <progress
            class="translation-usage"
            max=limit.max(1).to_string()
            value=saved.used.min(limit).to_string()
            aria-label=t(Texts::Used)
        ></progress>
        {saved
            .exhausted
            .then(|| {
                view! {
                    <p class="fault" role="status" data-testid="limit-reached">
                        {t(Texts::Exhausted)}
                    </p>
                }
            })}
    }
}

fn term_fields(index: usize, row: TermRow, error: Signal<Option<Error>>, remove: Callback<usize>) -> AnyView {
    let refusal = move |name: &'static str| {
        move || {
            let path = format!("glossary[{index}].{name}");
            let text = error.with(|error| error.as_ref().and_then(|error| error.field(&path)))?;
            Some(view! {
                <small class="fault" data-testid="term-error">
                    {text}
                </small>
            })
        }
    };
    let options = Language::ALL.map(|language| {
        view! {
            <option value=language.as_str() selected=move || row.language.get() == language>
                {language_name(language)}
            </option>
        }
    });
    let choose = move |event| {
        if let Some(language) = Language::from_name(&event_target_value(&event)) {
            row.language.set(language);
        }
    };
    any_view! {
        <li class="glossary-row" data-testid="term-row">
            <label class="field">
                <span>{t(Texts::Term)}</span>
                <input
                    name="term"
                    maxlength=limits::TERM.to_string()
                    prop:value=move || row.term.get()
                    on:input=move |event| row.term.set(event_target_value(&event))
                />
                {refusal("term")}
            </label>
            <label class="field">
                <span>{t(Texts::Language)}</span>
                <select name="language" on:change=choose>
                    {options}
                </select>
            </label>
            <label class="field">
                <span>{t(Texts::TermTranslation)}</span>
                <input
                    name="translation"
                    maxlength=limits::TERM.to_string()
                    prop:value=move || row.translation.get()
                    on:input=move |event| row.translation.set(event_target_value(&event))
                />
                {refusal("translation")}
            </label>
            <button
                type="button"
                class="icon"
                aria-label=t(Texts::Remove)
                title=t(Texts::Remove)
                data-testid="remove-term"
                on:click=move |_| remove.run(row.key)
            >
                {Icon::X.view()}
            </button>
        </li>
    }
}

#[component]
fn TranslationForm(saved: TranslationSettings) -> impl IntoView {
    let (chat, titles) = (RwSignal::new(saved.chat), RwSignal::new(saved.titles));
    let own_limit = saved.monthly_limit.map(|limit| limit.to_string()).unwrap_or_default();
    let limit = NumberInput::new(NumberKind::Whole, own_limit);
    let server_limit = format::count(saved.server_limit.unsigned_abs());
    let rows: Vec<TermRow> = saved
        .glossary
        .iter()
        .enumerate()
        .map(|(key, term)| TermRow::new(key, term))
        .collect();
    let (next_key, rows) = (StoredValue::new(rows.len()), RwSignal::new(rows));
    let (action, is_saved) = (use_action(), RwSignal::new(false));
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let state = RwSignal::new(saved);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let monthly_limit = numbers.units(limit);
        if !numbers.finish() {
            return;
        }
        let body = TranslationSettingsChange {
            chat: Some(chat.get_untracked()),
            titles: Some(titles.get_untracked()),
            monthly_limit: Some(monthly_limit),
            glossary: Some(rows.get_untracked().into_iter().map(TermRow::value).collect()),
        };
        let options = Options::of_version(state.with_untracked(|state| state.version));
        action.run(
            api::send::<ChangeTranslationSettings>((), Nothing {}, body, options),
            move |updated| {
                state.set(updated);
                is_saved.set(true);
            },
        );
    };
    let remove = Callback::new(move |key| {
        is_saved.set(false);
        rows.update(|rows| rows.retain(|row| row.key != key));
    });
    // The fields of a new term live as long as the form, not as the button, which is rendered again.
    let owner = Owner::current();
    let add = move |_| {
        let key = next_key.get_value();
        next_key.set_value(key + 1);
        is_saved.set(false);
        let term = GlossaryTerm {
            term: String::new(),
            language: page_language(),
            translation: String::new(),
        };
        let row = match &owner {
            Some(owner) => owner.with(|| TermRow::new(key, &term)),
            None => TermRow::new(key, &term),
        };
        rows.update(|rows| rows.push(row));
    };
    let terms = move || {
        let rows = rows.get();
        if rows.is_empty() {
            return any_view! { <p class="muted">{t(Texts::GlossaryEmpty)}</p> };
        }
        let fields = rows
            .into_iter()
            .enumerate()
            .map(|(index, row)| term_fields(index, row, action.into(), remove))
            .collect_view();
        any_view! { <ul class="glossary">{fields}</ul> }
    };
    let can_add = Memo::new(move |_| rows.with(|rows| rows.len() < limits::TERMS));
    any_view! {
        <form class="card" on:submit=save on:input=move |_| is_saved.set(false)>
            <ErrorNote error=action />
            {move || state.with(usage)}
            <fieldset class="plain" disabled=!may_edit>
                {checkbox(Texts::Titles, titles, "translate-titles")}
                {checkbox(Texts::Chat, chat, "translate-chat")}
                <p class="muted">{t(Texts::PrivacyHint)}</p>
                <NumberField name="monthly_limit" label=t(Texts::Limit) input=limit error=action />
                <p class="muted">{t(Texts::LimitHint)}" "{server_limit}</p>
                <h3>{t(Texts::Glossary)}</h3>
                <p class="muted">{t(Texts::GlossaryHint)}</p>
                {terms}
                {move || {
                    (may_edit && can_add.get())
                        .then(|| {
                            view! {
                                <div class="row">
                                    <button type="button" class="quiet" data-testid="add-term" on:click=add.clone()>
                                        {t(Texts::AddTerm)}
                                    </button>
                                </div>
                            }
                        })
                }}
            </fieldset>
            {may_edit
                .then(|| {
                    view! {
                        <div class="row">
                            <button class="button primary" data-testid="save-translation">
                                {move || if is_saved.get() { t(SettingsTexts::Saved) } else { t(Text::Save) }}
                            </button>
                        </div>
                    }
                })}
        </form>
    }
}
