//! Interface texts of the scanner and the cells.

frontend_ui::texts! {
    pub(crate) enum ScanTexts;
    Scanner: "Сканер", "Scanner", "扫码";
    Cells: "Ячейки", "Cells", "货位";
    ModeOpen: "Открыть", "Open", "打开";
    ModeReceive: "Принять", "Receive", "入库";
    ModePack: "Упаковать", "Pack", "装箱";
    ModeInventory: "Пересчёт", "Count", "盘点";
    ScanAnything: "Отсканируйте любой код", "Scan any code", "请扫描任意条码";
    PlaceHint: "Код места посылки — взвесить его", "The code of a box weighs it", "扫描箱件条码可称重";
    ScanCell: "Отсканируйте ячейку", "Scan a cell", "请扫描货位";
    ScanShipment: "Отсканируйте посылку", "Scan a shipment", "请扫描包裹";
    IntoCell: "В ячейку", "Into cell", "货位";
    IntoShipment: "В посылку", "Into shipment", "包裹";
    InCell: "Ячейка", "Cell", "货位";
    Change: "Сменить", "Change", "更换";
    CodeHint: "Код, трек или номер", "Code, tracking number or order number", "条码、运单号或编号";
    Enter: "Ввести", "Enter", "确认";
    Camera: "Включить камеру", "Turn on camera", "打开摄像头";
    StopCamera: "Выключить камеру", "Turn off camera", "关闭摄像头";
    NoCamera:
        "Камера недоступна: разрешите её в браузере или вводите код вручную.",
        "Camera unavailable: allow it in the browser or type the code.",
        "无法使用摄像头：请在浏览器中授权或手动输入。";
    Latest: "Последние сканы", "Latest scans", "最近扫描";
    Unsent: "Ждут отправки", "Waiting to be sent", "待发送";
    Offline:
        "Нет связи. Сканируйте дальше: всё отправится по порядку.",
        "No connection. Keep scanning: everything will be sent in order.",
        "无网络。请继续扫描，恢复后按顺序发送。";
    LoggedOut:
        "Сеанс закончился. Войдите снова: сканы отправятся после входа.",
        "The session has ended. Log in again: the scans will be sent after that.",
        "会话已结束。请重新登录，之后会自动发送。";
    StorageFull:
        "Память браузера заполнена: не закрывайте вкладку, пока сканы не отправлены.",
        "The browser's storage is full: keep this tab open until the scans are sent.",
        "浏览器存储已满：发送完成前请勿关闭此标签页。";
    RefusedScans: "Сканы не выполнены", "Scans not performed", "未执行的扫描";
    RefusedHint:
        "Остаются здесь, пока их не отправят снова или не уберут.",
        "They stay here until they are sent again or removed.",
        "在重新发送或移除之前会一直保留。";
    OthersScans: "Ждут сканы других сотрудников", "Scans of other staff wait", "有其他员工的扫描待发送";
    OthersHint:
        "Отправить их может только тот, кто сканировал: пусть войдёт в этом браузере.",
        "Only the person who made them can send them, by logging in with this browser.",
        "只能由扫描者本人发送：请其在此浏览器中登录。";
    Somebody: "другой сотрудник", "another person", "其他员工";
    SendAgain: "Отправить снова", "Send again", "重新发送";
    Dismiss: "Убрать", "Remove", "移除";
    DismissAll: "Убрать все", "Remove all", "全部移除";
    AutoPrint: "Печатать ярлык сразу после приёмки", "Print the label right after receiving", "入库后立即打印标签";
    AskWeight: "Спрашивать вес при приёмке", "Ask the weight when receiving", "入库时询问重量";
    PrintLabel: "Напечатать ярлык", "Print label", "打印标签";
    OpenPage: "Открыть", "Open", "打开";
    Finish: "Закончить пересчёт", "Finish count", "结束盘点";
    Missing: "Не найдены", "Missing", "缺少";
    MovedHere: "Лежали в другой ячейке — исправлено", "Were in another cell — corrected", "原在其他货位，已更正";
    Unexpected: "Не должны быть здесь", "Should not be here", "不应在此";
    CountComplete: "Всё на месте", "Everything is in place", "全部在位";
    InPlace: "Сошлось", "In place", "在位";
    UnknownCodes: "Неизвестные коды", "Unknown codes", "未知条码";
    UnknownHint: "Ждут, пока у товара появится такой трек.", "Waiting for an item with this tracking number.", "等待商品登记该单号。";
    Matched: "Товар найден", "Matched", "已匹配";
    ReceiveNow: "Принять", "Receive", "入库";
    Forget: "Убрать", "Remove", "移除";
    NewCells: "Новые ячейки, каждая с новой строки", "New cells, one per line", "新货位，每行一个";
    AddCells: "Добавить ячейки", "Add cells", "添加货位";
    PrintAll: "Напечатать все ярлыки", "Print all labels", "打印全部标签";
    NoCells: "Ячеек пока нет", "No cells yet", "暂无货位";
    EmptyCell: "Ячейка пуста", "The cell is empty", "货位为空";
    MakeLabel: "Создать ярлык", "Create label", "创建标签";
    RemoveCell: "Удалить ячейку", "Delete cell", "删除货位";
    ConfirmRemoveCell:
        "Удалить ячейку? Её напечатанные ярлыки перестанут читаться.",
        "Delete the cell? Its printed labels can't be scanned any more.",
        "确定删除该货位？已打印的标签将无法识别。";
    Note: "Внимание", "Attention", "注意";
    ResultSending: "Отправляется…", "Sending…", "发送中…";
    ResultQueued: "Записано, ждёт связи", "Saved, waiting for connection", "已记录，等待网络";
    ResultFound: "Найдено", "Found", "已找到";
    ResultPlace: "Взвесьте место", "Weigh the box", "请称重";
    ResultReceived: "Принято", "Received", "已入库";
    ResultMoved: "Переложено сюда", "Moved here", "已移至此处";
    ResultInPlace: "Уже здесь", "Already here", "已在此处";
    ResultPacked: "Упаковано", "Packed", "已装箱";
    ResultInShipment: "Уже в этой посылке", "Already in this shipment", "已在此包裹";
    ResultNotExpected: "Не ожидается: статус не позволяет", "Not expected: the status does not allow it", "当前状态不允许";
    ResultNotReceived: "Ещё не принято на склад", "Not received yet", "尚未入库";
    ResultOtherClient: "Товар другого клиента", "Belongs to another client", "属于其他客户";
    ResultOtherShipment: "В другой посылке", "In another shipment", "在其他包裹中";
    ResultShipmentClosed: "Посылка уже закрыта", "The shipment is closed", "包裹已封";
    ResultWrongKind: "Здесь нужен код товара", "An item code is needed here", "此处需要商品条码";
    ResultUnknownCell: "Неизвестная ячейка", "Unknown cell", "未知货位";
    ResultUnknownShipment: "Неизвестная посылка", "Unknown shipment", "未知包裹";
    ResultNoPermission: "Нет прав на это действие", "You don't have permission for this", "没有权限";
    ResultMisread: "Код прочитан с ошибкой, отсканируйте ещё раз", "Misread, scan again", "读取有误，请重扫";
    ResultUnreadable:
        "Это не код: пусто или длиннее 200 знаков",
        "Not a code: blank or longer than 200 characters",
        "不是条码：为空或超过 200 个字符";
    ResultUnknown: "Неизвестный код, добавлен в список", "Unknown code, added to the list", "未知条码，已记入列表";
}

use frontend_ui::i18n::t;
use shared_types::scan::{ScanMessage, ScanMode};

/// The text for the outcome of a scan.
pub(super) fn outcome_text(word: ScanMessage, mode: ScanMode) -> &'static str {
    t(match word {
        ScanMessage::Found => ScanTexts::ResultFound,
        ScanMessage::Received => ScanTexts::ResultReceived,
        ScanMessage::Moved => ScanTexts::ResultMoved,
        ScanMessage::InPlace if mode == ScanMode::Inventory => ScanTexts::InPlace,
        ScanMessage::InPlace => ScanTexts::ResultInPlace,
        ScanMessage::Packed => ScanTexts::ResultPacked,
        ScanMessage::InShipment => ScanTexts::ResultInShipment,
        ScanMessage::NotExpected => ScanTexts::ResultNotExpected,
        ScanMessage::NotReceived => ScanTexts::ResultNotReceived,
        ScanMessage::OtherClient => ScanTexts::ResultOtherClient,
        ScanMessage::OtherShipment => ScanTexts::ResultOtherShipment,
        ScanMessage::ShipmentClosed => ScanTexts::ResultShipmentClosed,
        ScanMessage::WrongKind => ScanTexts::ResultWrongKind,
        ScanMessage::NoContext if mode == ScanMode::Pack => ScanTexts::ScanShipment,
        ScanMessage::NoContext => ScanTexts::ScanCell,
        ScanMessage::UnknownContext if mode == ScanMode::Pack => ScanTexts::ResultUnknownShipment,
        ScanMessage::UnknownContext => ScanTexts::ResultUnknownCell,
        ScanMessage::NoRight => ScanTexts::ResultNoPermission,
        ScanMessage::Misread => ScanTexts::ResultMisread,
        ScanMessage::Unreadable => ScanTexts::ResultUnreadable,
        ScanMessage::Unknown => ScanTexts::ResultUnknown,
    })
}

pub(super) fn mode_name(mode: ScanMode) -> &'static str {
    t(match mode {
        ScanMode::Open => ScanTexts::ModeOpen,
        ScanMode::Receive => ScanTexts::ModeReceive,
        ScanMode::Pack => ScanTexts::ModePack,
        ScanMode::Inventory => ScanTexts::ModeInventory,
    })
}
