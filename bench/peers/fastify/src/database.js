import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@prisma/client";

export const prisma = new PrismaClient({
  adapter: new PrismaPg({
    connectionString: process.env.DATABASE_URL,
    max: Number(process.env.POOL_SIZE ?? 8),
    options: "-c jit=off -c max_parallel_workers_per_gather=0",
  }),
});
