//! An operation that a line of a statement describes.

use super::numbers::Sign;
use chrono::NaiveDate;
use shared_types::money::Currency;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::topups) enum Direction {
    In,
    Out,
    #[default]
    Unknown,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in crate::topups) enum State {
    #[default]
    Booked,
    /// The words of the line leave a doubt, for example `возврат`.
    Doubtful,
    /// Pending, failed, closed, reversed or refunded: no money of a client.
    NotBooked,
}

/// An operation of a statement.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(in crate::topups) struct Operation {
    /// The line as it is shown.
    pub(in crate::topups) text: String,
    /// The amounts that it may be about, in minor units; in hundredths if the currency is unknown. More than one if the line does not
    /// say which it is.
    pub(in crate::topups) amounts: Vec<i64>,
    pub(in crate::topups) currency: Option<Currency>,
    pub(in crate::topups) direction: Direction,
    pub(in crate::topups) state: State,
    pub(in crate::topups) date: Option<NaiveDate>,
    /// The bank's id of the operation.
    pub(in crate::topups) reference: Option<String>,
    /// Identifies the operation in all statements of the same account: the bank's id, or else its content and its position among
    /// operations with the same content. It begins with the amount and the day, see [`is_similar`].
    pub(in crate::topups) key: String,
}

impl Operation {
    /// Whether it can be a payment of a client.
    pub(in crate::topups) fn is_incoming(&self) -> bool {
        self.direction != Direction::Out && self.state != State::NotBooked && !self.amounts.is_empty()
    }

    /// Converts the amounts from hundredths, which statements print for all currencies, to minor units of its currency.
    pub(super) fn convert_amounts(&mut self) {
        let scale = 10_i64.pow(self.currency.map_or(2, Currency::decimals));
        for amount in &mut self.amounts {
            *amount = amount.saturating_mul(scale) / 100;
        }
    }

    /// Returns the part of the operation that is equal in all statements.
    pub(super) fn content(&self) -> String {
        match &self.reference {
            Some(reference) => format!("reference {:?} {:?} {reference}", self.date, self.amounts),
            None => format!(
                "content {:?} {:?} {}",
                self.direction,
                self.amounts,
                super::matching::words(&self.text).join(" ")
            ),
        }
    }
}

/// Beginnings of words, and Chinese words, of operations that took money out.
const OUTGOING_WORDS: [&str; 11] = [
    "списан",
    "исходящ",
    "debit",
    "dbit",
    "withdrawal",
    "outgoing",
    "покупк",
    "снят",
    "выдач",
    "purchase",
    "расход",
];

const OUTGOING_CHINESE: [&str; 5] = ["支出", "转出", "付款给", "消费", "提现"];

/// Words of operations that are not done, were undone, or return money.
const UNBOOKED_WORDS: &[&str] = &[
    "交易关闭",
    "已关闭",
    "退款",
    "已退",
    "退还",
    "等待",
    "待付款",
    "失败",
    "处理中",
    "冻结",
    "撤销",
    "отклонен",
    "отменен",
    "не исполнен",
    "неуспешн",
    "в обработке",
    "обрабатывается",
    "отказано",
    "возвращен",
    "в ожидании",
    "авторизаци",
    "аннулирован",
    "reverted",
    "ошибк",
    "pending",
    "failed",
    "declined",
    "canceled",
    "cancelled",
    "reversed",
    "rejected",
    "denied",
    "voided",
    "expired",
    "on hold",
    "unclaimed",
    "refused",
    "отозван",
    "не проведен",
    "в процессе",
    "ожидает",
    "冲正",
];

/// The first words of lines that are no operations: balances and sums.
const SUMMARY_WORDS: [&str; 10] = [
    "итого",
    "всего",
    "остаток",
    "входящий остаток",
    "исходящий остаток",
    "сальдо",
    "обороты",
    "баланс",
    "余额",
    "共",
];

/// Whether a line is a balance or a sum of a statement.
pub(super) fn is_summary(lower: &str) -> bool {
    let words = lower.trim_start_matches(|sign: char| !sign.is_alphabetic());
    SUMMARY_WORDS.iter().any(|word| words.starts_with(word))
}

/// Words before the balance of an account after an operation.
const BALANCE_WORDS: [&str; 8] = [
    "доступно",
    "остаток",
    "баланс",
    "balance",
    "available",
    "余额",
    "结余",
    "бал.",
];

/// The most characters between a word of balances and its amount.
const BALANCE_GAP: usize = 24;

/// A line without the balances that it states.
pub(super) fn without_balances(line: &str) -> String {
    let lower = lower_case(line);
    let ends_of = |word: &&'static str| {
        let found = lower.match_indices(*word);
        found.map(|(at, word)| at + word.len()).collect::<Vec<_>>()
    };
    let mut ends: Vec<usize> = BALANCE_WORDS.iter().flat_map(ends_of).collect();
    ends.sort_unstable();
    let is_amount = |sign: &char| sign.is_ascii_digit() || matches!(sign, ' ' | '\u{a0}' | '.' | ',' | ':' | '：');
    let (mut kept, mut at) = (String::new(), 0);
    for end in ends.into_iter().filter(|end| line.is_char_boundary(*end)) {
        if end < at {
            continue;
        }
        kept.push_str(&line[at..end]);
        kept.push(' ');
        at = end;
        let mut gap = line[end..].char_indices().take(BALANCE_GAP);
        if let Some((digits, _)) = gap.find(|(_, sign)| sign.is_ascii_digit()) {
            let amount = line[end + digits..].chars().take_while(is_amount);
            at += digits + amount.map(char::len_utf8).sum::<usize>();
        }
    }
    kept.push_str(&line[at..]);
    kept
}

/// Words that leave it open whether money of a client came.
const DOUBTFUL_WORDS: [&str; 7] = [
    "возврат",
    "сторно",
    "отмена",
    "reversal",
    "refund",
    "chargeback",
    "return",
];

pub(super) fn lower_case(text: &str) -> String {
    text.to_lowercase().replace('ё', "е")
}

fn contains_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

/// The state that the words of a text say, if its format says that the money is booked: a person may write about a canceled order.
pub(super) fn state_of_booked(lower: &str) -> State {
    match state_of(lower) {
        State::NotBooked => State::Doubtful,
        state => state,
    }
}

/// The state that the words of a text say.
pub(super) fn state_of(lower: &str) -> State {
    if contains_any(lower, UNBOOKED_WORDS) {
        State::NotBooked
    } else if contains_any(lower, &DOUBTFUL_WORDS) {
        State::Doubtful
    } else {
        State::Booked
    }
}

/// The direction that the signs of the amounts say, or else the words of the text.
pub(super) fn direction_of(lower: &str, signs: impl Iterator<Item = Option<Sign>>) -> Direction {
    let signs: Vec<Sign> = signs.flatten().collect();
    let is_outgoing = |word: &str| {
        // `расходные материалы` are goods.
        OUTGOING_WORDS
            .iter()
            .any(|outgoing| word.starts_with(outgoing) && (*outgoing != "расход" || word == "расход"))
    };
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    if signs.contains(&Sign::Minus) {
        Direction::Out
    } else if signs.contains(&Sign::Plus) {
        Direction::In
    } else if words.any(is_outgoing) || contains_any(lower, &OUTGOING_CHINESE) {
        Direction::Out
    } else {
        Direction::Unknown
    }
}
