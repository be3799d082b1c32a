/** The business clock of certification: its time, scheduled jobs, past runs and advancing it. */

import { bankingMorning, nextBankCutOff } from "../../../core/ach/clock-presets.ts";
import type { BankConnection } from "../../../core/ach/connections/bank-connection.ts";
import type { Advance } from "../../../core/calendar/advance-clock.ts";
import type { BusinessWork } from "../../../core/calendar/business-work.ts";
import type { CalendarStore, WorkRun } from "../../../core/calendar/calendar-store.ts";
import { afterSpan, type MoveNeeds, moveClock } from "../../../core/calendar/move-clock.ts";
import type { KnownRun, RunStore } from "../../../core/calendar/run-store.ts";
import { workLabel } from "../../../core/calendar/work-label.ts";
import type { Clock } from "../../../ports/clock.ts";
import { parseMoment, parseTimeSpan } from "../../../values/time-span.ts";
import type { CursorPage } from "../contract.ts";
import { cursorId, cursorPage } from "../cursor-page.ts";
import { conflict, invalid } from "../errors.ts";
import type { Call, Routes } from "../routes.ts";
import type { Advanced, ClockNow, ClockPreset, ClockRun, ClockState } from "./contract.ts";

export interface ClockNeeds {
  readonly clock: Clock;
  readonly calendar: CalendarStore;
  readonly runs: RunStore;
  /** Uses the table owner's database role. */
  readonly owner: MoveNeeds["db"];
  /** All scheduled jobs for the current banks. */
  readonly allWork: () => Promise<readonly BusinessWork[]>;
  readonly banks: () => Promise<readonly BankConnection[]>;
}

const RUNS_MAX = 200;
/** Every day runs a dozen jobs, and the browser waits for all of them. */
const ADVANCE_MAX = Temporal.Duration.from({ hours: 24 * 92 });

export function addClock(routes: Routes, needs: ClockNeeds): void {
  routes.get("/certification/clock", "certification", () => readClockState(needs));
  routes.get("/certification/clock/now", "certification", async () => readClockNow(needs.clock));
  routes.get("/certification/clock/runs", "certification", async ({ query }) => {
    const take = query.take();
    const olderThan = cursorId(query, "before");
    const runs = await needs.runs.listRuns({ olderThan, take: take + 1 });
    return cursorPage(runs.map(writePastRun), take, ({ id }) => id) satisfies CursorPage<ClockRun>;
  });
  routes.post("/certification/clock/advance", "certification", async (call) => {
    const to = readTarget(call, needs.clock.business());
    const { owner: db, clock } = needs;
    const advance = await moveClock({ db, clock, work: await needs.allWork() }, to, call);
    if (advance.kind === "not_forward") {
      throw conflict("The clock cannot be set back. Choose a later time.");
    }
    if (advance.kind === "busy") {
      const job = workLabel(advance.name);
      throw conflict(`The job “${job}” is still running. Try again when it has finished.`);
    }
    return writeAdvance(advance, clock);
  });
}

async function readClockState({
  clock,
  calendar,
  allWork,
  banks,
}: ClockNeeds): Promise<ClockState> {
  const business = clock.business();
  const work = await allWork();
  await calendar.addNewWork(work.map(({ name, next }) => ({ name, dueAt: next(business) })));
  const due = await calendar.listUpcomingWork();
  return {
    ...readClockNow(clock),
    due: due.map(({ name, dueAt }) => ({ name, label: workLabel(name), dueAt: dueAt.toString() })),
    presets: clockPresets(business, await banks()),
  };
}

/** Both clocks at the same moment: they are read again if a millisecond passes in between. */
function readClockNow(clock: Clock): ClockNow {
  const [wall, business] = [clock.wall(), clock.business()];
  if (!clock.wall().equals(wall)) return readClockNow(clock);
  const leadMs = Math.round(wall.until(business).total("milliseconds"));
  return { business: business.toString(), wall: wall.toString(), leadMs };
}

function clockPresets(now: Temporal.Instant, banks: readonly BankConnection[]): ClockPreset[] {
  const cutOff = nextBankCutOff(banks, now);
  const moments: [string, Temporal.Instant | undefined][] = [
    ["+1 hour", now.add({ hours: 1 })],
    ["+1 day", now.add({ hours: 24 })],
    ["Next cutoff", cutOff],
    ["+3 banking days", bankingMorning(now, 3)],
  ];
  return moments.flatMap(([label, to]) => (to === undefined ? [] : { label, to: to.toString() }));
}

function readTarget({ body }: Call, now: Temporal.Instant): Temporal.Instant {
  const [span, moment] = [body.optionalText("span"), body.optionalText("to")];
  body.settle();
  const to = span === undefined ? readMoment(moment ?? "") : afterSpan(now, readSpan(span));
  if (Temporal.Instant.compare(to, now.add(ADVANCE_MAX)) > 0) {
    const field = span === undefined ? "to" : "span";
    throw invalid({ [field]: "Advance at most 92 days at a time." });
  }
  return to;
}

function readSpan(text: string): Temporal.Duration {
  const span = parseTimeSpan(text.replaceAll(" ", ""));
  if (span === undefined || span.blank)
    throw invalid({ span: "Enter a duration, such as 3d, 2h or 1d12h." });
  return span;
}

function readMoment(text: string): Temporal.Instant {
  const moment = parseMoment(text);
  if (moment === undefined) throw invalid({ to: "Enter a time, such as 2026-12-01T17:00:00Z." });
  return moment;
}

function writeAdvance({ kind, runs }: Extract<Advance, { runs: unknown }>, clock: Clock) {
  const last = runs.at(-1);
  const answer: Advanced = {
    ...readClockNow(clock),
    ranCount: runs.length,
    ran: runs.slice(-RUNS_MAX).map(writeRun),
    ...(kind === "stopped" &&
      last && { stoppedAt: { label: workLabel(last.name), summary: last.summary } }),
  };
  return answer;
}

function writeRun({ dueAt, startedAt, ...run }: WorkRun): Omit<ClockRun, "id"> {
  return {
    ...run,
    label: workLabel(run.name),
    dueAt: dueAt.toString(),
    startedAt: startedAt.toString(),
  };
}

function writePastRun({ id, ...run }: KnownRun): ClockRun {
  return { id, ...writeRun(run) };
}
