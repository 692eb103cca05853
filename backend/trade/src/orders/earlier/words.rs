//! The words of headers and statuses in sheets of open orders.

use platform::spreadsheet::Headers;
use shared_types::orders::EarlierStage;

/// The field that a column contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Column {
    Number,
    Code,
    Phone,
    Client,
    Title,
    Url,
    Variant,
    Price,
    Currency,
    Quantity,
    Status,
    Sum,
    Paid,
    Date,
}

pub(super) const HEADERS: Headers<Column> = Headers {
    repeatable: &[Column::Variant],
    ..Headers::new(PREFIXES, &[])
};

const PREFIXES: &[(Column, &[&str])] = &[
    (
        Column::Number,
        &[
            "номер заказа",
            "№ заказа",
            "номер$",
            "заказ$",
            "order number",
            "order no",
            "order id",
            "order$",
            "order #",
            "订单编号",
            "订单号",
            "单号$",
        ],
    ),
    (
        Column::Code,
        &[
            "код$",
            "код клиента",
            "номер клиента",
            "маркировка",
            "client code",
            "customer code",
            "client no",
            "customer no",
            "code$",
            "客户代码",
            "客户编号",
            "客户号",
            "唛头",
            "代码",
        ],
    ),
    (
        Column::Phone,
        &[
            "телефон",
            "тел$",
            "номер телефона",
            "контактный телефон",
            "phone",
            "mobile",
            "tel$",
            "client phone",
            "手机",
            "电话",
            "联系电话",
            "客户电话",
        ],
    ),
    (Column::Client, &["клиент", "заказчик", "client", "customer", "客户"]),
    (
        Column::Title,
        &[
            "товар",
            "название",
            "наименование",
            "позиция",
            "title",
            "item$",
            "item name",
            "product",
            "goods",
            "description",
            "商品",
            "货品",
            "宝贝标题",
            "名称",
            "品名",
            "标题",
        ],
    ),
    (
        Column::Url,
        &[
            "ссылка",
            "адрес товара",
            "link",
            "url",
            "product link",
            "item link",
            "链接",
            "商品链接",
            "宝贝链接",
            "网址",
        ],
    ),
    (
        Column::Variant,
        &[
            "вариант",
            "цвет",
            "размер",
            "характеристик",
            "variant",
            "colour",
            "color",
            "size",
            "规格",
            "颜色",
            "尺码",
            "型号",
        ],
    ),
    (
        Column::Price,
        &["цена", "цена за шт", "price", "unit price", "单价", "价格"],
    ),
    (Column::Currency, &["валюта", "currency", "币种", "货币"]),
    (
        Column::Quantity,
        &[
            "кол-во",
            "количество",
            "кол.",
            "шт$",
            "qty",
            "quantity",
            "pcs",
            "数量",
            "件数",
        ],
    ),
    (
        Column::Status,
        &[
            "статус",
            "состояние",
            "этап",
            "status",
            "stage",
            "state$",
            "状态",
            "订单状态",
        ],
    ),
    (
        Column::Sum,
        &[
            "сумма",
            "сумма заказа",
            "стоимость",
            "итого",
            "к оплате",
            "total",
            "order total",
            "sum$",
            "amount",
            "order amount",
            "金额",
            "总价",
            "总金额",
            "订单金额",
            "合计",
        ],
    ),
    (
        Column::Paid,
        &[
            "оплачено",
            "оплата",
            "внесено",
            "предоплата",
            "аванс",
            "paid",
            "amount paid",
            "prepaid",
            "已付",
            "已付款",
            "付款金额",
            "实付",
        ],
    ),
    (
        Column::Date,
        &[
            "дата",
            "date",
            "order date",
            "created",
            "日期",
            "下单日期",
            "下单时间",
            "创建时间",
        ],
    ),
];

/// The words of statuses. A word that may mean two stages, such as "sent", is none.
const STAGES: Headers<EarlierStage> = Headers {
    unknown: &["оплачен част", "выкуплен част", "куплен част", "доставлен в китай"],
    ..Headers::new(
        &[
            (
                EarlierStage::Submitted,
                &[
                    "нов",
                    "создан",
                    "ожидает оплат",
                    "ждет оплат",
                    "не оплачен",
                    "неоплачен",
                    "на расчете",
                    "рассчитан",
                    "на оценке",
                    "new",
                    "created",
                    "pending payment",
                    "awaiting payment",
                    "unpaid",
                    "not paid",
                    "quoted",
                    "待付款",
                    "未付款",
                    "待报价",
                    "新订单",
                ],
            ),
            (
                EarlierStage::Paid,
                &[
                    "оплачен",
                    "к выкупу",
                    "на выкуп",
                    "ожидает выкуп",
                    "ждет выкуп",
                    "paid",
                    "to buy",
                    "to purchase",
                    "awaiting purchase",
                    "已付款",
                    "待采购",
                    "待下单",
                ],
            ),
            (
                EarlierStage::Bought,
                &[
                    "выкуплен",
                    "куплен",
                    "bought",
                    "purchased",
                    "ordered from",
                    "已采购",
                    "已购买",
                    "已拍",
                ],
            ),
            (
                EarlierStage::Sent,
                &[
                    "отправлен продав",
                    "отправлен на склад",
                    "в пути на склад",
                    "едет на склад",
                    "в пути по китаю",
                    "sent to warehouse",
                    "shipped by seller",
                    "sent by seller",
                    "on the way to warehouse",
                    "卖家已发货",
                    "发往仓库",
                ],
            ),
            (
                EarlierStage::AtWarehouse,
                &[
                    "на складе",
                    "прибыл на склад",
                    "доставлен на склад",
                    "delivered to warehouse",
                    "принят на склад",
                    "получен на склад",
                    "at warehouse",
                    "at the warehouse",
                    "in warehouse",
                    "in stock",
                    "已入库",
                    "已到仓",
                    "在仓",
                ],
            ),
            (
                EarlierStage::LeftOut,
                &[
                    "отмен",
                    "аннулирован",
                    "закрыт",
                    "завершен",
                    "выполнен",
                    "выдан",
                    "доставлен",
                    "canceled",
                    "cancelled",
                    "closed",
                    "completed",
                    "delivered",
                    "done",
                    "已取消",
                    "已完成",
                    "已关闭",
                    "交易成功",
                ],
            ),
        ],
        &[],
    )
};

/// The stage of a status: its code, or a word of it.
pub(super) fn stage_of(status: &str) -> Option<EarlierStage> {
    let status = status.trim();
    let by_code = EarlierStage::ALL.into_iter().find(|stage| stage.as_str() == status);
    by_code.or_else(|| STAGES.field_of(status))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statuses_are_stages_and_doubtful_words_are_none() {
        for (word, stage) in [
            ("Новый", Some(EarlierStage::Submitted)),
            ("Не оплачен", Some(EarlierStage::Submitted)),
            ("Оплачен", Some(EarlierStage::Paid)),
            ("Оплачен частично", None),
            ("Доставлен на склад", Some(EarlierStage::AtWarehouse)),
            ("выкуплен полностью", Some(EarlierStage::Bought)),
            ("Отправлен на склад", Some(EarlierStage::Sent)),
            ("На складе в Гуанчжоу", Some(EarlierStage::AtWarehouse)),
            ("Отменён клиентом", Some(EarlierStage::LeftOut)),
            ("Not paid", Some(EarlierStage::Submitted)),
            ("Paid", Some(EarlierStage::Paid)),
            ("已入库", Some(EarlierStage::AtWarehouse)),
            ("at_warehouse", Some(EarlierStage::AtWarehouse)),
            ("Отправлен", None),
            ("В пути", None),
            ("已发货", None),
            ("", None),
        ] {
            assert_eq!(stage_of(word), stage, "{word}");
        }
    }
}
