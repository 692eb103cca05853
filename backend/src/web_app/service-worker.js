/**
 * The service worker of a cabinet. The server writes SIDE (`agent` or `client`) and RELEASE (a digest of the page) in front.
 *
 * - It shows each notification: browsers end the subscription of a site that shows none.
 * - It opens the cabinet of clients without a connection: the page and the files of one release, and the last seen orders and
 *   shipments. These belong to one login, and are erased with it.
 */

/** The page of this release and its files. The names of files change with their content, so none of them is stale. */
const SHELL = `shell-${RELEASE}`;
/** The last seen answers. */
const SEEN = "seen";
const PAGE = `/${SIDE}/index.html`;
const FILES = `/assets/${SIDE}/`;
const ME = `/${SIDE}/me`;
/** How long an opened page waits for the network, in milliseconds. */
const PATIENCE = 3000;
const MOST_SEEN = 100;
const SEEN_PATHS = /^\/client\/(me|attention|orders|shipments)(\/|$)/;
const ENDS_OF_LOGINS = /^\/client\/(logout|login|switch)(\/|$)/;
const SEEN_AT = "x-seen-at";
/** The page shows one in its language, with the time. */
const SEEN_TEXTS = {
  ru: "Нет связи. Показано то, что было",
  en: "No connection. This was seen on",
  zh: "没有网络。显示的内容截至",
};
const ANY_ACCEPT = { ignoreVary: true };

/** Changes when the store of seen answers is erased, so that a late answer is not put back. */
let login = 0;

const worksOffline = SIDE === "client";

addEventListener("install", (event) => {
  if (worksOffline) event.waitUntil(storeShell().catch(() => {}));
  skipWaiting();
});

addEventListener("activate", (event) => event.waitUntil(start()));

async function start() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== SHELL && name !== SEEN).map((name) => caches.delete(name)));
  await clients.claim();
}

/** Stores the page with the files that it names. */
async function storeShell() {
  const page = await fetch(`/${SIDE}/orders`, { headers: { accept: "text/html" }, cache: "no-cache" });
  const names = (await page.clone().text()).match(new RegExp(`${FILES}[^"'\\s]+\\.[a-z0-9]+`, "g")) ?? [];
  await storeFiles(names);
  await (await caches.open(SHELL)).put(PAGE, page);
}

async function storeFiles(names) {
  const cache = await caches.open(SHELL);
  const store = async (name) => (await cache.match(name, ANY_ACCEPT)) ?? cache.add(name);
  await Promise.all([...new Set(names)].map((name) => store(name).catch(() => {})));
}

/** A page names the files that it loaded before it had a worker. */
addEventListener("message", (event) => {
  const paths = (event.data.loaded ?? []).map((address) => new URL(address).pathname);
  if (worksOffline) event.waitUntil(storeFiles(paths.filter((path) => path.startsWith(FILES))));
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  const isRead = request.method === "GET";
  if (isRead && pathname === ME) event.waitUntil(renewSubscription(request.headers.get("authorization")));
  if (!worksOffline) return;
  if (request.mode === "navigate") {
    if (isRead) event.respondWith(openPage(request, pathname));
  } else if (isRead && pathname.startsWith(FILES)) {
    event.respondWith(openFile(request));
  } else if (isRead && SEEN_PATHS.test(pathname) && request.headers.get("accept")?.includes("json")) {
    event.respondWith(read(event));
  } else if (pathname === "/client/refresh") {
    event.respondWith(restoreLogin(request));
  } else if (pathname === "/client/app/login") {
    event.respondWith(launch(request));
  } else if (!isRead && ENDS_OF_LOGINS.test(pathname)) {
    event.waitUntil(endLogin(pathname.startsWith("/client/logout")));
  }
});

/** A launch can log in another account of the messenger. One that fails, as without a connection, ends nothing. */
async function launch(request) {
  const answer = await fetch(request);
  if (answer.ok) await endLogin(false);
  return answer;
}

/** The page from the network, or the stored one if there is no answer soon. */
async function openPage(request, pathname) {
  const fetched = fetch(request);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE));
  const page = await Promise.race([fetched.catch(() => undefined), late]);
  if (page) return page;
  const stored = await caches.match(PAGE, ANY_ACCEPT);
  if (!stored) return fetched;
  return /^\/client\/?$/.test(pathname) ? Response.redirect("/client/orders") : stored;
}

async function openFile(request) {
  const cache = await caches.open(SHELL);
  const stored = await cache.match(request, ANY_ACCEPT);
  if (stored) return stored;
  const file = await fetch(request);
  if (file.status === 200) await cache.put(request, file.clone());
  return file;
}

/** The answer of the server, which is stored, or else the last seen one. */
async function read(event) {
  const { request } = event;
  const started = login;
  try {
    const answer = await fetch(request);
    const isJson = answer.headers.get("content-type")?.includes("json");
    if (answer.status === 200 && isJson) event.waitUntil(store(request.url, answer.clone(), started));
    return answer;
  } catch (error) {
    const stored = await (await caches.open(SEEN)).match(request, ANY_ACCEPT);
    if (!stored) throw error;
    const page = await clients.get(event.clientId);
    page?.postMessage({ seenAt: stored.headers.get(SEEN_AT), texts: SEEN_TEXTS });
    return stored;
  }
}

async function store(address, answer, started) {
  const body = await answer.blob();
  const headers = new Headers(answer.headers);
  headers.set(SEEN_AT, new Date().toISOString());
  if (started !== login) return;
  const cache = await caches.open(SEEN);
  await cache.put(address, new Response(body, { headers }));
  const addresses = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== ME);
  await Promise.all(addresses.slice(0, -MOST_SEEN).map((old) => cache.delete(old)));
}

/**
 * Restores the login by its cookie. Without a connection the pages get a token that opens nothing: they read what was seen, and
 * the server refuses it as soon as it can be reached, so that they ask again.
 */
async function restoreLogin(request) {
  try {
    const answer = await fetch(request);
    if (answer.status === 401) await endLogin(true);
    return answer;
  } catch (error) {
    const me = await (await caches.open(SEEN)).match(ME, ANY_ACCEPT);
    if (!me) throw error;
    const { cabinet } = await me.json();
    return Response.json({ access_token: "offline", token_type: "Bearer", expires_in: 0, cabinet });
  }
}

/** Erases what the person has seen. The server sends no notifications to a login that has ended. */
async function endLogin(unsubscribes) {
  login += 1;
  await caches.delete(SEEN);
  if (unsubscribes) await (await registration.pushManager?.getSubscription())?.unsubscribe();
}

/** Names the subscription to the server again: a browser may have changed it, and a new login knows none. */
async function renewSubscription(authorization) {
  const subscription = await registration.pushManager?.getSubscription();
  if (!subscription || !authorization) return;
  const { endpoint, keys } = subscription.toJSON();
  await fetch(`/${SIDE}/push-subscriptions`, {
    method: "POST",
    headers: { accept: "application/json", "content-type": "application/json", authorization },
    body: JSON.stringify({ endpoint, keys }),
  }).catch(() => {});
}

addEventListener("push", (event) => event.waitUntil(show(event.data)));

/** Shows a message of declarative web push, which Safari shows by itself if this worker fails. */
async function show(data) {
  let message = {};
  try {
    message = data.json().notification;
  } catch {
    // A notification without a text is better than the end of the subscription.
  }
  const { title = "Karavan", body, lang, tag = "", navigate, actions = [] } = message;
  await registration.showNotification(title, {
    body,
    lang,
    tag,
    renotify: tag !== "",
    icon: "/assets/icons/icon-192.png",
    data: { navigate },
    actions: actions.map(({ action, title: caption }) => ({ action, title: caption })),
  });
  await countUnread();
}

/** The badge of the app counts the notifications that wait. */
async function countUnread() {
  const { length } = await registration.getNotifications();
  await navigator.setAppBadge?.(length).catch(() => {});
}

addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(Promise.all([open(event.notification.data?.navigate), countUnread()]));
});

/** Opens a page of the cabinet at the host of this browser's login. */
async function open(page = `/${SIDE}`) {
  const { pathname, search } = new URL(page, location.origin);
  const { href } = new URL(pathname.startsWith(`/${SIDE}`) ? pathname + search : `/${SIDE}`, location.origin);
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const opened = windows.find(({ url }) => url === href);
  await (opened ? opened.focus() : clients.openWindow(href));
}
