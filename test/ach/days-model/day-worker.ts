/**
 * The program of a process that closes one window of a bank, or reads its files, and kills itself
 * before one of its steps. DATABASE_URL is the test's database, ACH_FOLDER has the banks' folders.
 */
import { openAch } from "../../../src/app/areas/ach.ts";
import { ConnectionStore } from "../../../src/core/ach/connections/connection-store.ts";
import { exchangeWithBank } from "../../../src/core/ach/exchange.ts";
import { closeWindow } from "../../../src/core/ach/files/cut-off.ts";
import { openAchPool } from "../../kit/ach.ts";
import { withSteps } from "../../kit/ach-steps.ts";
import { StandingClock } from "../../kit/clock.ts";
import { openTestCustody } from "../../kit/custody.ts";
import { poolOf } from "../../kit/database.ts";
import { testConfig } from "../../kit/test-config.ts";

export interface DayWork {
  readonly bank: string;
  /** Absent: reads the files of the bank. */
  readonly window?: string;
  readonly at: string;
  /** The number of steps that are done before the process dies. */
  readonly steps: number;
}

const { DATABASE_URL = "", ACH_FOLDER = "" } = process.env;
const db = openAchPool(DATABASE_URL);
const custody = await openTestCustody(poolOf(DATABASE_URL));
const clock = new StandingClock();
const config = { ...testConfig(), achFolder: ACH_FOLDER };
const open = openAch({ db, custody, clock, config, dataDir: ACH_FOLDER });

process.once("disconnect", () => process.exit());
process.once("message", async (work: DayWork) => {
  await run(work).catch((error) => process.send?.(String(error)));
  process.exit();
});
process.send?.("ready");

async function run({ bank: name, window: windowName, at, steps }: DayWork): Promise<void> {
  clock.set(at);
  const bank = await new ConnectionStore(db).findConnection(name);
  const window = bank?.windows.find((one) => one.name === windowName);
  if (bank === undefined) throw new Error(`there is no bank ${name}`);
  let left = steps;
  const needs = withSteps(open, async () => {
    if (left-- === 0) process.kill(process.pid, "SIGKILL");
  });
  const moment = Temporal.Instant.from(at);
  if (window === undefined) await exchangeWithBank(needs, bank, moment);
  else await closeWindow(needs, bank, { window, at: moment });
}
