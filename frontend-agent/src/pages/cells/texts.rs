//! Texts of the pages of cells.

frontend_ui::texts! {
    pub(super) enum CellTexts;
    All: "Все", "All", "全部";
    Occupied: "С товарами", "With items", "有货";
    Empty: "Пустые", "Empty", "空闲";
    Unlabelled: "Без ярлыка", "Without a label", "无标签";
    Search: "Найти ячейку", "Find a cell", "查找货位";
    NothingFound: "Таких ячеек нет", "No such cells", "没有符合条件的货位";
    NotShown: "Показаны не все товары, скрыто:", "Some items are not shown:", "部分商品未显示，数量：";
    OtherNames: "Прочие", "Others", "其他";
    FirstCells:
        "Назовите места хранения, напечатайте ярлыки, и сканер будет знать, где лежит каждый товар.",
        "Name the storage places and print their labels, so that the scanner knows where each item lies.",
        "为存放位置命名并打印标签，扫码枪即可知道每件商品的位置。";
}
