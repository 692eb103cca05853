/** An empty field never overwrites one that says something. */
(() => {
  if (window.__svcMerge) return;
  const isEmpty = (value) =>
    value === undefined || value === null || value === "" || (Array.isArray(value) && !value.length) || (typeof value === "object" && !Array.isArray(value) && Object.values(value).every(isEmpty));

  const merge = (base, refined) => {
    const out = { ...base };
    for (const [key, value] of Object.entries(refined ?? {})) if (!isEmpty(value)) out[key] = value;
    return out;
  };
  window.__svcMerge = { merge, isEmpty };
})();
