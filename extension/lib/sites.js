/** Sites on whose pages the button is shown: enabled per site, registered only while the permission is granted. */
const idOf = (origin) => `button-${origin.replace(/[^a-z0-9.-]/gi, "-")}`;
const pattern = (origin) => `${origin}/*`;

/** Whether the button is shown on the pages of an origin. */
export async function isOn(origin) {
  const found = await globalThis.chrome.scripting
    .getRegisteredContentScripts?.({ ids: [idOf(origin)] })
    .catch(() => []);
  return Boolean(found?.length);
}

async function register(origin) {
  if (await isOn(origin)) return;
  const script = {
    id: idOf(origin),
    matches: [pattern(origin)],
    js: ["button/button.js"],
    runAt: "document_idle",
    persistAcrossSessions: true,
  };
  // Popup and background may both be here: the second one finds it done.
  await globalThis.chrome.scripting.registerContentScripts([script]).catch(() => {});
}

/** Asks for the right and registers the button; called from a click. */
export async function turnOn(origin) {
  const granted = await globalThis.chrome.permissions.request({ origins: [pattern(origin)] });
  if (granted) await register(origin);
  return granted;
}

/** Rights that were given: the browser's question can close the popup that asked, so the background registers the button too. */
export async function remember(patterns) {
  for (const origin of patterns
    .filter((entry) => /^https:\/\/[^*/]+\/\*$/.test(entry))
    .map((entry) => entry.replace(/\/\*$/, "")))
    await register(origin);
}

/** Unregisters the button and gives the permission back. */
export async function turnOff(origin) {
  await globalThis.chrome.scripting.unregisterContentScripts({ ids: [idOf(origin)] }).catch(() => {});
  await globalThis.chrome.permissions.remove({ origins: [pattern(origin)] });
}

/** Unregisters the button for permissions that were revoked in the browser's settings. */
export async function forget(patterns) {
  for (const origin of patterns.map((entry) => entry.replace(/\/\*$/, "")))
    await globalThis.chrome.scripting.unregisterContentScripts({ ids: [idOf(origin)] }).catch(() => {});
}
