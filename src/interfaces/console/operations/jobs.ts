/** Scheduled jobs and their runs, job queues, and pending payments. */
import { RunStore } from "../../../core/calendar/run-store.ts";
import { workLabel, workName } from "../../../core/calendar/work-label.ts";
import { JobQueueStore } from "../../../core/figures/job-queue-store.ts";
import { AttemptAgeStore } from "../../../core/payments/attempts/attempt-age-store.ts";
import { asJson } from "../as-json.ts";
import type { CursorPage } from "../contract.ts";
import { cursorId, cursorPage } from "../cursor-page.ts";
import type { Routes } from "../routes.ts";
import type { Attempts, RunLine, Work } from "./contract.ts";
import type { OperationsBaseNeeds } from "./operations-needs.ts";

const ATTEMPTS_SHOWN = 100;

export function addJobs(routes: Routes, { app, payments, clock }: OperationsBaseNeeds): void {
  routes.get("/operations/work", "operations", async (): Promise<Work> => {
    const [work, queues] = await Promise.all([
      new RunStore(app).listWork(),
      new JobQueueStore(app).listQueues(),
    ]);
    return asJson({
      business: clock.business(),
      work: work.map(withLabel),
      queues: queues.map(withLabel),
    });
  });
  routes.get("/operations/runs", "operations", async (call): Promise<CursorPage<RunLine>> => {
    const take = call.query.take();
    const name = call.query.text("name");
    const runs = await new RunStore(app).listRuns({
      name: name === undefined ? undefined : workName(name),
      outcome: call.query.choice("outcome", ["done", "unfinished", "failed"]),
      olderThan: cursorId(call.query, "after"),
      take: take + 1,
    });
    return cursorPage(asJson(runs.map(withLabel)), take, ({ id }) => id);
  });
  routes.get("/operations/attempts", "operations", async (): Promise<Attempts> => {
    const store = new AttemptAgeStore(payments);
    const [ages, oldest] = await Promise.all([
      store.countByAge(clock.wall()),
      store.listOldest(ATTEMPTS_SHOWN),
    ]);
    return { ages, oldest: asJson(oldest) };
  });
}

function withLabel<Named extends { readonly name: string }>(one: Named) {
  return { ...one, label: workLabel(one.name) };
}
