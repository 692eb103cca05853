/** Shared by all parsers in the page's main world, where the page may have tampered with anything: check, cap, never throw. */
(() => {
  if (window.__svcH) return;
  const TEXT_CAP = 4000;

  /** A value as a short text, or "". */
  const text = (value) =>
    typeof value === "string" || typeof value === "number" ? String(value).replace(/\s+/g, " ").trim().slice(0, TEXT_CAP) : "";

  /** The value at a path of keys, or undefined. */
  const at = (object, path) => path.split(".").reduce((value, key) => (value == null ? undefined : value[key]), object);

  /** The first value that says something. */
  const first = (...values) => values.find((value) => value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && !value.length));

  /** Runs a reader; what it throws costs its own field only. */
  const attempt = (read) => {
    try {
      return read();
    } catch {
      return undefined;
    }
  };

  const meta = (name) => text(document.querySelector(`meta[property="${name}"],meta[name="${name}"],meta[itemprop="${name}"]`)?.content);
  const query = (selector) => document.querySelector(selector);
  const words = (selector) => text(query(selector)?.textContent);

  /** Texts of inline scripts that contain a mark. */
  const scripts = (mark) => [...document.scripts].filter((script) => !script.src && script.textContent.includes(mark)).map((script) => script.textContent);

  const SKIP = /\s|,|;/;
  /** Reads one JS literal (objects, arrays, strings, numbers, bare keys) from a text, without evaluating it. */
  const literal = (source, start) => {
    let index = start;
    let budget = 400_000;
    const fail = () => { throw new SyntaxError("not a literal"); };
    const space = () => { while (index < source.length && /\s/.test(source[index])) index += 1; };
    const string = (quote) => {
      let out = "";
      for (index += 1; source[index] !== quote; index += 1) {
        if (index >= source.length) fail();
        if (source[index] !== "\\") { out += source[index]; continue; }
        index += 1;
        const escape = source[index];
        if (escape === "u" || escape === "x") {
          const length = escape === "u" ? 4 : 2;
          out += String.fromCharCode(parseInt(source.slice(index + 1, index + 1 + length), 16));
          index += length;
        } else out += { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f" }[escape] ?? escape;
      }
      index += 1;
      return out;
    };
    const value = () => {
      if ((budget -= 1) < 0) fail();
      space();
      const sign = source[index];
      if (sign === "{") {
        const out = {};
        for (index += 1; ;) {
          while (SKIP.test(source[index] ?? "")) index += 1;
          if (source[index] === "}") { index += 1; return out; }
          const quoted = source[index] === '"' || source[index] === "'";
          const bare = quoted ? null : /^[\w$-]+/.exec(source.slice(index, index + 200))?.[0];
          const key = quoted ? string(source[index]) : bare ?? fail();
          if (bare) index += bare.length;
          space();
          if (source[index] !== ":") fail();
          index += 1;
          const content = value();
          if (key !== "__proto__") out[key] = content;
        }
      }
      if (sign === "[") {
        const out = [];
        for (index += 1; ;) {
          while (SKIP.test(source[index] ?? "")) index += 1;
          if (source[index] === "]") { index += 1; return out; }
          out.push(value());
        }
      }
      if (sign === '"' || sign === "'") return string(sign);
      const word = /^(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|undefined|!0|!1|void 0)/.exec(source.slice(index, index + 60))?.[0] ?? fail();
      index += word.length;
      const known = { true: true, false: false, null: null, undefined: undefined, "!0": true, "!1": false, "void 0": undefined };
      return word in known ? known[word] : Number(word);
    };
    return value();
  };

  /** The literal that follows a mark in an inline script. */
  const stateAfter = (mark) => {
    for (const source of scripts(mark)) {
      const start = source.indexOf(mark) + mark.length;
      const open = source.slice(start, start + 200).search(/[{[]/);
      const found = open < 0 ? undefined : attempt(() => literal(source, start + open));
      if (found) return found;
    }
    return undefined;
  };

  const decode = (value) => text(value).replace(/&gt;/g, ">").replace(/&lt;/g, "<").replace(/&amp;/g, "&").replace(/&quot;/g, '"').replace(/&#39;/g, "'");

  /** Whether the page asks to log in or to pass a check instead of showing a product. */
  const isWall = () =>
    /_____tmd_____|\/punish|login\.taobao\.com|login\.1688\.com|login\.tmall\.com/.test(location.href) ||
    /^(登录|验证码|安全验证|滑块|访问受限)/.test(document.title.trim()) ||
    Boolean(document.querySelector("#nocaptcha, #nc_1_wrapper, .J_MIDDLEWARE_FRAME_WIDGET"));

  window.__svcH = { text, at, first, attempt, meta, query, words, scripts, literal, stateAfter, decode, isWall };
})();
