//! The brand that clients see: logo, colour and motto, with a preview.

use super::{
    brand_texts::{BrandTexts, color_name},
    texts::SettingsTexts,
};
use frontend_ui::{
    api::Error,
    components::TextArea,
    features::{
        brand::{brand_mark, header_brand},
        login::door_panel,
    },
    prelude::*,
};
use leptos::html;
use shared_types::settings::{
    Brand, BrandChange, BrandColor, ChangeBrand, RemoveBrandLogo, SetBrandLogo, ShowBrandSettings, Versioned, limits,
};

/// The values that the form edits. The logo is saved at once, colour and motto by the form's button.
#[derive(Clone, Copy)]
struct BrandState {
    name: StoredValue<String>,
    color: RwSignal<BrandColor>,
    motto: RwSignal<String>,
    logo: RwSignal<Option<String>>,
    version: RwSignal<i64>,
    action: Action,
}

impl BrandState {
    fn new(saved: Versioned<Brand>) -> Self {
        Self {
            name: StoredValue::new(saved.value.name),
            color: RwSignal::new(saved.value.color),
            motto: RwSignal::new(saved.value.motto),
            logo: RwSignal::new(saved.value.logo),
            version: RwSignal::new(saved.version),
            action: use_action(),
        }
    }

    /// The brand as it is in the form.
    fn brand(self) -> Brand {
        Brand {
            name: self.name.get_value(),
            color: self.color.get(),
            motto: self.motto.with(|motto| motto.trim().to_owned()),
            logo: self.logo.get(),
        }
    }

    fn change_logo(self, call: impl Future<Output = Result<Versioned<Brand>, Error>> + 'static, done: BrandTexts) {
        self.action.run(call, move |saved| {
            // The page can be left meanwhile.
            let _ = self.version.try_set(saved.version);
            let _ = self.logo.try_set(saved.value.logo);
            notify(t(done));
        });
    }
}

#[component]
pub(super) fn BrandTab() -> impl IntoView {
    let brand = use_value(&[], || api::get::<ShowBrandSettings>(Nothing {}));
    let content = |saved: Versioned<Brand>| {
        let state = BrandState::new(saved);
        any_view! {
            <div class="brand-settings">
                {form(state)} <section class="brand-preview" aria-label=t(BrandTexts::Preview)>
                    <h2 class="minor">{t(BrandTexts::Preview)}</h2>
                    {preview(state, BrandTexts::Light, "light")}
                    {preview(state, BrandTexts::Dark, "dark")}
                </section>
            </div>
        }
    };
    view! { {brand.show(Skeleton::Rows, move |value| content(value.clone()))} }
}

fn form(state: BrandState) -> AnyView {
    let saved = RwSignal::new(false);
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let body = BrandChange {
            color: state.color.get_untracked(),
            motto: state.motto.get_untracked(),
        };
        let options = Options::of_version(state.version.get_untracked());
        let call = api::send::<ChangeBrand>((), Nothing {}, body, options);
        state.action.run(call, move |updated| {
            let _ = state.version.try_set(updated.version);
            let _ = state.motto.try_set(updated.value.motto);
            let _ = saved.try_set(true);
        });
    };
    let length = move || state.motto.with(|motto| motto.trim().chars().count());
    any_view! {
        <form class="card" on:submit=save on:input=move |_| saved.set(false)>
            <p class="muted">{t(BrandTexts::Intro)}</p>
            <ErrorNote error=state.action />
            <fieldset class="plain" disabled=!may_edit>
                {logo_field(state, may_edit)}
                {color_field(state)}
                <div class="brand-motto">
                    <TextArea
                        name="motto"
                        label=t(BrandTexts::Motto)
                        value=state.motto
                        error=state.action
                        rows=2
                        max_length=limits::MOTTO
                    />
                    <p class="hint row spread">
                        <span>{t(BrandTexts::MottoHint)}</span>
                        <span data-testid="motto-length">{length}" / "{limits::MOTTO}</span>
                    </p>
                </div>
            </fieldset>
            <p class="hint">{t(BrandTexts::NameHint)}</p>
            {may_edit
                .then(|| {
                    view! {
                        <div class="row">
                            <button
                                class="button primary"
                                data-testid="save-brand"
                                disabled=move || state.action.is_busy()
                            >
                                {move || if saved.get() { t(SettingsTexts::Saved) } else { t(Text::Save) }}
                            </button>
                        </div>
                    }
                })}
        </form>
    }
}

/// The logo with the buttons that replace and remove it.
fn logo_field(state: BrandState, may_edit: bool) -> AnyView {
    let input = NodeRef::<html::Input>::new();
    let upload = move |_| {
        let file = input
            .get()
            .and_then(|input| input.files())
            .and_then(|files| files.get(0));
        let Some(file) = file else { return };
        let call = async move {
            let result = api::upload::<SetBrandLogo>((), Nothing {}, &file).await;
            // Clear the input, so that choosing the same file again triggers `change`.
            if let Some(input) = input.try_get_untracked().flatten() {
                input.set_value("");
            }
            result
        };
        state.change_logo(call, BrandTexts::LogoSaved);
    };
    let remove = move |_| state.change_logo(api::call::<RemoveBrandLogo>((), Nothing {}), BrandTexts::LogoRemoved);
    let remove_button = move || {
        state.logo.with(Option::is_some).then(|| {
            view! {
                <button
                    type="button"
                    class="quiet"
                    data-testid="remove-logo"
                    disabled=move || state.action.is_busy()
                    on:click=remove
                >
                    {t(BrandTexts::RemoveLogo)}
                </button>
            }
        })
    };
    let buttons = may_edit.then(|| {
        view! {
            <div class="row">
                <label class="button" class:disabled=move || state.action.is_busy()>
                    {t(BrandTexts::UploadLogo)}
                    <input
                        type="file"
                        class="hidden-input"
                        data-testid="logo"
                        accept="image/png,image/jpeg,image/webp"
                        disabled=move || state.action.is_busy()
                        node_ref=input
                        on:change=upload
                    />
                </label>
                {remove_button}
            </div>
        }
    });
    any_view! {
        <div class="brand-logo" role="group" aria-label=t(BrandTexts::Logo)>
            <span data-accent=move || state.color.get().as_str()>{move || brand_mark(&state.brand())}</span>
            <div class="grid">{buttons} <p class="hint">{t(BrandTexts::LogoHint)}</p></div>
        </div>
    }
}

fn color_field(state: BrandState) -> AnyView {
    let swatches = BrandColor::ALL.map(|color| {
        view! {
            <label class="swatch" data-accent=color.as_str()>
                <input
                    type="radio"
                    name="color"
                    value=color.as_str()
                    data-testid=format!("color-{}", color.as_str())
                    prop:checked=move || state.color.get() == color
                    on:change=move |_| state.color.set(color)
                />
                <span>{t(color_name(color))}</span>
            </label>
        }
    });
    any_view! {
        <fieldset class="plain">
            <legend>{t(BrandTexts::Color)}</legend>
            <div class="swatches">{swatches.collect_view()}</div>
        </fieldset>
    }
}

/// The header of the cabinet and the panel of the login, in one theme.
fn preview(state: BrandState, name: BrandTexts, theme: &'static str) -> AnyView {
    any_view! {
        <figure
            class="brand-figure"
            data-scheme=theme
            data-accent=move || state.color.get().as_str()
            data-testid=format!("preview-{theme}")
        >
            <figcaption>{t(name)}</figcaption>
            <div class="brand-figure-header">
                <span class="agent-brand">{move || header_brand(&state.brand())}</span>
                <span class="button primary">{t(Text::NewOrder)}</span>
            </div>
            <div class="door">{move || door_panel(Some(&state.brand()), Guard::Client)}</div>
        </figure>
    }
}
