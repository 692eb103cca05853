//! Why the server says no: a sentence for each code, and one for each rule that a field may break.

use super::{Own, People, Text, t};
use shared_types::{fields::Rule, problem::ProblemCode};

crate::texts! {
    /// What other texts do not say already.
    pub enum Refusal;
    AmountChanged: "Сумма изменилась, ничего не списано. Обновите страницу.", "The amount has changed, and nothing was charged. Reload the page.", "金额已变更，未扣款，请刷新页面。";
    AnswerElsewhere: "Загрузка продолжается с другого места. Повторите.", "The upload goes on at another place. Try again.", "上传位置不符，请重试。";
    BalanceInsufficient: "На балансе не хватает денег. Пополните его и повторите.", "The balance does not suffice. Top it up and try again.", "余额不足，请充值后重试。";
    BodyTooLarge: "Файл или текст слишком большой", "The file or the text is too large", "文件或文本过大";
    Busy: "Сейчас входит слишком много людей. Повторите через несколько секунд.", "Too many people are logging in. Try again in a few seconds.", "当前登录人数过多，请几秒后重试。";
    CheckFields: "Проверьте поля", "Check the fields", "请检查填写内容";
    Conflict: "Сейчас так сделать нельзя", "This can't be done now", "当前无法执行此操作";
    FileUnreadable: "Файл не читается как таблица", "The file can't be read as a table", "无法将该文件作为表格读取";
    ImportClosed: "С этим импортом уже закончили. Загрузите файл заново.", "This import is closed. Upload the file anew.", "该导入已结束，请重新上传文件。";
    KeyReused: "Запрос уже отправлен с другими данными. Обновите страницу.", "The request was sent already with other data. Reload the page.", "请求已以不同内容提交，请刷新页面。";
    LoginAgain: "Вход больше не действует. Войдите заново.", "The login is no longer valid. Log in anew.", "登录已失效，请重新登录。";
    MediaHeic: "Фото в формате HEIC не принимаются. На iPhone: «Настройки» → «Камера» → «Форматы» → «Наиболее совместимые».", "HEIC photos are not taken. On an iPhone: Settings → Camera → Formats → Most Compatible.", "不支持 HEIC 格式。iPhone 请前往“设置 → 相机 → 格式 → 兼容性最佳”。";
    MediaLimit: "Больше файлов сюда не поместится", "No more files fit here", "此处文件数量已达上限";
    MediaTooLarge: "Фото или видео слишком большое", "The photo or the video is too large", "照片或视频过大";
    MediaTypeRefused: "Такие файлы не принимаются. Подойдут JPEG, PNG, WebP, GIF, MP4, MOV и WebM.", "Such files are not taken. JPEG, PNG, WebP, GIF, MP4, MOV and WebM are.", "不支持此类文件，支持 JPEG、PNG、WebP、GIF、MP4、MOV 和 WebM。";
    MediaUnreadable: "Фото или видео повреждено", "The photo or the video is damaged", "照片或视频已损坏";
    MoveNotAllowed: "Сейчас это действие недоступно: состояние уже изменилось. Обновите страницу.", "This is not possible now: the state has changed. Reload the page.", "状态已变更，当前无法执行，请刷新页面。";
    NotFound: "Не найдено: запись удалена или принадлежит не вам", "Not found: it was deleted or is not yours", "未找到：已删除或不属于您";
    NotPriced: "Не у всех товаров есть цена в валюте заказа", "Some items have no price in the order's currency", "部分商品没有订单币种的价格";
    NotUnderstood: "Сервер не понял запрос. Обновите страницу.", "The server did not understand the request. Reload the page.", "服务器无法识别请求，请刷新页面。";
    OrderNotDraft: "Заказ уже не черновик", "The order is no longer a draft", "订单已不是草稿";
    RateStale: "Курс неизвестен или устарел. Задайте его в настройках.", "The exchange rate is unknown or too old. Set it in the settings.", "汇率未知或已过期，请在设置中填写。";
    TokenMistyped: "В токене опечатка", "The token is mistyped", "令牌有误";
    Unavailable: "Сервис временно недоступен. Повторите чуть позже.", "The service is unavailable for the moment. Try again a little later.", "服务暂时不可用，请稍后再试。";
    UploadLinkDead: "Ссылка для загрузки больше не работает. Попросите новую.", "The upload link works no more. Ask for a new one.", "上传链接已失效，请获取新的链接。";

    Required: "нужно заполнить", "is required", "必填";
    WrongType: "значение не того вида", "is not of the expected kind", "类型不正确";
    AtMost: "не длиннее стольких знаков:", "at most so many characters:", "最大字符数：";
    AtLeast: "не короче стольких знаков:", "at least so many characters:", "最少字符数：";
    Between: "допустимо", "allowed is", "允许范围";
    NotAnAmount: "не сумма, которую можно записать точно", "is not an amount that can be kept exactly", "金额格式不正确";
    NotAUrl: "нужен адрес, который начинается с http:// или https://", "must be an address that begins with http:// or https://", "须为 http:// 或 https:// 开头的网址";
    NotAPhone: "нужен телефон в международном виде, например +7 999 123-45-67", "must be a phone in the international form, such as +7 999 123-45-67", "须为国际格式的电话号码，如 +86 138 0013 8000";
    NotAnEmail: "нужен адрес электронной почты", "must be an e-mail address", "须为电子邮箱地址";
    NotASubdomain: "только латинские буквы, цифры и дефис, первой — буква", "Latin letters, digits and hyphens, a letter first", "仅限拉丁字母、数字和连字符，并以字母开头";
    Taken: "уже занято", "is taken", "已被占用";
    UnknownValue: "такого значения нет среди допустимых", "is none of the known values", "不在可选范围内";
    ControlCharacters: "есть невидимые знаки, уберите их", "has invisible characters", "含有不可见字符";
    UnknownField: "этого поля здесь нет", "is not known here", "未知字段";
    NotYours: "такого у вас нет", "is nothing of yours", "不属于您";
}

/// The sentence of a code.
pub fn refusal(code: ProblemCode) -> &'static str {
    use ProblemCode as Code;
    match code {
        Code::CredentialMissing | Code::CredentialInvalid | Code::CredentialExpired | Code::CredentialRevoked => {
            t(Refusal::LoginAgain)
        }
        Code::CredentialMalformed => t(Refusal::TokenMistyped),
        Code::LoginFailed => t(Text::LoginFailed),
        Code::CodeWrong => t(Text::CodeWrong),
        Code::LinkExpired => t(Text::LinkExpired),
        Code::PermissionDenied => t(Text::NoAccess),
        Code::SecondFactorRequired => t(Own::SecondNeeded),
        Code::CodeRequired => t(Own::CodeNeeded),
        Code::ProofWrong => t(People::ProofWrong),
        Code::RightsExceeded => t(People::RightsExceeded),
        Code::PreviewReadOnly => t(People::ReadOnly),
        Code::NotFound => t(Refusal::NotFound),
        Code::RouteNotFound | Code::MethodNotAllowed => t(Text::NotFound),
        Code::OrderNotDraft => t(Refusal::OrderNotDraft),
        Code::MoveNotAllowed => t(Refusal::MoveNotAllowed),
        Code::BalanceInsufficient => t(Refusal::BalanceInsufficient),
        Code::AmountChanged => t(Refusal::AmountChanged),
        Code::RateStale => t(Refusal::RateStale),
        Code::NotPriced => t(Refusal::NotPriced),
        Code::Conflict => t(Refusal::Conflict),
        Code::InUse => t(Text::InUse),
        Code::NotOffered => t(Text::NotOffered),
        Code::StaffLimit => t(People::StaffLimit),
        Code::MemberExists => t(People::MemberExists),
        Code::OwnerProtected => t(People::OwnerProtected),
        Code::OwnAccess => t(People::OwnAccess),
        Code::GroupInUse => t(People::GroupInUse),
        Code::NameTaken => t(People::NameTaken),
        Code::VersionStale => t(Text::ChangedMeanwhile),
        Code::BodyTooLarge => t(Refusal::BodyTooLarge),
        Code::FileUnreadable => t(Refusal::FileUnreadable),
        Code::ImportClosed => t(Refusal::ImportClosed),
        Code::UnsupportedMediaType | Code::BodyMalformed | Code::QueryMalformed | Code::RangeNotSatisfiable => {
            t(Refusal::NotUnderstood)
        }
        Code::ValidationFailed => t(Refusal::CheckFields),
        Code::MediaTypeRefused => t(Refusal::MediaTypeRefused),
        Code::MediaHeic => t(Refusal::MediaHeic),
        Code::MediaTooLarge => t(Refusal::MediaTooLarge),
        Code::MediaUnreadable => t(Refusal::MediaUnreadable),
        Code::MediaLimit => t(Refusal::MediaLimit),
        Code::UploadOffset => t(Refusal::AnswerElsewhere),
        Code::UploadLinkDead => t(Refusal::UploadLinkDead),
        Code::IdempotencyKeyReused => t(Refusal::KeyReused),
        Code::TooManyRequests => t(Text::TooManyTries),
        Code::Internal => t(Text::ErrorInternal),
        Code::Busy => t(Refusal::Busy),
        Code::Unavailable | Code::TimedOut => t(Refusal::Unavailable),
    }
}

/// What the API says of a field, in the language of the page; a word of its own stays as it is.
pub fn fault(text: &str) -> String {
    let Some(rule) = Rule::parse(text) else {
        return text.to_owned();
    };
    let words = match rule {
        Rule::TooLong(most) => return format!("{} {most}", t(Refusal::AtMost)),
        Rule::TooShort(least) => return format!("{} {least}", t(Refusal::AtLeast)),
        Rule::OutOfRange(least, most) => return format!("{}: {least}…{most}", t(Refusal::Between)),
        Rule::Required => Refusal::Required,
        Rule::WrongType(_) => Refusal::WrongType,
        Rule::NotAnAmount => Refusal::NotAnAmount,
        Rule::NotAUrl => Refusal::NotAUrl,
        Rule::NotAPhone => Refusal::NotAPhone,
        Rule::NotAnEmail => Refusal::NotAnEmail,
        Rule::NotASubdomain => Refusal::NotASubdomain,
        Rule::Taken => Refusal::Taken,
        Rule::UnknownValue => Refusal::UnknownValue,
        Rule::ControlCharacters => Refusal::ControlCharacters,
        Rule::UnknownField => Refusal::UnknownField,
        Rule::NotYours => Refusal::NotYours,
    };
    t(words).to_owned()
}
