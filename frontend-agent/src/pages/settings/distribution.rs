//! Who gets the new orders of clients without a manager.

use super::texts::SettingsTexts;
use frontend_ui::prelude::*;
use shared_types::settings::{
    ChangeOrderDistribution, DistributionRule, OrderDistribution, ShowOrderDistribution, Versioned,
};

frontend_ui::texts! {
    enum DistributionTexts;
    Title: "Новые заказы", "New orders", "新订单";
    Hint:
        "Заказ клиента с менеджером получает менеджер. Остальные новые заказы:",
        "An order of a client with a manager goes to the manager. Other new orders:",
        "有客户经理的客户，其订单归客户经理。其他新订单：";
    Rule: "Кому назначать", "Assign to", "分配规则";
    Nobody: "никому, назначать вручную", "no one: assign by hand", "不自动分配，手动指定";
    RoundRobin: "сотрудникам по очереди", "staff in turn", "员工轮流";
    Claim: "кто возьмёт сам", "the person who takes it", "员工自行领取";
    RoundRobinHint:
        "По очереди — все, кто может менять заказы.",
        "Orders go in turn to everyone who can edit orders.",
        "轮流范围：所有可修改订单的员工。";
    ClaimLimit:
        "Открытых заказов на человека не больше (пусто — без ограничения)",
        "Open orders per person at most (empty: no limit)",
        "每人未完成订单上限（留空不限）";
}

const fn rule_text(rule: DistributionRule) -> DistributionTexts {
    match rule {
        DistributionRule::Nobody => DistributionTexts::Nobody,
        DistributionRule::RoundRobin => DistributionTexts::RoundRobin,
        DistributionRule::Claim => DistributionTexts::Claim,
    }
}

/// Loads the rule and shows the form.
#[component]
pub(super) fn Distribution() -> impl IntoView {
    let setting = use_value(&[], || api::get::<ShowOrderDistribution>(Nothing {}));
    let content = |saved: Versioned<OrderDistribution>| any_view! { <DistributionForm saved=saved /> };
    view! { {setting.show(Skeleton::Rows, move |value| content(value.clone()))} }
}

#[component]
fn DistributionForm(saved: Versioned<OrderDistribution>) -> impl IntoView {
    let rule = RwSignal::new(saved.value.rule.as_str().to_owned());
    let chosen = move || DistributionRule::from_name(&rule.read()).unwrap_or_default();
    let limit = saved.value.claim_limit.map(|limit| limit.to_string());
    let limit = NumberInput::new(NumberKind::Whole, limit.unwrap_or_default());
    let version = RwSignal::new(saved.version);
    let (action, is_saved) = (use_action(), RwSignal::new(false));
    let may_edit = current_user().may(Object::Settings, Level::Edit);
    let save = move |event: SubmitEvent| {
        event.prevent_default();
        let mut numbers = NumberReader::default();
        let rule = untrack(chosen);
        let claim_limit = (rule == DistributionRule::Claim)
            .then(|| numbers.units(limit))
            .flatten();
        if !numbers.finish() {
            return;
        }
        let body = OrderDistribution { rule, claim_limit };
        let options = Options::of_version(version.get_untracked());
        action.run(
            api::send::<ChangeOrderDistribution>((), Nothing {}, body, options),
            move |updated| {
                version.try_set(updated.version);
                is_saved.try_set(true);
            },
        );
    };
    let rules: Vec<(String, String)> = DistributionRule::ALL
        .map(|rule| (rule.as_str().to_owned(), t(rule_text(rule)).to_owned()))
        .into();
    any_view! {
        <form
            class="card narrow"
            data-testid="order-distribution"
            on:submit=save
            on:input=move |_| is_saved.set(false)
            on:change=move |_| is_saved.set(false)
        >
            <h2>{t(DistributionTexts::Title)}</h2>
            <p class="muted">{t(DistributionTexts::Hint)}</p>
            <ErrorNote error=action />
            <fieldset class="plain" disabled=!may_edit>
                <SelectField name="rule" label=t(DistributionTexts::Rule) value=rule options=rules />
                {move || match chosen() {
                    DistributionRule::Nobody => ().into_any(),
                    DistributionRule::RoundRobin => {
                        any_view! { <p class="muted">{t(DistributionTexts::RoundRobinHint)}</p> }
                    }
                    DistributionRule::Claim => {
                        any_view! {
                            <NumberField
                                name="claim_limit"
                                label=t(DistributionTexts::ClaimLimit)
                                input=limit
                                error=action
                            />
                        }
                    }
                }}
            </fieldset>
            {may_edit
                .then(|| {
                    view! {
                        <div class="row">
                            <button class="button primary" data-testid="save-distribution">
                                {move || if is_saved.get() { t(SettingsTexts::Saved) } else { t(Text::Save) }}
                            </button>
                        </div>
                    }
                })}
        </form>
    }
}
