/** A manual cutoff: sends all waiting entries now, independent of the windows. */
import { recordAct } from "../../audit/act.ts";
import type { AchNeeds } from "../ach-needs.ts";
import { ConnectionStore } from "../connections/connection-store.ts";
import { type CutOffReport, forceCutOff } from "../files/cut-off.ts";
import type { ForcedBy } from "./forced.ts";

export interface ForcedCutOff extends CutOffReport {
  readonly connection: string;
}

/** For one bank, or for all banks that have a network. Returns undefined if the bank is unknown. */
export async function forceCutOffs(
  needs: AchNeeds,
  name: string | undefined,
  { actor, from }: ForcedBy,
): Promise<readonly ForcedCutOff[] | undefined> {
  const all = await new ConnectionStore(needs.db).listConnections();
  const banks = all.filter(
    (bank) =>
      needs.networks[bank.network] !== undefined && (name === undefined || bank.name === name),
  );
  if (name !== undefined && banks.length === 0) return undefined;
  const reports: ForcedCutOff[] = [];
  for (const bank of banks) {
    const subject = { kind: "bank_connection", id: bank.name };
    // Recorded first: it takes many commits, and none may be missing in the audit log.
    await recordAct(needs.db, { actor, action: "ach.cut_off", subject, result: "done", from });
    reports.push({ connection: bank.name, ...(await forceCutOff(needs, bank)) });
  }
  return reports;
}
