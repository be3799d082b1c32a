/** Scheduled jobs and their runs, job queues, and pending payments. */
import { RunStore } from "../../../core/calendar/run-store.ts";
import { workLabel, workName } from "../../../core/calendar/work-label.ts";
import { JobQueueStore } from "../../../core/figures/job-queue-store.ts";
import { AttemptAgeStore } from "../../../core/payments/attempts/attempt-age-store.ts";
import { asJson } from "../as-json.ts";
import type { CursorPage } from "../contract.ts";
import { cursorId, cursorPage } from "../cursor-page.ts";
import { addExport, addList } from "../lists/export-list.ts";
import { ATTEMPT_COLUMNS, RUN_COLUMNS, WORK_COLUMNS } from "../lists/operations-columns.ts";
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
  addExport(routes, {
    ...{ path: "/operations/work", needs: "operations", name: "scheduled-jobs" },
    columns: WORK_COLUMNS,
    read: async () => asJson({ items: (await new RunStore(app).listWork()).map(withLabel) }),
  });
  addRuns(routes, new RunStore(app));
  addExport(routes, {
    ...{ path: "/operations/attempts", needs: "operations", name: "pending-payments" },
    columns: ATTEMPT_COLUMNS,
    read: async () =>
      asJson({ items: await new AttemptAgeStore(payments).listOldest(ATTEMPTS_SHOWN) }),
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

function addRuns(routes: Routes, store: RunStore): void {
  addList(routes, {
    ...{ path: "/operations/runs", needs: "operations", name: "job-runs" },
    columns: RUN_COLUMNS,
    read: async ({ query }): Promise<CursorPage<RunLine>> => {
      const take = query.take();
      const name = query.text("name");
      const runs = await store.listRuns({
        name: name === undefined ? undefined : workName(name),
        outcome: query.choice("outcome", ["done", "unfinished", "failed"]),
        olderThan: cursorId(query, "after"),
        take: take + 1,
      });
      return cursorPage(asJson(runs.map(withLabel)), take, ({ id }) => id);
    },
  });
}

function withLabel<Named extends { readonly name: string }>(one: Named) {
  return { ...one, label: workLabel(one.name) };
}
