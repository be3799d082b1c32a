/** A process that takes a job and never finishes it. Its parent kills it. */
import { BossJobRunner } from "../../src/adapters/boss-job-runner.ts";
import { poolOf } from "./database.ts";

const tell = (what: string) => process.send?.(what);
const runner = new BossJobRunner({
  database: poolOf(process.env["JOB_DATABASE_URL"] ?? ""),
  metrics: { countJobRun: () => {} },
  onDone: () => {},
  onFailure: () => {},
  onConnectionError: () => {},
  stopWithinMs: 0,
});
await runner.start([
  {
    name: "long",
    cron: "0 0 29 2 *",
    run: async () => {
      tell("taken");
      return new Promise<string>(() => {});
    },
  },
]);
tell("waiting");
process.on("disconnect", () => process.exit());
