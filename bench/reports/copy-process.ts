/**
 * The peer: the same COPY through pg-copy-streams, with its output discarded. A child process of
 * the bench.
 */
import pg from "pg";
import { to as copyTo } from "pg-copy-streams";
import type { CopyPlan, CopyReport } from "./plan.ts";

process.once("disconnect", () => process.exit());
process.on("message", (plan: CopyPlan) => {
  copy(plan).then(
    (report) => process.send?.(report),
    (error) => {
      console.error(error);
      process.exit(1);
    },
  );
});

async function copy({ databaseUrl, settings, statement }: CopyPlan): Promise<CopyReport> {
  const client = new pg.Client({ connectionString: databaseUrl, options: settings });
  await client.connect();
  try {
    await client.query("begin isolation level repeatable read, read only");
    const started = performance.now();
    let bytes = 0;
    for await (const chunk of client.query(copyTo(statement))) bytes += (chunk as Buffer).length;
    return { lastedMs: performance.now() - started, bytes };
  } finally {
    await client.end();
  }
}
