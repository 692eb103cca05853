/** The format of a token. A typo is detected without a request. */
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const SHAPE = /^svc_[0-9A-Za-z]{36}$/;

/** CRC-32 (IEEE) of an ASCII text. */
function crc32(text) {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index);
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Whether the text has the shape of a token and a checksum that fits. */
export function isWellFormed(token) {
  if (!SHAPE.test(token)) return false;
  let rest = crc32(token.slice(0, 34));
  let sum = "";
  for (let place = 0; place < 6; place += 1) {
    sum = ALPHABET[rest % 62] + sum;
    rest = Math.floor(rest / 62);
  }
  return token.slice(34) === sum;
}
