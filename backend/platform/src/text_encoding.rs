//! The encodings that spreadsheet programs and shops write.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, Encoding, GB18030, UTF_8, UTF_16BE, UTF_16LE, X_MAC_CYRILLIC};
use std::borrow::Cow;

/// The number of bytes that are inspected to detect the encoding.
const SAMPLE_BYTES: usize = 4_096;

/// Decodes a text by its byte order mark, the encoding that its head names, or a guess.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    if let Some((encoding, mark)) = Encoding::for_bom(bytes) {
        return encoding.decode_without_bom_handling(&bytes[mark..]).0;
    }
    if let Ok(text) = std::str::from_utf8(bytes)
        && !text.contains('\0')
    {
        return Cow::Borrowed(text);
    }
    let encoding = declared_encoding(bytes).unwrap_or_else(|| guess_encoding(bytes));
    encoding.decode_without_bom_handling(bytes).0
}

/// The encoding that the head of an HTML or XML file names.
fn declared_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(SAMPLE_BYTES)]).to_ascii_lowercase();
    let head = head.trim_start().strip_prefix('<')?;
    let (_, name) = head.split_once("charset=").or_else(|| head.split_once("encoding="))?;
    let name = name.trim_start_matches(['"', '\'']);
    let end = name.find(|sign: char| !sign.is_ascii_alphanumeric() && !matches!(sign, '-' | '_'));
    Encoding::for_label(name.get(..end.unwrap_or(name.len()))?.as_bytes())
}

/// Guesses the encoding of text without a byte order mark. UTF-16 is detected by its zero bytes: separators and digits have
/// them in every second place only.
fn guess_encoding(bytes: &[u8]) -> &'static Encoding {
    let sample = &bytes[..bytes.len().min(SAMPLE_BYTES)];
    let zeros = |side: usize| sample.iter().skip(side).step_by(2).filter(|byte| **byte == 0).count();
    match (zeros(0), zeros(1)) {
        (0, 0) => {
            let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
            detector.feed(bytes, true);
            let guess = detector.guess(None, Utf8Detection::Deny);
            match guess {
                _ if guess == BIG5 && is_russian_gb18030(bytes) => GB18030,
                _ if is_mac_cyrillic(bytes) => X_MAC_CYRILLIC,
                _ => guess,
            }
        }
        (even, odd) if even * 4 < odd => UTF_16LE,
        (even, odd) if odd * 4 < even => UTF_16BE,
        _ => UTF_8,
    }
}

/// Whether the bytes are Russian words in the encoding of a Chinese computer, which look like Big5 to the detector.
fn is_russian_gb18030(bytes: &[u8]) -> bool {
    let Some(text) = GB18030.decode_without_bom_handling_and_without_replacement(bytes) else {
        return false;
    };
    let count = |is_counted: fn(char) -> bool| text.chars().filter(|sign| is_counted(*sign)).count();
    let letters = count(|sign| !sign.is_ascii());
    count(|sign| matches!(sign, 'а'..='я' | 'А'..='Я')) * 6 > letters
}

/// Whether the bytes are Russian words of an old Excel for Mac. It shares the small letters with windows-1251, and has its capital ones
/// where the other has signs. Capital letters alone are enough: each begins a word.
fn is_mac_cyrillic(bytes: &[u8]) -> bool {
    let is_small = |byte: u8| byte >= 0xE0;
    let is_mac = |pair: &&[u8]| matches!(pair[0], 0x80..=0x9F) && is_small(pair[1]);
    let is_windows = |pair: &&[u8]| matches!(pair[0], 0xC0..=0xDE) && is_small(pair[1]);
    // The small letters from р on tell it from the encoding of DOS.
    let is_common = bytes.iter().filter(|byte| matches!(byte, 0xF0..=0xFE)).count()
        > bytes.iter().filter(|byte| matches!(byte, 0xA0..=0xAF)).count();
    let count = |is_counted: &dyn Fn(&&[u8]) -> bool| bytes.windows(2).filter(is_counted).count();
    is_common && count(&is_mac) > 2 * count(&is_windows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn russian_names_of_a_chinese_computer_are_read() {
        for text in [
            "Название;Ссылка;Цена;Количество\nСумка женская 女包;https://a.cn/1;12,50;1\nКуртка;https://a.cn/2;40;2\n",
            "商品标题,商品链接,单价,数量\nСумка женская 女包,https://a.cn/1,12.5,1\nКуртка тёплая,https://a.cn/2,40,2\n",
        ] {
            let (bytes, ..) = encoding_rs::GB18030.encode(text);
            assert_eq!(decode(&bytes), text);
        }
        let traditional =
            "商品名稱,單價,數量\n保溫杯 不鏽鋼 大容量,12.5,1\n運動鞋 透氣 男款,40,2\n您的訂單我們已經收到\n";
        let (bytes, ..) = encoding_rs::BIG5.encode(traditional);
        assert_eq!(decode(&bytes), traditional);
    }

    #[test]
    fn capital_letters_of_an_old_mac_are_read() {
        let text = "Наименование;Ссылка;Цена;Количество\rКуртка зимняя;https://a.cn/1;45,5;2\r";
        // The capital letters begin at 0x80, я is 0xDF, and the other small letters are as in windows-1251.
        let bytes: Vec<u8> = encoding_rs::WINDOWS_1251
            .encode(text)
            .0
            .iter()
            .map(|byte| match byte {
                0xFF => 0xDF,
                0xC0..=0xDF => byte - 0x40,
                _ => *byte,
            })
            .collect();
        assert_eq!(decode(&bytes), text);
        let text = "«Ткань» — “Лён”; «Шёлк»; “Хлопок”";
        assert_eq!(decode(&encoding_rs::WINDOWS_1251.encode(text).0), text);
    }

    #[test]
    fn encoding_of_a_page_is_the_one_that_it_names() {
        let page = "<html><head><META content='text/html; charset=gb2312'></head><td>宝贝标题</td>";
        let (gb, ..) = encoding_rs::GB18030.encode(page);
        assert!(decode(&gb).contains("宝贝标题"));
        let xml = "<?xml version=\"1.0\" encoding=\"windows-1251\"?><a>Цена</a>";
        let (cp1251, ..) = encoding_rs::WINDOWS_1251.encode(xml);
        assert!(decode(&cp1251).contains("Цена"));
    }
}
