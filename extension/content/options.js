/** Options that the page shows. */
(() => {
  if (window.__svcH.options) return;
  const { oneOf, text, attempt, seenText } = window.__svcH;
  const { pricesIn } = window.__svcH.prices;
  const MOST = { values: 80, groups: 5 };
  const NOT_OPTION = oneOf(
    "i",
    /quantity|qty|menge|sort|country|currency|language|rating|filter|delivery|shipping|payment|newsletter|consent|facet|review/,
    /purchase|subscri|selling[-_]?plan|gift|warranty|store|postcode|zip|search|(?<!has-)image|thumb|gallery|slide|tab/,
    /friend|wish|compare|share|rate|vote|оцен|category|kategor|week|month|interval|autoship|breadcrumb|menu|guide|chart/,
  );
  const GONE = /(^|[\s_-])(disabled|sold-?out|unavailable|out-?of-?stock|not-?available|crossed)($|[\s_-])/i;
  const SAYS_GONE = oneOf(
    "i",
    /\s*[-–(]?\s*(sold out|out of stock|unavailable|ausverkauft|nicht verfügbar)\)?\s*$/, // spelling:ignore
    /\s*[-–(]?\s*(épuisé|agotado|нет в наличии|缺货|売り切れ)\)?\s*$/, // spelling:ignore
  );
  const PLACEHOLDER = oneOf(
    "iu",
    /^[^\p{L}\d]*(choose|select|please|pick|bitte|choisi|sélect|elij|selecc|scegli|wähl|вы(бер|бра)|-|—|$)/, // spelling:ignore
    /^[^\p{L}\d]*(wybierz|vyber|válassz|kies|velg|vælg|välj|seç|请选择|選択)/, // spelling:ignore
  );
  const namesOf = (element) =>
    ["name", "id", "class", "aria-label", "data-testid"].map((name) => element.getAttribute(name) ?? "").join(" ");

  /** The part of the page with heading and button; options of other parts belong to other things. */
  const area = () => {
    const { titles, buttons, candidates } = window.__svcH.shown();
    const others = [buttons[0], candidates[0]?.element].filter(Boolean);
    let holder = titles[0]?.element ?? others[0];
    while (holder && !others.every((other) => holder.contains(other))) holder = holder.parentElement;
    return holder && others.length ? holder : null;
  };
  /** Whether a control stands between the heading and the button, or in the form of the button. */
  const isOfProduct = (element) => {
    const { titles, buttons } = window.__svcH.shown();
    const follows = (one, other) => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
    if (element.closest("header, footer, nav, [class*='related' i], [class*='recommend' i], [class*='review' i]"))
      return false;
    const form = buttons[0]?.closest("form");
    if (form?.contains(element)) return true;
    return (!titles[0] || follows(titles[0].element, element)) && (!buttons[0] || follows(element, buttons[0]));
  };

  const labelOf = (element) => {
    const label =
      element.labels?.[0] ?? (element.nextElementSibling?.localName === "label" ? element.nextElementSibling : null);
    const hidden = ["data-option-label", "data-value", "aria-label", "title"].map((name) =>
      text(element.getAttribute(name)),
    );
    const own =
      element.localName === "input"
        ? [seenText(label), ...hidden, text(label?.title), text(element.value)]
        : [
            hidden.some((name) => name.endsWith(` ${seenText(element)}`)) ? seenText(element) : "",
            ...hidden,
            seenText(element),
          ];
    return own.find((name) => name && name.length <= 60) ?? "";
  };
  /** A value with the elements around it and in it that hold nothing else. */
  const layersOf = (element) => {
    const layers = [element];
    for (let node = element; node.childElementCount === 1 && layers.length < 3; node = node.firstElementChild)
      layers.push(node.firstElementChild);
    for (
      let node = element.parentElement;
      node?.childElementCount === 1 && layers.length < 5;
      node = node.parentElement
    )
      layers.push(node);
    return layers;
  };
  const partsOf = (element) => [...layersOf(element), element.labels?.[0], element.closest("li")].filter(Boolean);
  /** Amounts after the name of a value, with or without brackets. */
  const ITS_PRICE =
    /(\s*[-–—:+(]{0,2}\s*(\p{Sc}\s?\d[\d.,]*( [A-Z]{3})?|\d[\d.,\u00a0 ]*(\p{Sc}|руб\.?|zł|kr\b))\s*[)\]]?)+$/u;
  /** One value: its name without notes, and its marks. */
  const valueOf = (element, name, isChosen, isFirst) => ({
    name: name
      .replace(SAYS_GONE, "")
      .replace(/\s*[([][^()[\]]*[)\]]\s*$/, (note) => (/[$€£¥₽]\s?\d|\d\s?[$€£¥₽]/.test(note) ? "" : note))
      .replace(ITS_PRICE, (amounts, ...rest) => (rest.at(-2) > 0 ? "" : amounts))
      .trim(),
    isChosen,
    isDefault: isChosen && isFirst,
    sold_out:
      Boolean(element.disabled) ||
      element.getAttribute("aria-disabled") === "true" ||
      SAYS_GONE.test(name) ||
      partsOf(element).some(
        (part) => GONE.test(part.getAttribute("class") ?? "") || SAYS_GONE.test(seenText(part).slice(0, 120)),
      ),
  });
  const MARKED = /(^|[\s_-])(is-?)?(selected|active|checked|current|chosen)($|[\s_-])/i;
  const isMarked = (element) =>
    layersOf(element).some(
      (layer) =>
        ["aria-checked", "aria-pressed", "aria-selected"].some((name) => layer.getAttribute(name) === "true") ||
        MARKED.test(layer.getAttribute("class") ?? ""),
    );

  /** The name of a group, from its legend, label or the words before it; what is chosen can stand between them. */
  const axisName = (holder, first, values) => {
    const byId = text(holder.getAttribute("aria-labelledby"));
    const before = holder.previousElementSibling;
    const isValue = (name) => values.some((value) => value.name === name);
    const sources = [
      first.localName === "select" ? first.labels?.[0] : null,
      byId && document.getElementById(byId.split(" ")[0]),
      holder.querySelector("legend") ?? holder.closest("fieldset")?.querySelector("legend"),
      holder.closest("tr")?.querySelector("th"),
      isValue(seenText(before)) ? before.previousElementSibling : before,
      holder.parentElement?.previousElementSibling,
      holder.firstElementChild?.matches("label:not([for]), legend, dt, span, p") ? holder.firstElementChild : null,
    ];
    const isName = (source) =>
      source && !source.querySelector("input, select, button") && pricesIn(source).length === 0;
    const found = [
      text(holder.getAttribute("aria-label")),
      ...sources.map((source) => (isName(source) ? seenText(source) : "")),
    ];
    const isOwn = (name) => name && name.length < 60 && !isValue(name);
    return (found.find(isOwn) ?? "")
      .split(/[:：]/)[0]
      .replace(/\s*\*$/, "")
      .trim();
  };

  const { CART } = window.__svcH.lexicon;
  const ITEMS = "[role='radio'], [role='option'], button, a, li, [class*='swatch-option' i]";
  const SWATCH = /swatch|sku|variant|option|size|colou?r|radiogroup|listbox|choose|attr/i;
  const kindOf = (element) => `${element.localName} ${element.classList[0]}`;
  /** Whether an element stands among others alike, one of which is the chosen one: a value can be any element. */
  const isBesideChosen = (element) =>
    element.classList.length > 0 &&
    [...element.parentElement.children].some((one) => kindOf(one) === kindOf(element) && MARKED.test(one.className));
  /** The nearest element that holds several of these. */
  const holderOf = (item, items) => {
    for (let node = item.parentElement, levels = 0; node && levels < 4; node = node.parentElement, levels += 1)
      if (items.filter((other) => node.contains(other)).length > 1) return node;
    return null;
  };

  const groupsIn = (root) => {
    const groups = [];
    const add = (holder, first, read, elements) => {
      if (!holder || !isOfProduct(first)) return;
      const named = elements
        .map(read)
        .filter((value) => value.name && !PLACEHOLDER.test(value.name))
        .slice(0, MOST.values);
      const isCount = named.every(({ name }) => /^\d{1,3}$/.test(name)) && named[0]?.name === "1";
      const isOwn = !NOT_OPTION.test(`${namesOf(first)} ${namesOf(holder)}`) && !holder.closest("[hidden], template");
      if (new Set(named.map(({ name }) => name)).size < 2 || isCount || !isOwn || groups.length >= MOST.groups) return;
      groups.push({ holder, name: axisName(holder, first, named), values: named });
    };
    for (const select of root.querySelectorAll("select"))
      add(
        select,
        select,
        (option, place) =>
          valueOf(
            option,
            text(option.textContent),
            option.selected && (option.defaultSelected || place > 0),
            place === 0,
          ),
        [...select.options],
      );
    const radios = new Map();
    for (const input of root.querySelectorAll("input[type='radio']"))
      radios.set(input.name, [...(radios.get(input.name) ?? []), input]);
    for (const inputs of radios.values())
      add(
        holderOf(inputs[0], inputs),
        inputs[0],
        (input, place) => valueOf(input, labelOf(input), input.checked, place === 0 && input.defaultChecked),
        inputs,
      );
    const items = [...root.querySelectorAll(`${ITEMS}, div, span`)].filter(
      (item) =>
        (item.matches(ITEMS) || isBesideChosen(item)) &&
        !item.querySelector(`input, select, ${ITEMS}`) &&
        labelOf(item) &&
        labelOf(item).length < 30 &&
        !CART.test(labelOf(item)) &&
        pricesIn(item).length === 0,
    );
    const swatches = new Map();
    for (const item of items.slice(0, 200)) {
      const holder = holderOf(item, items);
      if (holder && SWATCH.test(`${[item, holder, holder.parentElement].map(namesOf)} ${holder.getAttribute("role")}`))
        swatches.set(holder, [...(swatches.get(holder) ?? []), item]);
    }
    for (const [holder, own] of swatches)
      if (!holder.querySelector("input[type='radio'], select"))
        add(holder, own[0], (item) => valueOf(item, labelOf(item), isMarked(item), false), own);
    groups.sort((one, other) =>
      one.holder.compareDocumentPosition(other.holder) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );
    return groups.filter(
      (group, place) =>
        groups.findIndex(
          ({ values }) => values[0].name === group.values[0].name && values.length === group.values.length,
        ) === place,
    );
  };

  /** Axes with what is chosen; SKUs where one axis alone tells them apart. */
  window.__svcH.options = () => {
    const root = attempt(area);
    const groups = root ? (attempt(() => groupsIn(root)) ?? []) : [];
    if (!groups.length) return {};
    const chosen = groups
      .map(({ values }) => values.filter((value) => value.isChosen))
      .map((all) => (all.length === 1 ? all[0] : null));
    return {
      axes: groups.map(({ name, values }) => ({ name, values: values.map((value) => ({ name: value.name })) })),
      variant: chosen
        .filter(Boolean)
        .map(({ name }) => name)
        .join(" / "),
      variant_uncertain: chosen.some((value) => !value || value.isDefault),
      ...(chosen.some((value) => value?.sold_out) ? { sold_out: true } : {}),
      skus:
        groups.length === 1
          ? groups[0].values.map((value) => ({ id: "", values: [value.name], price: "", sold_out: value.sold_out }))
          : [],
    };
  };
})();
