/** The client's cabinet as an installed page: notifications by web push, and reading without a connection. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Page, Worker } from "@playwright/test";
import { CLIENT } from "../harness/api.ts";
import { chromium, pagesFolder } from "../harness/paths.ts";
import { Server } from "../harness/server.ts";
import { expect, test as base } from "../harness/test.ts";
import { LoginPage } from "../pages/login.ts";

/** The shell of Chromium without a window denies notifications, whatever a test allows. */
const test = base.extend({
  launchOptions: [
    async ({ launchOptions }, use) => use({ ...launchOptions, executablePath: chromium() }),
    { scope: "worker" },
  ],
});

test.use({ serviceWorkers: "allow", permissions: ["notifications"], environment: { WEBHOOK_NETWORKS: "127.0.0.0/8" } });

/** Waits until the worker of the page controls it. */
async function controlled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    while (navigator.serviceWorker.controller === null) {
      await new Promise((resolve) => navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true }));
    }
  });
}

async function workerOf(context: BrowserContext): Promise<Worker> {
  return context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
}

/** Delivers a message as the browser's push service does. */
async function deliver(page: Page, data: unknown): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await session.send("ServiceWorker.enable");
  const message = { origin: new URL(page.url()).origin, registrationId: await registered, data: JSON.stringify(data) };
  await session.send("ServiceWorker.deliverPushMessage", message);
}

function shownNotifications(page: Page) {
  return page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const shown = await registration.getNotifications();
    return shown.map(({ title, body, data }) => ({ title, body, navigate: (data as { navigate: string }).navigate }));
  });
}

test("a message is shown, and a click opens its page at the host of the login", async ({ page, context }) => {
  await new LoginPage(page).logIn("client", CLIENT);
  await controlled(page);
  const navigate = "https://another-host.example/client/orders/1?tab=chat";
  await deliver(page, { web_push: 8030, notification: { title: "Заказ рассчитан", body: "Проверьте", navigate, tag: "order" } });
  await expect.poll(() => shownNotifications(page)).toEqual([{ title: "Заказ рассчитан", body: "Проверьте", navigate }]);
  // Only a person's click may open a window, so its address is noted instead.
  const opened = await (await workerOf(context)).evaluate(async () => {
    const scope = self as unknown as {
      clients: { openWindow: (address: string) => Promise<null> };
      registration: ServiceWorkerRegistration;
    };
    const address = new Promise<string>((resolve) => {
      scope.clients.openWindow = async (opened) => {
        resolve(opened);
        return null;
      };
    });
    const [notification] = await scope.registration.getNotifications();
    const NotificationEvent = (self as unknown as { NotificationEvent: new (name: string, init: object) => Event }).NotificationEvent;
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
    return address;
  });
  expect(opened).toBe(`${new URL(page.url()).origin}/client/orders/1?tab=chat`);
  await expect.poll(() => shownNotifications(page)).toEqual([]);
});

test("notifications are turned on and off in the settings", async ({ page, client }) => {
  // This browser has no push service, so the subscription is made up.
  await page.addInitScript(() => {
    const keys = {
      p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
      auth: "BTBZMqHH6r4Tts7J_aSIgg",
    };
    let current: object | null = null;
    const made = {
      toJSON: () => ({ endpoint: "http://127.0.0.1:9/push", expirationTime: null, keys }),
      unsubscribe: async () => {
        current = null;
        return true;
      },
    };
    PushManager.prototype.getSubscription = async () => current as PushSubscription | null;
    PushManager.prototype.subscribe = async (options) => {
      if (!options?.userVisibleOnly || typeof options.applicationServerKey !== "string") throw new TypeError("options");
      current = made;
      return made as unknown as PushSubscription;
    };
  });
  await new LoginPage(page).logIn("client", CLIENT, "/client/settings");
  const subscriptions = async () => (await client.send<{ data: unknown[] }>("GET", "/client/push-subscriptions")).data.length;
  await page.getByTestId("push-on").click();
  await expect(page.getByTestId("push-off")).toBeVisible();
  await expect(page.getByTestId("order_quoted-browser")).toBeChecked();
  expect(await subscriptions()).toBe(1);
  await page.getByTestId("push-off").click();
  await expect(page.getByTestId("push-on")).toBeVisible();
  expect(await subscriptions()).toBe(0);
});

test("last seen orders are readable without a connection, and erased by the log-out", async ({ page, context, client }) => {
  const orders = await client.send<{ data: { id: number; number: string }[] }>("GET", "/client/orders");
  const order = orders.data[0]!;
  const login = new LoginPage(page);
  await login.logIn("client", CLIENT);
  await controlled(page);
  await page.reload();
  await expect(page.getByText(order.number).first()).toBeVisible();
  await page.goto(`/client/orders/${order.id}`);
  await expect(page.getByRole("heading", { name: order.number })).toBeVisible();
  await page.goto("/client/orders");
  await expect(page.getByText(order.number).first()).toBeVisible();
  await context.setOffline(true);
  for (const path of ["/client", `/client/orders/${order.id}`]) {
    await page.goto(path);
    await expect(page.getByText(order.number).first()).toBeVisible();
    await expect(page.locator("#seen")).toContainText("Нет связи. Показано то, что было");
  }
  await context.setOffline(false);
  await page.goto("/client/orders");
  await expect(page.getByText(order.number).first()).toBeVisible();
  await expect(page.locator("#seen")).toHaveCount(0);
  await login.logOut();
  await expect.poll(() => page.evaluate(() => caches.has("seen"))).toBe(false);
  await context.setOffline(true);
  await page.goto("/client/orders");
  await expect(page.getByText(order.number)).toHaveCount(0);
});

test("a release replaces the stored page, and leaves nothing of the one before", async ({ page, context }) => {
  const folder = mkdtempSync(join(tmpdir(), "karavan-pages-"));
  cpSync(pagesFolder, folder, { recursive: true });
  const server = await Server.start({ ASSETS_DIR: folder });
  try {
    await page.goto(`${server.url}/client/login`);
    await controlled(page);
    const shells = () => page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("shell-")));
    await expect.poll(async () => (await shells()).length).toBe(1);
    const [earlier] = await shells();
    const index = join(folder, "client/index.html");
    writeFileSync(index, readFileSync(index, "utf8").replace("</head>", '<meta name="release" content="2"></head>'));
    await page.reload();
    await expect(page.locator('meta[name="release"]'), "the network comes first").toHaveCount(1);
    await expect.poll(async () => (await shells()).filter((name) => name !== earlier).length).toBe(1);
    await expect.poll(shells).not.toContain(earlier);
    await context.setOffline(true);
    await page.reload();
    await expect(page.locator('meta[name="release"]'), "the stored page is the new one").toHaveCount(1);
    await expect(page.getByTestId("phone")).toBeVisible();
  } finally {
    await server.dispose();
    rmSync(folder, { recursive: true });
  }
});
