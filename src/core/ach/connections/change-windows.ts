/** Changes the cutoff windows of a bank. Entries that waited for a removed one leave by the next. */
import type { DatabasePool } from "../../../db/database-pool.ts";
import { recordAct } from "../../audit/act.ts";
import type { ActingBy } from "./change-server.ts";
import { areBankWindows } from "./connect-bank.ts";
import { ConnectionStore } from "./connection-store.ts";

export type BankWindowsOutcome = "changed" | "not_found" | "bad_windows";

export async function changeBankWindows(
  { db: pool }: { readonly db: DatabasePool },
  name: string,
  { windows, by }: { readonly windows: readonly string[]; readonly by: ActingBy },
): Promise<BankWindowsOutcome> {
  if (!areBankWindows(windows)) return "bad_windows";
  return pool.atomically(async (db) => {
    const before = await new ConnectionStore(db).replaceWindows(name, windows);
    if (before === undefined) return "not_found";
    await recordAct(db, {
      ...by,
      action: "bank_connection.windows",
      subject: { kind: "bank_connection", id: name },
      before: { windows: before },
      after: { windows },
      result: "done",
    });
    return "changed";
  });
}
