//! Texts of the labels.

frontend_ui::texts! {
    /// What the labels' page says.
    pub(crate) enum Words;
    Labels: "Ярлыки", "Labels", "标签";
    Size: "Размер", "Size", "尺寸";
    Small: "58 × 40 мм", "58 × 40 mm", "58 × 40 毫米";
    Large: "75 × 120 мм", "75 × 120 mm", "75 × 120 毫米";
    Sheet: "Лист A4, 24 ярлыка", "A4 sheet, 24 labels", "A4 纸，24 张标签";
    Copies: "Копий каждого", "Copies of each", "每种份数";
    OfOrders: "Ярлыки заказов", "Labels of the orders", "订单标签";
    OfLines: "Ярлыки товаров", "Labels of the items", "商品标签";
    Print: "Печать", "Print", "打印";
    Nothing: "Печатать нечего", "Nothing to print", "没有可打印的标签";
    Pieces: "шт.", "pcs", "件";
    Places: "Мест", "Places", "件数";
}
