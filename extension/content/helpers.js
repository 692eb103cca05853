/** Shared by all parsers in the main world of the page: check, cap, never throw. */
(() => {
  if (window.__svcH?.text) return;
  const MAX_TEXT = 4000;
  /** The budget of one reading: time, steps through state of the page, and characters of inline scripts. */
  const LIMITS = { ms: 2500, steps: 400_000, scriptCharacters: 20_000_000, jsonCharacters: 5_000_000 };
  const clock = performance.now.bind(performance);
  let budget = { end: Infinity, steps: LIMITS.steps };

  /** Starts a reading: from now on `spend` throws when its time or its steps are used up. */
  const startBudget = (ms = LIMITS.ms, steps = LIMITS.steps) => {
    budget = { end: clock() + ms, steps };
    metas = null;
    roots = null;
  };
  const isSpent = () => budget.steps < 0 || clock() > budget.end;
  const spend = (steps = 1) => {
    budget.steps -= steps;
    if (budget.steps < 0 || (budget.steps % 256 === 0 && clock() > budget.end)) {
      budget.steps = -1;
      throw new RangeError("the reading is out of its budget");
    }
  };

  /** One pattern of several alternatives; for what does not fit on a line. */
  const oneOf = (flags, ...patterns) => new RegExp(patterns.map((pattern) => pattern.source).join("|"), flags);

  /** A value as a short text, or "". */
  const text = (value) =>
    typeof value === "string" || (typeof value === "number" && Number.isFinite(value))
      ? String(value)
          .slice(0, MAX_TEXT * 4)
          .replace(/\s+/g, " ")
          .trim()
          .slice(0, MAX_TEXT)
      : "";

  /** The value at a path of keys, or undefined. */
  const at = (object, path) =>
    path
      .split(".")
      .reduce((value, key) => (value == null || !Object.hasOwn(Object(value), key) ? undefined : value[key]), object);

  /** The first value that says something. */
  const first = (...values) =>
    values.find(
      (value) => value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && !value.length),
    );

  /** A value as a list: itself, in a list of one, or none. */
  const list = (value) =>
    Array.isArray(value) ? value : value === undefined || value === null || value === "" ? [] : [value];

  /** Entries of an object, as many as a product can have. */
  const entries = (object, most = 5000) =>
    object && typeof object === "object" ? Object.entries(object).slice(0, most) : [];

  /** Runs a reader; what it throws costs its own field only. */
  const attempt = (read) => {
    try {
      return read();
    } catch {
      return undefined;
    }
  };

  let metas = null;
  /** The content of the first meta element of a name; all of them are indexed once per reading. */
  const meta = (name) => {
    if (!metas) {
      metas = new Map();
      for (const element of document.querySelectorAll("meta[content]")) {
        for (const key of ["property", "name", "itemprop"]) {
          const own = element.getAttribute(key);
          if (own && !metas.has(own)) metas.set(own, element.getAttribute("content"));
        }
      }
    }
    return text(metas.get(name));
  };
  const query = (selector) => document.querySelector(selector);
  /** The nodes of the page in their order, with those in open shadow roots. */
  function* nodesOf(root, kinds) {
    const walker = document.createTreeWalker(root, kinds);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      yield node;
      if (node.shadowRoot) yield* nodesOf(node.shadowRoot, kinds);
    }
  }
  let roots = null;
  /** The elements of the page and of its open shadow roots that match a selector. */
  const all = (selector) => {
    roots ??= [document, ...[...nodesOf(document, 1)].map((node) => node.shadowRoot).filter(Boolean)];
    return roots.flatMap((root) => [...root.querySelectorAll(selector)]);
  };
  const UNHEARD =
    /(^|[\s_-])(sr-?only|visually-?hidden|screen-?reader(-text)?|off-?screen|clipped|g-hdn|hidden|badge|sticker)($|[\s_-])/i;
  /** Whether the eye does not see an element, or sees it as a badge or a control. */
  const isAside = (element) => {
    if (/^(script|style|template|noscript|svg|button|select|input|textarea)$/.test(element.localName)) return true;
    if (element.hidden || UNHEARD.test(element.getAttribute("class") ?? "")) return true;
    const style = attempt(() => getComputedStyle(element));
    return Boolean(
      style &&
      (style.display === "none" ||
        style.visibility === "hidden" ||
        (style.position === "absolute" &&
          (/^rect\([01]px,? [01]px/.test(style.clip) ||
            /^inset\((50|100)%/.test(style.clipPath) ||
            parseFloat(style.left) < -900))),
    );
  };
  /** The text of an element as a person reads it. */
  const seenText = (element) => {
    if (!element?.firstElementChild) return text(element?.textContent);
    const read = (node) => {
      if (node.nodeType === 3) return node.data;
      if (node.nodeType !== 1 || isAside(node)) return "";
      const inner = [...node.childNodes].slice(0, 100).map(read).join("");
      return /^(div|p|br|li|h\d|td)$/.test(node.localName) ? ` ${inner} ` : inner;
    };
    return text([...element.childNodes].slice(0, 100).map(read).join("")) || text(element.textContent);
  };
  const words = (selector) => seenText(query(selector));
  const param = (...names) => {
    const search = new URLSearchParams(location.search);
    return names.map((name) => search.get(name) ?? "").find(Boolean) ?? "";
  };

  /** Texts of inline scripts that contain a mark. */
  const scripts = (mark) => {
    let characters = LIMITS.scriptCharacters;
    return [...document.scripts]
      .filter((script) => {
        if (script.src || characters < 0) return false;
        characters -= script.textContent.length;
        return characters >= 0 && script.textContent.includes(mark);
      })
      .map((script) => script.textContent);
  };

  /** The JSON of a script element, by selector. */
  const json = (selector) =>
    attempt(() => {
      const source = query(selector)?.textContent ?? "";
      return source.length <= LIMITS.scriptCharacters ? JSON.parse(source) : undefined;
    });

  const SKIP = /\s|,|;/;
  /** Reads one JS literal (objects, arrays, strings, numbers, bare keys) from a text, without evaluating it. */
  const literal = (source, start) => {
    let index = start;
    let values = 400_000;
    const fail = () => {
      throw new SyntaxError("not a literal");
    };
    const space = () => {
      while (index < source.length && /\s/.test(source[index])) index += 1;
    };
    const string = (quote) => {
      let out = "";
      for (index += 1; source[index] !== quote; index += 1) {
        if (index >= source.length) fail();
        if (source[index] !== "\\") {
          out += source[index];
          continue;
        }
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
    const value = (depth) => {
      if ((values -= 1) < 0 || depth > 200) fail();
      if (values % 1024 === 0 && isSpent()) fail();
      space();
      const sign = source[index];
      if (sign === "{") {
        const out = {};
        for (index += 1; ;) {
          while (SKIP.test(source[index] ?? "")) index += 1;
          if (source[index] === "}") {
            index += 1;
            return out;
          }
          const quoted = source[index] === '"' || source[index] === "'";
          const bare = quoted ? null : /^[\w$-]+/.exec(source.slice(index, index + 200))?.[0];
          const key = quoted ? string(source[index]) : (bare ?? fail());
          if (bare) index += bare.length;
          space();
          if (source[index] !== ":") fail();
          index += 1;
          const content = value(depth + 1);
          if (key !== "__proto__") out[key] = content;
        }
      }
      if (sign === "[") {
        const out = [];
        for (index += 1; ;) {
          while (SKIP.test(source[index] ?? "")) index += 1;
          if (source[index] === "]") {
            index += 1;
            return out;
          }
          out.push(value(depth + 1));
        }
      }
      if (sign === '"' || sign === "'") return string(sign);
      const word =
        /^(?:-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|undefined|!0|!1|void 0)/.exec(
          source.slice(index, index + 60),
        )?.[0] ?? fail();
      index += word.length;
      const known = { true: true, false: false, null: null, "!0": true, "!1": false };
      return /^[uv]/.test(word) ? undefined : word in known ? known[word] : Number(word);
    };
    return value(0);
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

  /** The first object below a node that passes a test; as deep and as far as the budget lets it. */
  const search = (node, test, depth = 10) => {
    const seen = new Set();
    let layer = [node];
    for (let level = 0; level <= depth && layer.length; level += 1) {
      const next = [];
      for (const entry of layer) {
        if (!entry || typeof entry !== "object" || seen.has(entry)) continue;
        spend();
        seen.add(entry);
        if (!Array.isArray(entry) && attempt(() => test(entry))) return entry;
        if (next.length < 20_000)
          next.push(
            ...Object.values(entry)
              .slice(0, 300)
              .filter((child) => child && typeof child === "object"),
          );
      }
      layer = next;
    }
    return undefined;
  };

  /** Fen, cents: an amount in hundredths as a decimal text. */
  const hundredths = (value) => {
    const digits = /^\d+$/.test(text(value)) && Number(value) > 0 ? text(value).padStart(3, "0") : "";
    return digits && `${digits.slice(0, -2)}.${digits.slice(-2)}`;
  };

  const sign = (code) => (code > 31 && code < 0x110000 ? String.fromCodePoint(code) : " ");
  const ENTITIES = { gt: ">", lt: "<", amp: "&", quot: '"', apos: "'", nbsp: " " };
  const entity = (whole) =>
    attempt(() => new DOMParser().parseFromString(whole, "text/html").body.textContent) || whole;
  /** A text with its entities decoded once. */
  const decode = (value) =>
    text(
      text(value).replace(
        /&(?:#(\d{2,7})|#x([\da-f]{2,6})|([a-z]{2,8}\d{0,2}));/gi,
        (whole, decimal, hexadecimal, name) => {
          if (name) return ENTITIES[name.toLowerCase()] ?? entity(whole);
          return sign(decimal ? Number(decimal) : parseInt(hexadecimal, 16));
        },
      ),
    );

  /** The currency of a shop that sells in yuan: another one only where the shown price names it. */
  const yuanUnless = (shown) => {
    const named = typeof shown === "string" ? window.__svcH.money.currency(shown) : { code: "" };
    return named.code && !named.guessed && !/[¥￥]/.test(shown) ? named.code : "CNY";
  };

  /** Whether an element is crossed out, hidden or belongs to an old price. */
  const isCrossed = (element) => {
    const crossed = "del, s, strike, [data-a-strike='true'], [class*='strikethrough' i], [class*='line-through' i]";
    const unseen = "template, noscript, [hidden], [aria-hidden='true'][class*='old' i]";
    if (element.closest(`${crossed}, ${unseen}`)) return true;
    for (let node = element, levels = 0; node && levels < 3; node = node.parentElement, levels += 1) {
      const style = attempt(() => getComputedStyle(node));
      if (
        style &&
        (/line-through/.test(`${style.textDecorationLine} ${style.textDecoration}`) ||
          style.display === "none" ||
          style.visibility === "hidden")
      )
        return true;
    }
    return false;
  };

  const WALL_ADDRESS = oneOf(
    "",
    /_____tmd_____|\/punish|risk_handler|\/login\.html\?from=.*yangkeduo/,
    /login\.(taobao|1688|tmall|aliexpress)\.com|passport\.(jd|goofish|shop\.jd)\.com/,
  );
  const BROKEN = oneOf(
    "iu",
    /^[^\p{L}\d]*(error|fehler|erreur|ошибка|错误)[^\p{L}\d]*[45]\d\d(?!\d)/,
    // A name can begin with a number.
    /^[^\p{L}\d]*[45]\d\d[^\p{L}\d]*($|\s(error|page|not found|bad|forbidden|internal|service|gateway|gone|ошибка|страница)(?!\p{L}))/,
    /系统繁忙|网络异常|(页面|网页)(不存在|找不到|出错|走丢)|something went wrong|page not found/,
  );
  const DELISTED = oneOf(
    "i",
    /(商品|宝贝|货品|offer)[^，。]{0,8}(已下架|已下柜|已失效|不存在|已删除|不在了)|很抱歉[，,]您查看的|卖掉了/,
    /(product|item) (is )?no longer available|page not found|404 not found/,
  );
  const DELISTED_NOTICE =
    ".error-notice-text, .errorDetail, .offer-offline, .itemover-tip, [class*='soldOutPage'], [class*='item-off'], .mod-detail-offline";

  /** Whether the page asks to log in or to pass a check instead of showing a product. */
  const isWall = () =>
    WALL_ADDRESS.test(location.href) ||
    /^(登录|验证码|安全验证|滑块|访问受限|京东验证|Just a moment\.\.\.|Access Denied|Attention Required|Robot Check|Captcha Interception)/i.test(
      document.title.trim(),
    ) ||
    Boolean(
      document.querySelector("#nocaptcha, #nc_1_wrapper, .J_MIDDLEWARE_FRAME_WIDGET, #challenge-form, #captcha-verify"),
    );

  /** Whether the page says that it could not be shown. */
  const isBroken = () => BROKEN.test(document.title.slice(0, 200));

  /** Whether the shop says that the product is no longer sold at this address. */
  const isDelisted = () =>
    DELISTED.test(`${document.title.slice(0, 200)} ${text(query(DELISTED_NOTICE)?.textContent)}`);

  window.__svcH = Object.assign(window.__svcH ?? {}, {
    LIMITS,
    oneOf,
    startBudget,
    isSpent,
    spend,
    text,
    at,
    first,
    list,
    entries,
    attempt,
    meta,
    seenText,
    isAside,
    query,
    nodesOf,
    all,
    words,
    param,
    scripts,
    json,
    literal,
    stateAfter,
    search,
    hundredths,
    decode,
    yuanUnless,
    isCrossed,
    isWall,
    isBroken,
    isDelisted,
  });
})();
