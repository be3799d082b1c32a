/**
 * The bare peer: Fastify and pg, one statement per request, no login and no rules. A child process
 * of the bench. DATABASE_URL is its database, or DATA_DIR makes it start an embedded one like the
 * product.
 */
import Fastify from "fastify";
import pg from "pg";
import { startEmbedded } from "../../src/adapters/embedded-postgres/embedded-postgres.ts";
import { SaleRows } from "./sale-row.ts";

const CONNECTIONS = 16;
const { DATABASE_URL = "", DATA_DIR = "", PORT = "0" } = process.env;

const embedded = DATABASE_URL === "" ? await startDatabase() : undefined;
const pool = new pg.Pool({
  connectionString: embedded?.connectionString ?? DATABASE_URL,
  max: CONNECTIONS,
});
const server = Fastify();
let sales: Promise<SaleRows> | undefined;

server.addContentTypeParser(
  "application/x-www-form-urlencoded",
  { parseAs: "string" },
  async (_request: unknown, body: string) => new URLSearchParams(body),
);

server.get("/health/ready", async () => {
  await pool.query("select 1");
  return { status: "ready" };
});

server.post<{ Body: object }>("/echo", async ({ body }) => body);

/** An echo that adds as many characters to its answer as the caller asks for. */
server.post<{ Body: object; Querystring: { more: string } }>("/echo-more", async (request) => {
  const body = request.body as object;
  return { ...body, more: "x".repeat(Number(request.query.more)) };
});

server.post<{ Body: URLSearchParams }>("/insert-narrow", async ({ body }) => {
  const { rows } = await pool.query<{ id: string }>({
    name: "insert-narrow",
    text: `insert into bench.narrow (account_id, amount_cents, created_at)
      values ($1, $2, $3) returning id`,
    values: [body.get("account_id"), 1234, Temporal.Now.instant().toString()],
  });
  return { id: rows[0]?.id };
});

server.post<{ Body: URLSearchParams }>("/insert-same", async ({ body }) => {
  sales ??= SaleRows.open(pool);
  const row = await sales;
  const { rows } = await pool.query<{ id: string }>({
    name: "insert-same",
    text: row.statement,
    values: row.rowValues(body),
  });
  return { id: rows[0]?.id };
});

server.post<{ Body: URLSearchParams }>("/select", async ({ body }) => {
  const { rows } = await pool.query({
    name: "select",
    text: `select id, state, is_approved, authorized_at, message, amount_cents, cashier
      from bench.transactions where account_id = $1 and id = $2`,
    values: [body.get("account_id"), body.get("transaction_id")],
  });
  return rows[0] ?? {};
});

for (const signal of ["SIGTERM", "SIGINT", "disconnect"]) process.once(signal, stop);
await server.listen({ host: "127.0.0.1", port: Number(PORT) });

function startDatabase() {
  return startEmbedded({ dataDir: DATA_DIR, dataDirIsDefault: false, log: () => {} });
}

async function stop(): Promise<void> {
  await server.close();
  await pool.end();
  await embedded?.stop();
  process.exit();
}
