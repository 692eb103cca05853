//! The template of a sheet of open orders.

use platform::spreadsheet::template::{self, XlsxError};
use shared_types::translation::Language;

const HEADERS_RU: [&str; 11] = [
    "Номер заказа",
    "Код клиента",
    "Товар",
    "Ссылка",
    "Вариант",
    "Цена, ¥",
    "Количество",
    "Статус",
    "Сумма, ₽",
    "Оплачено, ₽",
    "Дата",
];
const HEADERS_EN: [&str; 11] = [
    "Order number",
    "Client code",
    "Item",
    "Link",
    "Variant",
    "Price, CNY",
    "Quantity",
    "Status",
    "Total, RUB",
    "Paid, RUB",
    "Date",
];
const HEADERS_ZH: [&str; 11] = [
    "订单编号",
    "客户代码",
    "商品",
    "链接",
    "规格",
    "单价（CNY）",
    "数量",
    "状态",
    "总金额（RUB）",
    "已付款（RUB）",
    "日期",
];
const LINK: &str = "https://detail.1688.com/offer/684512345678.html";
/// The columns of the price, the quantity and the amounts.
const NUMBERS: [u16; 4] = [5, 6, 8, 9];

/// Returns the template as an XLSX file: an order that is paid.
pub(super) fn xlsx(language: Language) -> Result<Vec<u8>, XlsxError> {
    let [title, variant, status] = language.pick(
        ["Кроссовки", "белые / 42", "Оплачен"],
        ["Sneakers", "white / 42", "Paid"],
        ["运动鞋", "白色 / 42", "已付款"],
    );
    let example = [
        "A-1543",
        "K1",
        title,
        LINK,
        variant,
        "100",
        "2",
        status,
        "2500",
        "2500",
        "2026-11-01",
    ];
    template::xlsx(&language.pick(HEADERS_RU, HEADERS_EN, HEADERS_ZH), &example, &NUMBERS)
}
