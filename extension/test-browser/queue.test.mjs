/** Waiting products and new attempts in a real Chromium with the shipped extension. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Browser, eventually } from "./harness.mjs";
import { browser, isShown, openOn, page, server, startSession, stored, usePage } from "./session.mjs";

startSession();
/** The queue works next to the popup. */
const queueIsEmpty = (of) => eventually(async () => (await of.stored()).queue.length === 0, "the queue is empty");
const somethingIsSent = () => eventually(() => server.items.length > 0, "a product is sent", 40_000);

test("two products whose requests fail are queued, counted, and delivered once each with the same bytes", async () => {
  for (const [index, name] of ["shops/swiss-franc", "shops/kuwait-thousandths"].entries()) {
    const popup = await openOn(name);
    await popup.isReady();
    server.isDown = true;
    await popup.send();
    await isShown(popup, "waiting");
    assert.equal((await stored("queue")).length, index + 1);
    await page.close();
    server.isDown = false;
    // The next popup would send at once: it is opened while the server is down only for its form.
    if (index === 0)
      await browser.worker.evaluate(async () => {
        const { queue } = await chrome.storage.local.get("queue");
        await chrome.storage.local.set({
          queue: queue.map((entry) => ({ ...entry, account: { ...entry.account, server: "https://away.example" } })),
        });
      });
  }
  assert.equal(await browser.worker.evaluate(() => chrome.action.getBadgeText({})), "2");
  await browser.worker.evaluate(async (url) => {
    const { queue } = await chrome.storage.local.get("queue");
    await chrome.storage.local.set({
      queue: queue.map((entry) => ({ ...entry, account: { ...entry.account, server: url } })),
    });
  }, server.url);
  const third = await openOn("shops/article");
  await isShown(third, "error");
  await queueIsEmpty(browser);
  assert.deepEqual(
    server.items.map(({ title }) => title),
    ["Automatik 40", "Oud"],
  );
  assert.equal(await browser.worker.evaluate(() => chrome.action.getBadgeText({})), "");
});

test("a lost response adds one item: the same bytes are sent again", async () => {
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  server.losesAnswers = true;
  await popup.send();
  await isShown(popup, "waiting");
  server.losesAnswers = false;
  await page.close();
  const again = await openOn("shops/article");
  await isShown(again, "error");
  await queueIsEmpty(browser);
  const sent = server.requests.filter(({ path }) => path.endsWith("/items"));
  assert.ok(sent.length > 1);
  assert.deepEqual(
    [new Set(sent.map(({ body }) => body)).size, new Set(sent.map(({ key }) => key)).size, server.items.length],
    [1, 1, 1],
  );
  assert.deepEqual(await stored("queue"), []);
});

test("a product is captured without a network", async () => {
  const first = await openOn("shops/swiss-franc");
  await first.isReady();
  await page.close();
  server.isDown = true;
  const popup = await openOn("shops/kuwait-thousandths");
  await popup.isReady();
  assert.equal(await popup.isShown("offline"), true);
  await popup.send();
  await isShown(popup, "waiting");
  assert.equal((await stored("queue"))[0].about.title, "Oud");
});

test("the context menus exist, and a product sent without the popup shows a notification", async () => {
  await browser.worker.evaluate(
    async (account) => {
      const body = JSON.stringify({
        title: "Kept",
        url: "https://a.example/",
        price: "1",
        currency: "CNY",
        quantity: 1,
        price_uncertain: false,
      });
      await chrome.storage.local.set({
        queue: [
          {
            key: "kept-1",
            account,
            target: { order: 7 },
            draftKey: "d",
            body,
            about: { title: "Kept", url: "https://a.example/", price: "1", currency: "CNY", quantity: 1 },
            createdAt: 0,
            tried: 1,
            nextAt: 0,
            state: "waiting",
          },
        ],
      });
      await chrome.alarms.create("send-again", { when: Date.now() + 100 });
    },
    { server: server.url, person: { id: 1, name: "Anna" } },
  );
  await somethingIsSent();
  assert.deepEqual(
    server.items.map(({ title }) => title),
    ["Kept"],
  );
  const notifications = async () => Object.keys(await browser.worker.evaluate(() => chrome.notifications.getAll()));
  await eventually(async () => (await notifications()).length > 0, "a notification is shown");
  assert.deepEqual(await notifications(), ["sent"]);
  await browser.worker.evaluate(() =>
    Promise.all(["picture", "link", "page"].map((id) => chrome.contextMenus.update(id, { enabled: true }))),
  );
});

test("a queued product is sent after a restart of the browser", async () => {
  const first = await Browser.open();
  try {
    await first.connect(server);
    usePage(null);
    const shop = await first.visitFixture("shops/swiss-franc");
    const popup = await first.clickOn(shop);
    await popup.isReady();
    server.isDown = true;
    await popup.send();
    await isShown(popup, "waiting");
    await first.worker.evaluate(async () => {
      const { queue } = await chrome.storage.local.get("queue");
      await chrome.storage.local.set({ queue: queue.map((entry) => ({ ...entry, nextAt: 0 })) });
    });
  } finally {
    await first.close({ keepProfile: true });
  }
  server.isDown = false;
  const second = await Browser.open({ profile: first.profile });
  try {
    await somethingIsSent();
    assert.deepEqual(
      server.items.map(({ title }) => title),
      ["Automatik 40"],
    );
    await queueIsEmpty(second);
    assert.deepEqual((await second.stored()).queue, []);
  } finally {
    await second.close();
  }
});

const sentItems = () => server.requests.filter(({ path }) => path.endsWith("/items"));

test("a service worker that ends during a send loses nothing and adds nothing twice", async () => {
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  server.isDown = true;
  await popup.send();
  await isShown(popup, "waiting");
  Object.assign(server, { isDown: false, hangs: true });
  await page.close();
  usePage(await browser.context.newPage());
  await page.goto(`chrome-extension://${browser.id}/options/options.html`);
  const ring = () =>
    page.evaluate(async () => {
      const { queue } = await chrome.storage.local.get("queue");
      await chrome.storage.local.set({ queue: queue.map((entry) => ({ ...entry, nextAt: 0 })) });
      await chrome.alarms.create("send-again", { when: Date.now() + 100 });
    });
  await ring();
  await eventually(() => sentItems().length > 0, "the request arrives", 40_000);
  await browser.endWorker();
  server.hangs = false;
  // Another attempt is planned although the worker could not finish.
  const planned = await page.evaluate(() => chrome.alarms.get("send-again"));
  assert.ok(planned.scheduledTime > Date.now());
  await ring();
  const left = () => page.evaluate(async () => (await chrome.storage.local.get("queue")).queue.length);
  await eventually(async () => (await left()) === 0, "the queue is empty", 40_000);
  assert.deepEqual([server.items.length, new Set(sentItems().map(({ key, body }) => key + body)).size], [1, 1]);
  await browser.findWorker();
});

test("a browser that is killed during a send loses nothing and adds nothing twice", async () => {
  const first = await Browser.open();
  await first.connect(server);
  const popup = await first.clickOn(await first.visitFixture("shops/swiss-franc"));
  await popup.isReady();
  server.hangs = true;
  await popup.send();
  await eventually(() => sentItems().length > 0, "the request arrives", 40_000);
  await first.crash();
  server.hangs = false;
  const second = await Browser.open({ profile: first.profile });
  try {
    await queueIsEmpty(second);
    assert.deepEqual([server.items.length, new Set(sentItems().map(({ key, body }) => key + body)).size], [1, 1]);
  } finally {
    await second.close();
  }
});

test("each refusal has its sentence, and the way back is open", async () => {
  const refusals = [
    [413, {}, { code: "body_too_large" }, /too much for the server/, "form"],
    [
      422,
      {},
      { code: "validation_failed", errors: { title: [{ code: "too_long", params: { max: 9 } }] } },
      /9/,
      "form",
    ],
    [401, {}, { code: "credential_revoked" }, /revoked/, "form"],
    [429, { "Retry-After": "60" }, { code: "too_many_requests" }, /Too many requests/, "waiting"],
  ];
  for (const [status, headers, content, says, shown] of refusals) {
    const popup = await openOn("shops/swiss-franc");
    await popup.isReady();
    server.refusal = { status, headers, content };
    await popup.send();
    await isShown(popup, "error");
    assert.match(await popup.text("error"), says, String(status));
    await isShown(popup, shown === "form" ? "send" : "waiting");
    server.refusal = null;
    // The same click again, after the problem is gone.
    if (shown === "form") await popup.send();
    else await popup.click('[data-testid="retry"]');
    await eventually(() => server.items.length === 1, `the product is sent after ${status}`);
    await queueIsEmpty(browser);
    server.items = [];
    await page.close();
  }
  usePage(null);
});

/** Lets the next attempt happen now, and returns the entry after it. */
async function attemptNow(tried) {
  await browser.worker.evaluate(async () => {
    const { queue } = await chrome.storage.local.get("queue");
    await chrome.storage.local.set({ queue: queue.map((entry) => ({ ...entry, nextAt: 0 })) });
    await chrome.alarms.create("send-again", { when: Date.now() + 100 });
  });
  return eventually(async () => {
    const [entry] = await stored("queue");
    return (entry.tried > tried || entry.state === "refused") && entry;
  }, "an attempt is made");
}

test("attempts become rarer by themselves, and a refusal for good waits for the person with a notification", async () => {
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  server.isDown = true;
  await popup.send();
  await isShown(popup, "waiting");
  await page.close();
  usePage(null);
  let { tried } = (await stored("queue"))[0];
  for (let round = 0; round < 3; round += 1) {
    const entry = await attemptNow(tried);
    const seconds = (entry.nextAt - Date.now()) / 1000;
    const planned = 30 * 2 ** (entry.tried - 1);
    assert.ok(seconds > planned * 0.9 - 10 && seconds <= planned * 1.1, `${seconds} s after ${entry.tried} attempts`);
    ({ tried } = entry);
  }
  Object.assign(server, {
    isDown: false,
    refusal: { path: "/items", status: 409, headers: {}, content: { code: "order_not_draft" } },
  });
  const { state, key } = await attemptNow(tried);
  assert.equal(state, "refused");
  const shown = () => browser.worker.evaluate(() => chrome.notifications.getAll());
  await eventually(async () => `refused-${key}` in (await shown()), "a notification is shown");
  server.refusal = null;
  const again = await openOn("shops/article");
  await isShown(again, "waiting");
  await again.until(`/Automatik 40/.test(document.getElementById("waiting").innerText)`);
  assert.equal(server.items.length, 0);
  // The reason is said once, and the product has the whole width of its row.
  assert.equal((await again.text("waiting")).split("Could not be sent").length, 2);
  assert.equal(
    await again.evaluate(`(() => {
      const row = document.querySelector("#waiting li");
      return row.scrollWidth <= row.clientWidth && row.querySelector("span").getBoundingClientRect().width >= row.clientWidth * 0.9;
    })()`),
    true,
  );
  await again.click('[data-testid="discard"]');
  await again.until(`document.getElementById("waiting").hidden`);
  assert.deepEqual(await stored("queue"), []);
  assert.equal(await browser.worker.evaluate(() => chrome.action.getBadgeText({})), "");
});

test("a product that was refused for its order goes to the order that is chosen in the popup", async () => {
  const popup = await openOn("shops/swiss-franc");
  await popup.isReady();
  server.isDown = true;
  await popup.send();
  await isShown(popup, "waiting");
  await page.close();
  await browser.worker.evaluate(async () => {
    const { queue } = await chrome.storage.local.get("queue");
    await chrome.storage.local.set({
      queue: queue.map((entry) => ({ ...entry, state: "refused", failure: "e_not_draft", fields: [] })),
    });
  });
  // The server does not answer while the form is filled from the last stored data.
  const offline = await openOn("shops/kuwait-thousandths");
  await offline.isReady();
  await offline.until(`document.querySelector('[data-testid="retarget"]') !== null`);
  server.isDown = false;
  await offline.click('[data-testid="retarget"]');
  await offline.until(`document.getElementById("waiting").hidden`);
  assert.deepEqual(
    server.items.map(({ title }) => title),
    ["Automatik 40"],
  );
  // The form with the other product stays as it was.
  assert.equal(await offline.value("title"), "Oud");
});
