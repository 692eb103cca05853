/** The choice of the person in controls of the page. */
(() => {
  if (window.__svcH.choice) return;
  const { oneOf, text, attempt, entries, list, all } = window.__svcH;
  const OPTION = oneOf(
    "i",
    /size|colou?r|variant|style|option|swatch|taille|couleur|gr(ö|oe?)(ß|ss)e|farbe|talla|tamaño|beden|renk/,
    /サイズ|カラー|尺码|颜色|规格|размер|цвет|kích|màu|rozmiar|kolor|taglia|colore|maat|kleur|storlek|attribute|super_attribute/,
  );
  const NOT_OPTION = oneOf(
    "i",
    /size-?guide|size-?chart|quantity|qty|sort|country|currency|language/,
    /rating|filter|delivery|payment|newsletter|shipping|cookie|consent|facet/,
  );
  const names = (element) =>
    [
      element.getAttribute("name"),
      element.id,
      typeof element.className === "string" ? element.className : "",
      element.getAttribute("aria-label"),
      element.getAttribute("data-testid"),
    ].join(" ");
  const label = (element) =>
    text(element.labels?.[0]?.textContent) ||
    text(element.getAttribute("aria-label")) ||
    text(element.getAttribute("data-value")) ||
    text(element.title) ||
    text(element.value && element.value !== "on" ? element.value : "") ||
    text(element.textContent);

  /** The holder whose name says that it is an option of a product. */
  const holderOf = (element) => {
    for (let node = element, levels = 0; node && levels < 5; node = node.parentElement, levels += 1) {
      const own = names(node);
      if (NOT_OPTION.test(own) || /^(header|footer|nav)$/.test(node.localName)) return null;
      if (OPTION.test(own)) return node;
    }
    return null;
  };

  let memory = null;
  /** Controls of options: `{kind, isChosen, value}`; kinds are the names of their holders. */
  const controls = () => {
    if (memory) return memory;
    const found = [];
    const groups = new Set();
    const add = (element, isChosen, value, isDefault = false) => {
      const holder = value && value.length <= 60 && holderOf(element);
      if (holder) found.push({ kind: names(holder).toLowerCase(), isChosen, value, isDefault });
    };
    for (const select of [...document.querySelectorAll("select")].slice(0, 60)) {
      for (const option of [...select.options].slice(0, 200))
        if (option.value && !option.disabled) {
          // The first option of a list is selected by itself: that is not a choice.
          add(
            select,
            option.selected && (option.defaultSelected || option.index > 0),
            text(option.textContent),
            option.index === 0,
          );
        }
    }
    for (const input of [...document.querySelectorAll('input[type="radio"]')].slice(0, 400)) {
      // A shop marks the first value before the person has chosen anything.
      const isFirst = !groups.has(input.name);
      groups.add(input.name);
      add(input, input.checked, label(input), isFirst && input.defaultChecked);
    }
    for (const element of [
      ...document.querySelectorAll(
        '[role="radio"], [role="option"], [aria-pressed], button[class], a[aria-checked], li[aria-selected], li[class]',
      ),
    ].slice(0, 600)) {
      const isChosen =
        ["aria-checked", "aria-pressed", "aria-selected"].some((name) => element.getAttribute(name) === "true") ||
        /(^|[\s_-])(is-)?(selected|active|checked|current)($|[\s_-])/i.test(
          text(element.className?.baseVal ?? element.className),
        );
      add(element, isChosen, label(element));
    }
    memory = found;
    return found;
  };

  /** Texts of what is chosen, in lower case. */
  const chosenTexts = () =>
    new Set(
      (attempt(controls) ?? []).filter((control) => control.isChosen).map((control) => control.value.toLowerCase()),
    );

  /** Whether a value of structured data is what is chosen, or there is nothing to choose. */
  const isChosen = (kind, value) => {
    const own = (attempt(controls) ?? []).filter((control) => kind.test(control.kind));
    if (new Set(own.map((control) => control.value)).size < 2) return true;
    const wanted = value.toLowerCase();
    return own.some(
      (control) =>
        control.isChosen &&
        (control.value.toLowerCase() === wanted || control.value.toLowerCase().startsWith(`${wanted} `)),
    );
  };

  /** The only SKU whose values are all chosen. */
  const chosenSku = (skus) => {
    const texts = chosenTexts();
    const fitting = texts.size
      ? skus.filter(
          (sku) =>
            sku.values.filter(Boolean).length &&
            sku.values.filter(Boolean).every((value) => texts.has(text(value).toLowerCase())),
        )
      : [];
    if (fitting.length !== 1) return null;
    const values = fitting[0].values.filter(Boolean).map((value) => text(value).toLowerCase());
    const chosen = controls().filter((control) => control.isChosen && values.includes(control.value.toLowerCase()));
    return { ...fitting[0], isDefault: chosen.length > 0 && chosen.every((control) => control.isDefault) };
  };

  const NOT_A_PRODUCT = oneOf(
    "i",
    /\/(cart|basket|checkout|search|suche|category|categories|collections?|wishlist|compare|comparison)(\/|$|\?)/,
    /\/(login|log-?in|sign-?in|sign-?up|account|register|join|contact|konto|compte|password)(\/|$|\.)/,
    /^\/([a-z]{2}([-_][a-z]{2})?\/){0,2}([a-z]{2}([-_][a-z]{2})?|index\.\w+)?$/,
  );
  /** Whether the address is that of a front page, a list, or a form. */
  const isElsewhere = () => {
    // A front page stays one with the parameters of a visit.
    const search = location.search.replace(/[?&](utm_\w+|_ga|gclid|fbclid|ref)=[^&]*/g, "");
    // A product can stand below the address of its list, and the list behind that of the product.
    const route = /^#!?(\/.+)/.exec(location.hash)?.[1];
    const path = (route ?? location.pathname).replace(/^.*(\/(products?|p|item|dp|goods)\/[^/]+).*/i, "$1");
    return NOT_A_PRODUCT.test(path + (search && "?"));
  };
  /** Whether the page sells one thing: a heading that the page is called by, a price, and a button outside of cards of a list. */
  const sellsOne = () => {
    if (isElsewhere()) return false;
    const { titles, candidates, buttons, cards, isSoldOut } = window.__svcH.shown();
    const [title] = titles;
    const [best] = candidates;
    const isBare = buttons.length > 0 && cards === 0 && all("h1").length === 1;
    if (!(best || isBare) || buttons.length > 6 || !(title || text(document.title))) return false;
    // The words of a search stay in the address of a product that was found by them.
    if (/[?&](q|query|search|keyword)=/i.test(location.search) && cards > 2 && !/\d{4}/.test(location.pathname))
      return false;
    // Many prices of one look belong to a list.
    if (best && candidates.filter((other) => other.path === best.path).length > 3) return false;
    const isH1 = title?.element.localName === "h1";
    const isNamed =
      !title || isH1 || title.agrees >= 0.5 || (!/^h/.test(title.element.localName) && titles.length === 1);
    if (buttons.length > 0 || (isSoldOut && best?.isBelow)) return isNamed;
    // The button may come later: then the page has to be called by its heading, and one price to stand below it.
    return Boolean(
      title &&
      (isH1 || title.agrees >= 0.8) &&
      title.agrees >= 0.6 &&
      best?.isBelow &&
      ((best.isNamed && (best.isInProduct || best.element.closest("[itemprop='price']"))) ||
        // An album of pictures has its price in its name.
        (title.element.contains(best.element) && /\/albums?\/\d/.test(location.pathname))),
    );
  };

  /** The page's analytics data about the product in view. */
  const tagged = () => {
    const layer = attempt(() => window.dataLayer);
    for (const entry of list(layer).slice(-200).reverse()) {
      const parts = entry && typeof entry === "object" ? [entry, ...entries(entry, 20).map(([, value]) => value)] : [];
      for (const part of parts) {
        const event = text(part?.event ?? entry?.event ?? part?.[1] ?? "");
        const commerce = part?.ecommerce ?? (part?.items ? part : null);
        const items = list(
          commerce?.detail?.products ??
            (/view_?item$|productdetail|product_?view|^view_item/i.test(event) ? commerce?.items : null),
        );
        if (items.length !== 1 || !items[0] || typeof items[0] !== "object") continue;
        const [item] = items;
        return {
          title: text(item.item_name ?? item.name),
          price: item.price ?? "",
          currency: text(commerce.currency ?? item.currency ?? commerce.currencyCode),
          external_id: text(item.item_id ?? item.id),
          price_source: "state",
          price_path: "dataLayer",
          price_uncertain: true,
        };
      }
    }
    return null;
  };

  window.__svcH.choice = {
    isChosen,
    chosenSku,
    isElsewhere,
    sellsOne,
    tagged,
    forget: () => {
      memory = null;
    },
  };
})();
