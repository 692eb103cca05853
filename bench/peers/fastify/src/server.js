// The endpoints of Karavan that the benchmark compares, by Fastify and Prisma: one process for each core.
import cluster from "node:cluster";
import jwt from "@fastify/jwt";
import fastify from "fastify";
import { items } from "./items.js";
import { orders } from "./orders.js";

if (cluster.isPrimary) {
  for (let worker = 0; worker < Number(process.env.WORKERS ?? 2); worker += 1) cluster.fork();
  cluster.on("exit", () => process.exit(1));
  process.on("SIGTERM", () => process.exit(0));
} else {
  const app = fastify();
  app.register(jwt, { secret: process.env.JWT_SECRET });
  app.register(orders);
  app.register(items);
  await app.listen({ host: "127.0.0.1", port: Number(process.env.PORT) });
}
