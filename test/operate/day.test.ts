/**
 * A day of an installation at half its capacity, compressed to half an hour: steady payments, kill -9 of
 * every part, backups, a restore to a moment, an upgrade, and the business clock of 24 hours. At the end
 * nothing is lost or charged twice, and memory, connections and disk are flat.
 * `npm run proof -- operate` runs it; OPERATE_MINUTES is its length.
 */
import assert from "node:assert/strict";
import { mkdir, rm } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Proof } from "../faults/proof.ts";
import { makeNextRelease } from "../faults/release.ts";
import { WitnessHost } from "../faults/witness-host.ts";
import { openReceiver } from "../kit/receiver.ts";
import { openStartedDir } from "../kit/started-folder.ts";
import { IS_PROOF } from "../kit/tier.ts";
import { assertAllTrue } from "./day-end.ts";
import { type DayInstallation, type DayPart, openDayInstallation } from "./day-installation.ts";
import { DayLoad } from "./day-load.ts";
import { DayMeasure } from "./day-measure.ts";
import { restoreMoment } from "./day-restore.ts";

const LENGTH_MS = Number(process.env["OPERATE_MINUTES"] ?? 30) * 60_000;
const HOURS = 24;
const CAPACITY_MS = Math.min(30_000, Math.max(8_000, LENGTH_MS / 20));
const SAMPLES = 240;

const skip = !IS_PROOF && "npm run proof -- operate runs it";

/** What happens at which share of the day. */
interface Incident {
  readonly at: number;
  readonly name: string;
  readonly run: (day: Day) => Promise<string>;
}

interface Day {
  readonly t: TestContext;
  readonly installation: DayInstallation;
  readonly load: DayLoad;
}

const INCIDENTS: readonly Incident[] = [
  { at: 0.04, ...killing("web 1") },
  { at: 0.08, name: "backup", run: backUp },
  { at: 0.13, ...killing("worker") },
  { at: 0.18, ...killing("database") },
  {
    at: 0.28,
    name: "restore",
    run: ({ t, installation, load }) => restoreMoment(t, installation, load),
  },
  { at: 0.5, ...killing("web 2", "database") },
  { at: 0.54, name: "upgrade", run: upgrade },
  { at: 0.6, ...killing("worker", "web 1") },
  { at: 0.64, ...killing("database", "worker") },
  { at: 0.68, name: "backup", run: backUp },
];

test("a day at half capacity with kills, a restore and an upgrade loses nothing and ends flat", {
  skip,
}, async (t) => {
  const host = await WitnessHost.open(t);
  const deliveries: string[] = [];
  const receiver = await openReceiver(
    t,
    (response, { id }) => {
      deliveries.push(id);
      response.end();
    },
    { forgets: true },
  );
  const dataDir = await openStartedDir(t);
  const backupDir = path.join(path.dirname(dataDir), "backups");
  await mkdir(backupDir);
  const settings = { CARD_HOST_URL: host.url, BACKUP_DIR: backupDir };
  const installation = await openDayInstallation(t, { dataDir, settings, hook: receiver.url });
  const since = Temporal.Now.plainDateISO("UTC").subtract({ days: 1 }).toString();
  await installation.commandDone(["clock", "advance", "to", dayStart()]);
  const proof = new Proof(t, installation);
  const load = new DayLoad(proof);
  const rate = await measureCapacity(t, load);
  load.pace(rate / 2);

  const startedAt = performance.now();
  const countPayments = () => load.counts.sale + load.counts.change + load.counts.ach;
  const everyMs = LENGTH_MS / SAMPLES;
  const clock = { hour: 0 };
  const readShare = () => clock.hour / HOURS;
  const timing = { lengthMs: LENGTH_MS, everyMs, readShare, countPayments };
  const measure = new DayMeasure({ installation, ...timing });
  const untilShare = (share: number) =>
    pause(Math.max(0, startedAt + share * LENGTH_MS - performance.now()));
  const day = { t, installation, load };
  await Promise.all([runIncidents(day, untilShare), advanceHours(day, { clock, untilShare })]);
  await untilShare(1);
  const samples = await measure.stop();
  await load.stop();
  const evidence = { t, proof, installation, load, host, samples, since };
  await assertAllTrue({ ...evidence, listDeliveries: () => deliveries });
  await installation.stop();
  await rm(backupDir, { recursive: true });
});

async function runIncidents(day: Day, untilShare: (share: number) => Promise<void>): Promise<void> {
  for (const { at, name, run } of INCIDENTS) {
    await untilShare(at);
    const began = performance.now();
    const found = await run(day);
    day.t.diagnostic(`${Math.round(at * HOURS)}:00 ${name}: ${found} (${since10(began)} s)`);
  }
}

/**
 * The close of batches (05:00 UTC) updates every transaction and writes an event for each. It comes in
 * the third quarter of a day that starts here, so that the quarters that are compared are alike.
 */
function dayStart(): string {
  const now = Temporal.Now.zonedDateTimeISO("UTC");
  const today = now.withPlainTime("14:00");
  const isOver = Temporal.ZonedDateTime.compare(today, now) <= 0;
  return (isOver ? today.add({ days: 1 }) : today).toInstant().toString();
}

function since10(began: number): string {
  return ((performance.now() - began) / 1_000).toFixed(1);
}

/** Pieces of work per second without a limit. */
async function measureCapacity(t: TestContext, load: DayLoad): Promise<number> {
  await pause(CAPACITY_MS / 4);
  const [from, began] = [load.done, performance.now()];
  await pause(CAPACITY_MS);
  const rate = ((load.done - from) * 1_000) / (performance.now() - began);
  t.diagnostic(`capacity: ${Math.round(rate)} pieces of work per second; the day runs at half`);
  return rate;
}

function killing(...parts: readonly DayPart[]): Pick<Incident, "name" | "run"> {
  const run = async ({ installation }: Day) => {
    await installation.kill(parts);
    const killed = performance.now();
    await installation.mend();
    return `all well after ${Math.round(performance.now() - killed)} ms`;
  };
  return { name: `kill -9 of ${parts.join(" and ")}`, run };
}

async function backUp({ installation }: Day): Promise<string> {
  const made = await installation.commandDone(["backup", "--keep", "1", "--json"]);
  await installation.commandDone(["backup", "verify"]);
  const { backup, removed } = JSON.parse(made);
  return `${Math.round(backup.bytes / 1_048_576)} MB, verified, ${removed.backups.length} removed`;
}

async function upgrade({ t, installation }: Day): Promise<string> {
  const release = await makeNextRelease(t);
  await installation.upgrade(release);
  return `all processes run ${release.name}`;
}

interface DayClock {
  readonly clock: { hour: number };
  readonly untilShare: (share: number) => Promise<void>;
}

/** A day of the business clock: cutoffs, batches and purges become due. Parts may be dead meanwhile. */
async function advanceHours({ installation }: Day, { clock, untilShare }: DayClock): Promise<void> {
  for (let hour = 1; hour <= HOURS; hour++) {
    await untilShare((hour - 0.5) / HOURS);
    const words = ["clock", "advance", "1h"];
    let tries = 0;
    for (;;) {
      const { code, stderr } = await installation.command(words);
      if (code === 0) break;
      assert.ok(++tries < 10, `hour ${hour}: ${stderr}`);
      await pause(2_000);
    }
    clock.hour = hour;
  }
}
