//! Texts about invoices of the service, for the agent's owner.

use chrono::NaiveDate;
use infra::events::NotificationEvent;
use shared_types::{billing::InvoiceStage as S, translation::Language};

fn day(language: Language, day: NaiveDate) -> String {
    let format = if language == Language::Ru {
        "%d.%m.%Y"
    } else {
        "%Y-%m-%d"
    };
    day.format(format).to_string()
}

/// The text about an event of an invoice, without the link to the page. Empty without the facts of an invoice.
pub(super) fn message_text(language: Language, event: &NotificationEvent) -> String {
    let Some(invoice) = event.invoice else {
        return String::new();
    };
    let NotificationEvent { name, money, .. } = event;
    let amount = money.map_or_else(String::new, |money| money.in_language(language));
    let month = invoice.month.in_language(language);
    let (due, read_only) = (day(language, invoice.due_on), day(language, invoice.read_only_on));
    match language {
        Language::En => {
            let what = format!("invoice {name} for {month}");
            match invoice.stage {
                S::Issued if invoice.is_paid => {
                    format!("The balance of the service has paid {what}: {amount}.")
                }
                S::Issued => format!("A new {what} is issued: {amount}. Pay it by {due}."),
                S::DueSoon => format!("Reminder: {what} is due on {due}: {amount}."),
                S::Overdue => {
                    format!(
                        "The {what} is overdue: {amount}. Unless it is paid, your cabinet becomes read-only after {read_only}."
                    )
                }
                S::LastDays => format!(
                    "Last days: {what} is not paid: {amount}. Your cabinet becomes read-only after {read_only}."
                ),
                S::ReadOnly => format!("Your cabinet is read-only: {what} is not paid. Pay {amount} to work again."),
            }
        }
        Language::Zh => {
            let what = format!("{month}的服务账单 {name}");
            match invoice.stage {
                S::Issued if invoice.is_paid => format!("{what} 已从服务账户余额支付：{amount}。"),
                S::Issued => format!("{what} 已开具：{amount}。请在 {due} 前付款。"),
                S::DueSoon => format!("提醒：{what} 将于 {due} 到期：{amount}。"),
                S::Overdue => format!("{what} 已逾期：{amount}。如不付款，{read_only} 后后台将变为只读。"),
                S::LastDays => format!("最后几天：{what} 尚未付款：{amount}。{read_only} 后后台将变为只读。"),
                S::ReadOnly => format!("后台已变为只读：{what} 尚未付款。支付 {amount} 后即可恢复使用。"),
            }
        }
        Language::Ru => {
            let what = format!("счёт № {name} за {month}");
            match invoice.stage {
                S::Issued if invoice.is_paid => format!("С баланса сервиса оплачен {what}: {amount}."),
                S::Issued => format!("Выставлен {what} на сумму {amount}. Оплатите его до {due}."),
                S::DueSoon => format!("Напоминаем: {what} на сумму {amount} нужно оплатить до {due}."),
                S::Overdue => {
                    format!(
                        "Просрочен {what} на сумму {amount}. Если его не оплатить, после {read_only} кабинет будет доступен только для чтения."
                    )
                }
                S::LastDays => {
                    format!(
                        "Последние дни: не оплачен {what} на сумму {amount}. После {read_only} кабинет будет доступен только для чтения."
                    )
                }
                S::ReadOnly => format!(
                    "Кабинет доступен только для чтения: не оплачен {what}. Оплатите {amount}, чтобы продолжить работу."
                ),
            }
        }
    }
}
