/** A program that receives webhooks. */
import { type AddressInfo } from "node:net";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";

export interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

export class Receiver {
  readonly received: Received[] = [];
  /** The status and the text of the answers. */
  answer: [number, string] = [200, "спасибо"];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (text: string) => (body += text));
      request.on("end", () => {
        this.received.push({ headers: request.headers, body });
        response.writeHead(this.answer[0]).end(this.answer[1]);
      });
    });
  }

  /** Listens at a port, or at any that is free. */
  static async start(port = 0): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((done) => receiver.#server.listen(port, "127.0.0.1", done));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
