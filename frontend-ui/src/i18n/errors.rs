//! Texts of API errors: one for each problem code, and one for each validation rule of a field.

use super::{ProfileTexts, StaffTexts, Text, t};
use shared_types::{fields::Rule, problem::ProblemCode};

crate::texts! {
    /// A text of an error. Errors whose text belongs to a feature use that feature's texts.
    pub enum ErrorTexts;
    AmountChanged: "Сумма изменилась, ничего не списано. Обновите страницу.", "The amount has changed, and nothing was charged. Reload the page.", "金额已变更，未扣款，请刷新页面。";
    UploadOffsetMismatch: "Загрузка продолжается с другого места. Повторите.", "The upload continues from another position. Try again.", "上传位置不符，请重试。";
    BalanceInsufficient: "На балансе не хватает денег. Пополните его и повторите.", "There is not enough money on the balance. Top it up and try again.", "余额不足，请充值后重试。";
    BodyTooLarge: "Файл или текст слишком большой", "The file or text is too large", "文件或文本过大";
    Busy: "Сейчас входит слишком много людей. Повторите через несколько секунд.", "Too many people are logging in. Try again in a few seconds.", "当前登录人数过多，请几秒后重试。";
    CheckFields: "Проверьте поля", "Check the fields", "请检查填写内容";
    Conflict: "Сейчас это сделать нельзя", "This can't be done now", "当前无法执行此操作";
    FileUnreadable: "Не удалось прочитать файл как таблицу", "The file can't be read as a spreadsheet", "无法将该文件作为表格读取";
    ImportClosed: "Этот импорт уже завершён. Загрузите файл заново.", "This import is closed. Upload the file again.", "该导入已结束，请重新上传文件。";
    KeyReused: "Этот запрос уже отправлен с другими данными. Обновите страницу.", "This request has already been sent with other data. Reload the page.", "请求已以不同内容提交，请刷新页面。";
    SessionEnded: "Сеанс завершён. Войдите заново.", "Your session has ended. Log in again.", "登录已失效，请重新登录。";
    MediaHeic: "Фото в формате HEIC не принимаются. На iPhone: «Настройки» → «Камера» → «Форматы» → «Наиболее совместимые».", "HEIC photos are not accepted. On an iPhone: Settings → Camera → Formats → Most Compatible.", "不支持 HEIC 格式。iPhone 请前往“设置 → 相机 → 格式 → 兼容性最佳”。";
    MediaLimit: "Достигнут предел числа файлов", "The file limit has been reached", "此处文件数量已达上限";
    MediaTooLarge: "Фото или видео слишком большое", "The photo or video is too large", "照片或视频过大";
    MediaTypeRefused: "Файлы этого типа не принимаются. Подойдут JPEG, PNG, WebP, GIF, MP4, MOV и WebM.", "Files of this type are not accepted. Use JPEG, PNG, WebP, GIF, MP4, MOV or WebM.", "不支持此类文件，支持 JPEG、PNG、WebP、GIF、MP4、MOV 和 WebM。";
    MediaUnreadable: "Фото или видео повреждено", "The photo or video is damaged", "照片或视频已损坏";
    MoveNotAllowed: "Действие недоступно: состояние уже изменилось. Обновите страницу.", "This action is no longer possible: the state has changed. Reload the page.", "状态已变更，当前无法执行，请刷新页面。";
    NotFound: "Не найдено: запись удалена или вам недоступна", "Not found: it was deleted, or you have no access to it", "未找到：已删除或您无权访问";
    NotPriced: "Не у всех товаров есть цена в валюте заказа", "Some items have no price in the order's currency", "部分商品没有订单币种的价格";
    BadRequest: "Сервер не понял запрос. Обновите страницу.", "The server did not understand the request. Reload the page.", "服务器无法识别请求，请刷新页面。";
    OrderNotDraft: "Заказ уже не черновик", "The order is no longer a draft", "订单已不是草稿";
    RateStale: "Курс неизвестен или устарел. Задайте его в настройках.", "The exchange rate is unknown or out of date. Set it in the settings.", "汇率未知或已过期，请在设置中填写。";
    TokenMistyped: "В ключе опечатка", "The token is mistyped", "密钥有误";
    Unavailable: "Сервис временно недоступен. Повторите чуть позже.", "The service is temporarily unavailable. Try again a little later.", "服务暂时不可用，请稍后再试。";
    UploadLinkExpired: "Ссылка для загрузки больше не действует. Получите новую.", "The upload link no longer works. Get a new one.", "上传链接已失效，请获取新的链接。";

    Required: "нужно заполнить", "required", "必填";
    WrongType: "значение не того типа", "wrong type of value", "类型不正确";
    AtMost: "знаков не больше:", "characters at most:", "最大字符数：";
    AtLeast: "знаков не меньше:", "characters at least:", "最少字符数：";
    AllowedRange: "допустимо", "allowed", "允许范围";
    NotAnAmount: "неверная сумма", "not a valid amount", "金额无效";
    NotAUrl: "адрес должен начинаться с http:// или https://", "the address must begin with http:// or https://", "须为 http:// 或 https:// 开头的网址";
    NotAPhone: "нужен телефон в международном формате, например +7 999 123-45-67", "use the international format, such as +7 999 123-45-67", "须为国际格式的电话号码，如 +86 138 0013 8000";
    NotAnEmail: "нужен адрес электронной почты", "enter an e-mail address", "须为电子邮箱地址";
    NotASubdomain: "только латинские буквы, цифры и дефис, первой — буква", "Latin letters, digits and hyphens only, beginning with a letter", "仅限拉丁字母、数字和连字符，并以字母开头";
    Taken: "уже занято", "already taken", "已被占用";
    UnknownValue: "недопустимое значение", "unknown value", "不在可选范围内";
    ControlCharacters: "уберите невидимые знаки", "remove the invisible characters", "含有不可见字符";
    UnknownField: "неизвестное поле", "unknown field", "未知字段";
    NotYours: "не найдено среди ваших данных", "not found among your data", "不属于您";
}

/// Returns the text of a problem code in the language of the page.
pub fn problem_text(code: ProblemCode) -> &'static str {
    use ProblemCode as Code;
    match code {
        Code::CredentialMissing | Code::CredentialInvalid | Code::CredentialExpired | Code::CredentialRevoked => {
            t(ErrorTexts::SessionEnded)
        }
        Code::CredentialMalformed => t(ErrorTexts::TokenMistyped),
        Code::LoginFailed => t(Text::LoginFailed),
        Code::CodeWrong => t(Text::CodeWrong),
        Code::LinkExpired => t(Text::LinkExpired),
        Code::PermissionDenied => t(Text::NoAccess),
        Code::SecondFactorRequired => t(ProfileTexts::SecondFactorRequired),
        Code::CodeRequired => t(ProfileTexts::CodeRequired),
        Code::ProofWrong => t(StaffTexts::ProofWrong),
        Code::RightsExceeded => t(StaffTexts::RightsExceeded),
        Code::PreviewReadOnly => t(StaffTexts::PreviewReadOnly),
        Code::NotFound => t(ErrorTexts::NotFound),
        Code::RouteNotFound | Code::MethodNotAllowed => t(Text::NotFound),
        Code::OrderNotDraft => t(ErrorTexts::OrderNotDraft),
        Code::MoveNotAllowed => t(ErrorTexts::MoveNotAllowed),
        Code::BalanceInsufficient => t(ErrorTexts::BalanceInsufficient),
        Code::AmountChanged => t(ErrorTexts::AmountChanged),
        Code::RateStale => t(ErrorTexts::RateStale),
        Code::NotPriced => t(ErrorTexts::NotPriced),
        Code::Conflict => t(ErrorTexts::Conflict),
        Code::InUse => t(Text::InUse),
        Code::NotOffered => t(Text::NotOffered),
        Code::StaffLimit => t(StaffTexts::StaffLimit),
        Code::MemberExists => t(StaffTexts::MemberExists),
        Code::OwnerProtected => t(StaffTexts::OwnerProtected),
        Code::OwnAccess => t(StaffTexts::OwnAccess),
        Code::GroupInUse => t(StaffTexts::GroupInUse),
        Code::NameTaken => t(StaffTexts::NameTaken),
        Code::VersionStale => t(Text::VersionConflict),
        Code::BodyTooLarge => t(ErrorTexts::BodyTooLarge),
        Code::FileUnreadable => t(ErrorTexts::FileUnreadable),
        Code::ImportClosed => t(ErrorTexts::ImportClosed),
        Code::UnsupportedMediaType | Code::BodyMalformed | Code::QueryMalformed | Code::RangeNotSatisfiable => {
            t(ErrorTexts::BadRequest)
        }
        Code::ValidationFailed => t(ErrorTexts::CheckFields),
        Code::MediaTypeRefused => t(ErrorTexts::MediaTypeRefused),
        Code::MediaHeic => t(ErrorTexts::MediaHeic),
        Code::MediaTooLarge => t(ErrorTexts::MediaTooLarge),
        Code::MediaUnreadable => t(ErrorTexts::MediaUnreadable),
        Code::MediaLimit => t(ErrorTexts::MediaLimit),
        Code::UploadOffset => t(ErrorTexts::UploadOffsetMismatch),
        Code::UploadLinkDead => t(ErrorTexts::UploadLinkExpired),
        Code::IdempotencyKeyReused => t(ErrorTexts::KeyReused),
        Code::TooManyRequests => t(Text::TooManyAttempts),
        Code::Internal => t(Text::ErrorInternal),
        Code::Busy => t(ErrorTexts::Busy),
        Code::Unavailable | Code::TimedOut => t(ErrorTexts::Unavailable),
    }
}

/// Translates an error of a field into the language of the page. A message that is not one of [`Rule`] stays as it is.
pub fn field_error_text(message: &str) -> String {
    let Some(rule) = Rule::parse(message) else {
        return message.to_owned();
    };
    let text = match rule {
        Rule::TooLong(most) => return format!("{} {most}", t(ErrorTexts::AtMost)),
        Rule::TooShort(least) => return format!("{} {least}", t(ErrorTexts::AtLeast)),
        Rule::OutOfRange(least, most) => return format!("{}: {least}…{most}", t(ErrorTexts::AllowedRange)),
        Rule::Required => ErrorTexts::Required,
        Rule::WrongType(_) => ErrorTexts::WrongType,
        Rule::NotAnAmount => ErrorTexts::NotAnAmount,
        Rule::NotAUrl => ErrorTexts::NotAUrl,
        Rule::NotAPhone => ErrorTexts::NotAPhone,
        Rule::NotAnEmail => ErrorTexts::NotAnEmail,
        Rule::NotASubdomain => ErrorTexts::NotASubdomain,
        Rule::Taken => ErrorTexts::Taken,
        Rule::UnknownValue => ErrorTexts::UnknownValue,
        Rule::ControlCharacters => ErrorTexts::ControlCharacters,
        Rule::UnknownField => ErrorTexts::UnknownField,
        Rule::NotYours => ErrorTexts::NotYours,
    };
    t(text).to_owned()
}
