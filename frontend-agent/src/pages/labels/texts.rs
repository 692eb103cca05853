//! Interface texts of the label page.

frontend_ui::texts! {
    pub(crate) enum LabelTexts;
    Labels: "Ярлыки", "Labels", "标签";
    Size: "Размер", "Size", "尺寸";
    Small: "58 × 40 мм", "58 × 40 mm", "58 × 40 毫米";
    Large: "75 × 120 мм", "75 × 120 mm", "75 × 120 毫米";
    A4Sheet: "Лист A4, 24 ярлыка", "A4 sheet, 24 labels", "A4 纸，24 张标签";
    Copies: "Копий каждого", "Copies of each", "每种份数";
    OrderLabels: "Ярлыки заказов", "Order labels", "订单标签";
    ItemLabels: "Ярлыки товаров", "Item labels", "商品标签";
    Print: "Напечатать", "Print", "打印";
    NothingToPrint: "Нечего печатать", "Nothing to print", "没有可打印的标签";
    Pieces: "шт.", "pcs", "件";
    Centimetres: "см", "cm", "厘米";
    Places: "Мест", "Boxes", "件数";
    Place: "Место", "Box", "箱件";
}
