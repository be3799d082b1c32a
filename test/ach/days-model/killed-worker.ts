/** Starts processes that do the work of a day and are killed in the middle of it. */
import { fork } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import type { TestContext } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import type { TestAch } from "../../kit/ach.ts";
import { NODE } from "../../kit/process.ts";
import type { Random } from "../../proof/random.ts";
import type { DayWork } from "./day-worker.ts";

const WORKER = path.join(import.meta.dirname, "day-worker.ts");
const STEPS_MAX = 60;
const MOMENT_MAX_MS = 250;

/** Returns true if the process was killed before it was done. */
export async function killDuring(
  t: TestContext,
  { database, root }: Pick<TestAch, "database" | "root">,
  { work, random }: { readonly work: Omit<DayWork, "steps">; readonly random: Random },
): Promise<boolean> {
  const worker = fork(WORKER, {
    execPath: NODE,
    execArgv: [],
    env: { ...process.env, DATABASE_URL: database.url, ACH_FOLDER: root },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  t.after(() => worker.kill("SIGKILL"));
  await once(worker, "message");
  const exit = once(worker, "exit");
  // Half of them die before a certain step, the others at any time.
  const isAtStep = random.whole(0, 1) === 0;
  const steps = isAtStep ? random.whole(0, STEPS_MAX) : Number.MAX_SAFE_INTEGER;
  worker.send({ ...work, steps });
  if (!isAtStep) {
    await pause(random.whole(0, MOMENT_MAX_MS));
    worker.kill("SIGKILL");
  }
  const [, signal] = await exit;
  return signal === "SIGKILL";
}
