/** Exports what an account stores about a customer. The audit log says that it was exported. */
import type { DatabasePool } from "../../db/database-pool.ts";
import { type Actor, recordAct } from "../audit/act.ts";
import type { Customer, CustomerRecords } from "./customer.ts";
import { type ExportedRows, ExportStore } from "./export-store.ts";

export interface ExportedRecords extends ExportedRows {
  readonly accountId: string;
}

export function exportCustomer(
  owner: DatabasePool,
  records: CustomerRecords,
  { actor, customer }: { readonly actor: Actor; readonly customer: Customer },
): Promise<ExportedRecords> {
  const { accountId } = records;
  return owner.atomically(async (db) => {
    const rows = await new ExportStore(db).readRecords(records);
    const { payments, sales, storedNumbers } = rows;
    await recordAct(db, {
      actor,
      action: "privacy.export",
      subject: { kind: "account", id: accountId },
      after: {
        namedBy: customer.kind,
        counts: {
          payments: payments.length,
          sales: sales.length,
          storedNumbers: storedNumbers.length,
        },
      },
      result: "done",
    });
    return { accountId, ...rows };
  });
}
