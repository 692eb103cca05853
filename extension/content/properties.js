/** Weight and size in tables of properties. */
(() => {
  if (window.__svcH.properties) return;
  const { text, list } = window.__svcH;
  const { GRAMS, MILLIMETRES } = window.__svcH.schema;

  const UNITS_OF_WEIGHT = { ...GRAMS, 克: 1, 千克: 1000, 公斤: 1000, 斤: 500, ГР: 1, Г: 1, КГ: 1000 };
  const UNITS_OF_LENGTH = { ...MILLIMETRES, 毫米: 1, 厘米: 10, 公分: 10, 米: 1000, 英寸: 25.4, ММ: 1, СМ: 10, М: 1000 };
  /** The weight of a piece with its packing comes first, because the packed piece is shipped. */
  const WEIGHTS = [
    /^(商品|产品|包装)?毛重$|^包装重量$|^(package|gross|shipping) weight$/i,
    /^(商品|产品|单件|单品)?(重量|净重)$|^(item |product |net )?weight$/i,
  ];
  const SIZES = [
    /^(包装|外箱|快递)(尺寸|规格)$|^package (size|dimensions?)$/i,
    /^(商品|产品|外形|整体)?尺寸(规格)?$|^长[*×x]?宽[*×x]?高$|^(item |product )?(size|dimensions?)$/i,
  ];
  const AMOUNT = "\\d+(?:\\.\\d+)?";
  const UNIT = "[a-zа-я毫厘米公分英寸千克斤]{1,3}";

  /** `重量（kg）` → its name, and its unit. */
  const nameAndUnit = (shown) => {
    const [, name, inside] = /^(.*?)\s*[（([]([^）)\]]*)[）)\]]\s*$/.exec(shown) ?? [null, shown, ""];
    const unit = new RegExp(`(${UNIT})$`, "i").exec(inside.trim())?.[1] ?? "";
    return { name: name.replace(/\s+/g, " ").trim(), unit: unit.toUpperCase() };
  };
  /** One weight with its unit; a range, or a number without a unit, is none. */
  const gramsOf = (value, unit) => {
    const [, amount, own] = new RegExp(`^(${AMOUNT})\\s*(${UNIT})?$`, "i").exec(value) ?? [];
    const factor = UNITS_OF_WEIGHT[(own ?? unit).toUpperCase()];
    return amount && factor ? Math.round(Number(amount) * factor) : 0;
  };
  /** Three sides with one unit, as `30*20*10cm`, `30cm x 20cm x 10cm` or `长300mm；宽200mm；高100mm`. */
  const sidesOf = (value, unit) => {
    const side = `(${AMOUNT})\\s*(${UNIT})?`;
    const between = "\\s*[*×xX✕х]\\s*";
    const named = ["长度?", "宽度?", "高度?"].map((name) => `${name}\\s*[:：]?\\s*${side}`).join("[;；,，、\\s]*");
    const found =
      new RegExp(`^${[side, side, side].join(between)}$`, "i").exec(value) ?? new RegExp(`^${named}$`, "i").exec(value);
    if (!found) return [];
    const units = [found[2], found[4], found[6]].map((own) => (own ?? found[6] ?? unit).toUpperCase());
    const factors = units.map((own) => UNITS_OF_LENGTH[own]);
    if (!factors.every(Boolean)) return [];
    return [found[1], found[3], found[5]].map((amount, index) => Math.round(Number(amount) * factors[index]));
  };

  /** The first usable value by the order of names. Two rows of one name that differ say nothing. */
  const best = (rows, names, read) => {
    for (const name of names) {
      const values = rows
        .filter((row) => name.test(row.name))
        .map((row) => read(row.value, row.unit))
        .filter((value) => (Array.isArray(value) ? value.length && value.every((side) => side > 0) : value > 0));
      if (new Set(values.map(String)).size === 1) return values[0];
    }
    return undefined;
  };

  /**
   * Reads a table of properties.
   * @param {[string, string][]} pairs names and values as the page shows them
   * @returns {{weight_grams?: number, size_mm?: number[]}}
   */
  const measures = (pairs) => {
    const rows = list(pairs)
      .slice(0, 300)
      .map(([name, value]) => ({ ...nameAndUnit(text(name).replace(/[:：]\s*$/, "")), value: text(value) }))
      .filter((row) => row.name && row.value);
    const weight = best(rows, WEIGHTS, gramsOf);
    const size = best(rows, SIZES, sidesOf);
    return { ...(weight ? { weight_grams: weight } : {}), ...(size ? { size_mm: size } : {}) };
  };

  /** Rows that are written as one text: `商品毛重：0.52kg`. */
  const shownPairs = (selector) =>
    [...document.querySelectorAll(selector)]
      .slice(0, 300)
      .map((element) => (/^([^:：]{1,30})[:：]\s*(.+)$/s.exec(text(element.textContent)) ?? []).slice(1))
      .filter((pair) => pair.length === 2);

  /** Rows whose name and value are elements of their own. */
  const cellPairs = (row, name, value) =>
    [...document.querySelectorAll(row)]
      .slice(0, 300)
      .map((element) => [
        text(element.querySelector(name)?.textContent),
        text(element.querySelector(value)?.textContent),
      ]);

  window.__svcH.properties = { measures, shownPairs, cellPairs };
})();
