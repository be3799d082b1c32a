/** Pending and failed deliveries per account, and resending the failed ones. */
import { replayAccountEvents } from "../../../core/operations/replay-account.ts";
import { BacklogStore } from "../../../core/outbox/backlog-store.ts";
import { asJson } from "../as-json.ts";
import { conflict } from "../errors.ts";
import { numericId } from "../ids.ts";
import { addExport } from "../lists/export-list.ts";
import { FAILED_DELIVERY_COLUMNS } from "../lists/operations-columns.ts";
import type { Routes } from "../routes.ts";
import type { Outbox, Replayed } from "./contract.ts";
import type { OperationsBaseNeeds } from "./operations-needs.ts";

/** The longest time that deliveries can be kept. */
const ALL_DAYS = 365;
const NOTHING_FAILED =
  "Nothing to resend: no email and no delivery to an enabled endpoint of this account has failed.";

export function addOutbox(routes: Routes, { payments: db, clock }: OperationsBaseNeeds): void {
  routes.get("/operations/outbox", "operations", async (): Promise<Outbox> => {
    const store = new BacklogStore(db);
    const [waiting, failures] = await Promise.all([store.listWaiting(), store.listFailures()]);
    return asJson({ waiting, failed: failures });
  });
  addExport(routes, {
    ...{ path: "/operations/outbox", needs: "operations", name: "failed-deliveries" },
    columns: FAILED_DELIVERY_COLUMNS,
    read: async () => asJson({ items: await new BacklogStore(db).listFailures() }),
  });
  routes.post(
    "/operations/outbox/:accountId/replay",
    "operations",
    async (call): Promise<Replayed | undefined> => {
      const accountId = numericId(call.param("accountId"));
      if (accountId === undefined) return undefined;
      const { actor, from } = call;
      const since = clock.wall().subtract({ hours: 24 * ALL_DAYS });
      const count = await replayAccountEvents({ db, clock }, accountId, {
        since,
        by: { actor, from },
      });
      if (count === 0) throw conflict(NOTHING_FAILED);
      return { count };
    },
  );
}
