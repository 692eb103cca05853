/** Parses a heavy page (1.5 MB of state, 900 SKUs) in a real Chromium: p95 of 60 runs, and the size of what is injected. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { parserFiles } from "../test/page.mjs";
import { folder } from "./files.mjs";

const BUDGET_MS = 50;
const BUDGET_BYTES = 72 * 1024;

const values = (prefix) =>
  Array.from({ length: 30 }, (_, index) => ({
    vid: String(index),
    name: `${prefix}${index}`,
    image: `//img.example/${index}.jpg`,
  }));
const skus = values("a").flatMap((one) =>
  values("b").map((two) => ({ skuId: `${one.vid}-${two.vid}`, propPath: `1:${one.vid};2:${two.vid}` })),
);
const state = {
  item: { itemId: "1", title: "重型页面", images: ["//img.example/1.jpg"] },
  seller: { shopName: "店" },
  skuBase: {
    props: [
      { pid: "1", values: values("颜色") },
      { pid: "2", values: values("尺码") },
    ],
    skus,
  },
  skuCore: {
    sku2info: Object.fromEntries(skus.map((sku) => [sku.skuId, { price: { priceText: "12.00" }, quantity: "3" }])),
  },
  padding: "填充".repeat(600_000),
};
const context = JSON.stringify({ loaderData: { home: { data: { res: state } } } });
const filler = "<div><p>页</p></div>".repeat(4000);
const html = `<title>重型</title><script>window.__ICE_APP_CONTEXT__=${context}</script>${filler}`;
const sources = parserFiles().map((file) => readFileSync(join(folder, file), "utf8"));
const bytes = gzipSync(sources.join("\n")).length;

const executablePath =
  process.env.KARAVAN_CHROMIUM ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser"].find(existsSync);
const browser = await chromium.launch({
  executablePath,
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
const page = await browser.newPage();
await page.route("**/*", (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: html }));
const times = [];
for (let run = 0; run < 60; run += 1) {
  if (run % 10 === 0) await page.goto("https://item.taobao.com/item.htm?id=1");
  times.push(
    await page.evaluate((all) => {
      const started = performance.now();
      let result;
      for (const source of all) result = (0, eval)(source);
      if (!result.ok) throw new Error(result.code);
      return performance.now() - started;
    }, sources),
  );
}
await browser.close();
times.sort((one, other) => one - other);
const p95 = times[Math.floor(times.length * 0.95)];
process.stdout.write(
  `parse of a ${(html.length / 1e6).toFixed(1)} MB page: median ${times[30].toFixed(1)} ms, ` +
    `p95 ${p95.toFixed(1)} ms (budget ${BUDGET_MS}); ` +
    `injected ${(bytes / 1024).toFixed(1)} KB gzip (budget ${BUDGET_BYTES / 1024})\n`,
);
process.exitCode = p95 <= BUDGET_MS && bytes <= BUDGET_BYTES ? 0 : 1;
