/** `clock`: shows the business clock and, in certification, moves it forward. */
import { openAch } from "../../app/areas/ach.ts";
import { openHosts } from "../../app/areas/hosts.ts";
import { openPayments } from "../../app/areas/payments.ts";
import { openPaymentsPool } from "../../app/database/pools.ts";
import { openPageLinks } from "../../app/page-links.ts";
import { allBusinessWork } from "../../app/time/business-work.ts";
import { openClocks } from "../../app/time/clock-check.ts";
import type { Config } from "../../config.ts";
import type { BusinessWork } from "../../core/calendar/business-work.ts";
import { CalendarStore, type WorkRun } from "../../core/calendar/calendar-store.ts";
import { afterSpan, moveClock } from "../../core/calendar/move-clock.ts";
import { workLabel } from "../../core/calendar/work-label.ts";
import type { Clock } from "../../ports/clock.ts";
import { StartError } from "../../ports/start-error.ts";
import { parseMoment, parseTimeSpan } from "../../values/time-span.ts";
import { momentText, type OutputOptions, print } from "../output.ts";
import { requireReleased } from "../require-released.ts";
import {
  commandLineActor,
  type OpenInstallation,
  withAuditedInstallation,
  withInstallation,
} from "../with-installation.ts";

export async function showClockCommand(config: Config, options: OutputOptions): Promise<void> {
  await withBusinessWork(config, withInstallation, async ({ owner, clock, work }) => {
    const calendar = new CalendarStore(owner);
    await calendar.addNewWork(
      work.map(({ name, next }) => ({ name, dueAt: next(clock.business()) })),
    );
    const due = await calendar.listUpcomingWork();
    const [business, wall] = [momentText(clock.business()), momentText(clock.wall())];
    print(
      options,
      {
        business,
        wall,
        due: due.map(({ name, dueAt }) => ({
          name,
          label: workLabel(name),
          dueAt: momentText(dueAt),
        })),
      },
      [
        `Business clock  ${business}`,
        `Wall clock      ${wall}`,
        ...due.map(({ name, dueAt }) => `Due             ${momentText(dueAt)}  ${workLabel(name)}`),
      ],
    );
  });
}

export async function advanceClockCommand(
  config: Config,
  words: readonly string[],
  options: OutputOptions,
): Promise<void> {
  if (config.environment === "production") {
    throw new StartError(
      "The business clock cannot be moved in production. Set ENVIRONMENT=certification to test with it.",
    );
  }
  await withBusinessWork(config, withAuditedInstallation, async ({ owner, clock, work }) => {
    await requireReleased(owner, "The clock cannot be moved");
    const target = readTarget(words, clock.business());
    const advance = await moveClock({ db: owner, clock, work }, target, {
      actor: commandLineActor(),
    });
    if (advance.kind === "not_forward") {
      throw new StartError(
        `The clock can only move forward. It is already past ${momentText(target)}.`,
      );
    }
    if (advance.kind === "busy") {
      const job = workLabel(advance.name);
      throw new StartError(
        `The clock was not moved, because the job "${job}" is still running. Try again when it has finished.`,
      );
    }
    printRuns(options, advance.runs, clock);
    const last = advance.runs.at(-1);
    if (advance.kind === "stopped" && last !== undefined) {
      throw new StartError(
        `The clock stopped because "${workLabel(last.name)}" failed: ${last.summary}`,
      );
    }
  });
}

type AtWork = OpenInstallation & { readonly work: readonly BusinessWork[] };

/** Jobs for batches and expired authorizations pay, so they need everything that payments need. */
async function withBusinessWork(
  config: Config,
  open: typeof withInstallation,
  run: (atWork: AtWork) => Promise<void>,
): Promise<void> {
  await open(config, async (installed) => {
    const { owner, place, custody, clock } = installed;
    const db = openPaymentsPool(config, place.url);
    const hosts = openHosts(config, installed.log);
    const banks = openAch({ db, custody, clock, config, dataDir: place.dataDir });
    try {
      const payments = openPayments({ db, custody, clock, config, hosts });
      const ach = { ...banks, onBankFailure };
      const { retention } = config;
      // Moving the clock is the approval: purges are not held.
      const purges = { owner, clocks: openClocks(owner, config), asksOperator: false };
      const links = openPageLinks(config);
      const work = await allBusinessWork({ purges, retention, payments, ach, links });
      await run({ ...installed, work });
    } finally {
      await banks.close();
      await hosts.close();
      await db.close();
    }
  });
}

/** The summary of the run, which is printed, contains the failure. */
function onBankFailure(): void {}

function readTarget(words: readonly string[], now: Temporal.Instant): Temporal.Instant {
  const [first = "", ...rest] = words;
  const span = rest.length === 0 ? parseTimeSpan(first) : undefined;
  if (span !== undefined) return afterSpan(now, span);
  const moment = first === "to" ? parseMoment(rest.join(" ")) : undefined;
  if (moment !== undefined) return moment;
  throw new StartError("Invalid duration. Use 3d, 2h or 1d12h, or: to 2026-12-01T17:00:00Z.");
}

function printRuns(options: OutputOptions, runs: readonly WorkRun[], clock: Clock): void {
  const business = momentText(clock.business());
  const ran = runs.map(({ name, dueAt, outcome, summary }) => {
    return { name, label: workLabel(name), dueAt: momentText(dueAt), outcome, summary };
  });
  print(options, { business, ran }, [
    ...ran.map(({ label, dueAt, outcome, summary }) =>
      outcome === "failed"
        ? `${dueAt}  ${label} FAILED: ${summary}`
        : `${dueAt}  ${label}: ${summary}`,
    ),
    `The business clock is at ${business}.`,
  ]);
}
