//! Texts of the page that creates an order.

frontend_ui::texts! {
    /// A text of the page that creates an order.
    pub(super) enum CreateTexts;
    AboutOrder: "О заказе", "About the order", "订单信息";
    Products: "Товары", "Products", "商品";
    ByForm: "Добавить товар", "Add a product", "添加商品";
    ByTable: "Импорт из таблицы", "Import a spreadsheet", "从表格导入";
    SaveDraft: "Сохранить черновик", "Save the draft", "保存草稿";
    Submit: "Отправить агенту", "Submit to the agent", "提交给代购商";
    Typed: "вводимый товар", "the product being typed", "正在填写的商品";
    NoProducts: "Добавьте товар формой или загрузите таблицу.", "Add a product with the form, or import a spreadsheet.", "请用表单添加商品，或导入表格。";
    CommentHint: "Комментарий к заказу", "Comment on the order", "订单备注";
}
