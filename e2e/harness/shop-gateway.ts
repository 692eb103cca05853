/** A gateway to the shops (`SHOP_GATEWAY`) that knows the page of one short link and of the product that it leads to. */
import { type Server as HttpServer, createServer } from "node:http";

/** The text that the app of Taobao shares: without a price. */
export const SHARED_TEXT = "【淘宝】假一赔四 https://m.tb.cn/h.gCup?tk=AbCdEf12 CZ0001 「保温杯」\n点击链接直接打开";
export const CUP = { title: "304不锈钢保温杯 500ml", url: "https://item.taobao.com/item.htm?id=600000000001", shop: "杯子店" };

const PAGES: Record<string, string> = {
  "/m.tb.cn/h.gCup?tk=AbCdEf12": `<script>var url = '${CUP.url}&ut_sk=1.x&sourceType=item';</script>`,
  "/item.taobao.com/item.htm?id=600000000001": `<!doctype html><meta charset="utf-8"><title>淘宝</title>
    <script type="application/ld+json">${JSON.stringify({
      "@type": "Product",
      name: CUP.title,
      offers: { seller: { name: CUP.shop } },
    })}</script>`,
};

export class ShopGateway {
  readonly #server: HttpServer;
  /** The pages that were asked for so far. */
  readonly asked: string[] = [];

  private constructor(server: HttpServer) {
    this.#server = server;
  }

  static async start(): Promise<ShopGateway> {
    const server = createServer();
    const gateway = new ShopGateway(server);
    server.on("request", (request, response) => {
      gateway.asked.push(request.url ?? "");
      const page = PAGES[request.url ?? ""];
      response.writeHead(page ? 200 : 404, { "content-type": "text/html" }).end(page);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    return gateway;
  }

  /** Environment variables that connect the server under test to this stub. */
  get environment(): Record<string, string> {
    const address = this.#server.address();
    return { SHOP_GATEWAY: `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}` };
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((done) => this.#server.close(done));
  }
}
