//! Texts of the scanner and the cells.

frontend_ui::texts! {
    /// What the scanner says.
    pub(crate) enum Words;
    Scanner: "Сканер", "Scanner", "扫码";
    Cells: "Ячейки", "Cells", "货位";
    ModeOpen: "Открыть", "Open", "打开";
    ModeReceive: "Принять", "Receive", "入库";
    ModePack: "Упаковать", "Pack", "装箱";
    ModeInventory: "Пересчёт", "Count", "盘点";
    ScanAnything: "Отсканируйте любой код", "Scan any code", "请扫描任意条码";
    ScanCell: "Отсканируйте ячейку", "Scan a cell", "请扫描货位";
    ScanShipment: "Отсканируйте посылку", "Scan a shipment", "请扫描包裹";
    IntoCell: "В ячейку", "Into cell", "货位";
    IntoShipment: "В посылку", "Into shipment", "包裹";
    InCell: "Ячейка", "Cell", "货位";
    Change: "Сменить", "Change", "更换";
    CodeHint: "Код, трек или номер", "A code, a track, a number", "条码、快递单号或编号";
    Enter: "Ввод", "Enter", "确认";
    Camera: "Камера", "Camera", "摄像头";
    StopCamera: "Выключить камеру", "Stop the camera", "关闭摄像头";
    NoCamera: "Камера недоступна: разрешите её в браузере или вводите код вручную.", "No camera: allow it in the browser, or type the code.", "无法使用摄像头：请在浏览器中授权或手动输入。";
    Latest: "Последние сканы", "Latest scans", "最近扫描";
    Unsent: "Ждут отправки", "Waiting to be sent", "待发送";
    Offline: "Нет связи. Сканируйте дальше: всё отправится по порядку.", "No connection. Go on scanning: everything is sent in order.", "无网络。请继续扫描，恢复后按顺序发送。";
    AutoPrint: "Печатать ярлык сразу после приёмки", "Print the label as soon as it is received", "入库后立即打印标签";
    PrintLabel: "Печать ярлыка", "Print the label", "打印标签";
    OpenIt: "Открыть", "Open", "打开";
    Finish: "Закончить пересчёт", "Finish the count", "结束盘点";
    Missing: "Не найдены", "Missing", "缺少";
    MovedHere: "Лежали в другой ячейке — исправлено", "Lay in another cell — corrected", "原在其他货位，已更正";
    Unexpected: "Не должны быть здесь", "Should not be here", "不应在此";
    AllThere: "Всё на месте", "Everything is in place", "全部在位";
    Counted: "Сошлось", "In place", "在位";
    UnknownCodes: "Неизвестные коды", "Unknown codes", "未知条码";
    UnknownHint: "Ждут, пока у товара появится такой трек.", "They wait until a product gets this track.", "等待商品登记该单号。";
    Matched: "Нашёлся", "Matched", "已匹配";
    ReceiveNow: "Принять", "Receive", "入库";
    Forget: "Убрать", "Remove", "移除";
    Times: "раз", "times", "次";
    NewCells: "Новые ячейки, каждая с новой строки", "New cells, one per line", "新货位，每行一个";
    AddCells: "Добавить ячейки", "Add the cells", "添加货位";
    PrintAll: "Печать всех ярлыков", "Print all labels", "打印全部标签";
    NoCells: "Ячеек пока нет", "No cells yet", "暂无货位";
    EmptyCell: "Здесь пусто", "Nothing lies here", "此处为空";
    MakeLabel: "Завести ярлык", "Make a label", "建立标签";
    RemoveCell: "Удалить ячейку", "Remove the cell", "删除货位";
    Note: "Внимание", "Attention", "注意";
    SaidWaiting: "Записано, ждёт связи", "Kept, waits for the connection", "已记录，等待网络";
    SaidFound: "Найдено", "Found", "已找到";
    SaidReceived: "Принято", "Received", "已入库";
    SaidMoved: "Переложено сюда", "Moved here", "已移至此处";
    SaidInPlace: "Уже здесь", "In place", "已在此处";
    SaidPacked: "Упаковано", "Packed", "已装箱";
    SaidInShipment: "Уже в этой посылке", "Already in this shipment", "已在此包裹";
    SaidNotExpected: "Не ожидается: состояние не позволяет", "Not expected in its state", "当前状态不允许";
    SaidNotReceived: "Ещё не принято на склад", "Not received yet", "尚未入库";
    SaidOtherClient: "Чужое: другой клиент", "Another client's", "属于其他客户";
    SaidOtherShipment: "В другой посылке", "In another shipment", "在其他包裹中";
    SaidShipmentClosed: "Посылка уже закрыта", "The shipment is closed", "包裹已封";
    SaidWrongKind: "Здесь нужен код товара", "A product's code is wanted here", "此处需要商品条码";
    SaidNoRight: "Нет прав на это действие", "Your permissions do not allow this", "没有权限";
    SaidMisread: "Код прочитан с ошибкой, повторите", "Misread, scan again", "读取有误，请重扫";
    SaidUnknown: "Неизвестный код — записан в список", "Unknown code, put on the list", "未知条码，已记入列表";
}

use frontend_ui::i18n::t;
use shared_types::scan::{ScanMode, ScanWord};

/// What happened, in a few words.
pub(super) fn said(word: ScanWord, mode: ScanMode) -> &'static str {
    t(match word {
        ScanWord::Found => Words::SaidFound,
        ScanWord::Received => Words::SaidReceived,
        ScanWord::Moved => Words::SaidMoved,
        ScanWord::InPlace if mode == ScanMode::Inventory => Words::Counted,
        ScanWord::InPlace => Words::SaidInPlace,
        ScanWord::Packed => Words::SaidPacked,
        ScanWord::InShipment => Words::SaidInShipment,
        ScanWord::NotExpected => Words::SaidNotExpected,
        ScanWord::NotReceived => Words::SaidNotReceived,
        ScanWord::OtherClient => Words::SaidOtherClient,
        ScanWord::OtherShipment => Words::SaidOtherShipment,
        ScanWord::ShipmentClosed => Words::SaidShipmentClosed,
        ScanWord::WrongKind => Words::SaidWrongKind,
        ScanWord::NoContext if mode == ScanMode::Pack => Words::ScanShipment,
        ScanWord::NoContext => Words::ScanCell,
        ScanWord::NoRight => Words::SaidNoRight,
        ScanWord::Misread => Words::SaidMisread,
        ScanWord::Unknown => Words::SaidUnknown,
    })
}
