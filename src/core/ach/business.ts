/** Work on ACH that business time brings: the cut-offs of every bank, their answers, settlement. */
import type { Database } from "../../db/database.ts";
import { type BusinessWork, everyDayAt, type Lane } from "../calendar/business-work.ts";
import type { AchNeeds } from "./ach-needs.ts";
import type { BankConnection } from "./connections/bank-connection.ts";
import { ConnectionStore } from "./connections/connection-store.ts";
import { type CutOffWindow, nextCutOff } from "./cut-offs.ts";
import { type BankFailure, exchangeWithBanks } from "./exchange.ts";
import { closeWindow } from "./files/cut-off.ts";
import { ACH_ZONE, ANSWERS_AT, SETTLED_AT } from "./settlement.ts";
import { settleDue } from "./updates/settle.ts";

export interface AchWorkNeeds extends AchNeeds {
  /** Tells which banks there are, also while banks that hang hold every connection of `db`. */
  readonly listDb?: Database;
  /** A bank that cannot be reached must not stop the clock for everything else. */
  readonly onBankFailure: (trouble: BankFailure) => void;
}

/** What came back is read before the rest counts as settled. */
const ANSWERS: Lane = { name: "ACH answers", kind: "money" };

/** As the banks are now: whoever runs it asks anew each time. */
export async function achBusinessWork(needs: AchWorkNeeds): Promise<readonly BusinessWork[]> {
  const banks = await new ConnectionStore(needs.listDb ?? needs.db).listConnections();
  const reachable = banks.filter(({ network }) => needs.networks[network] !== undefined);
  return [
    ...reachable.flatMap((bank) => bank.windows.map((window) => closing(needs, bank, window))),
    {
      name: "read ACH answers",
      lane: ANSWERS,
      next: everyDayAt(ANSWERS_AT, ACH_ZONE),
      run: answers(needs),
    },
    {
      name: "settle ACH entries",
      lane: ANSWERS,
      next: everyDayAt(SETTLED_AT, ACH_ZONE),
      run: async (at) => said({ settled: await settleDue(needs, at) }),
    },
  ];
}

export function cutOffWorkName(connection: string, window: string): string {
  return `close ACH file of ${connection}, ${window}`;
}

function closing(needs: AchWorkNeeds, bank: BankConnection, window: CutOffWindow): BusinessWork {
  return {
    name: cutOffWorkName(bank.name, window.name),
    // A lane for each bank: one that is slow or cannot be reached delays no other.
    lane: { name: `ACH files of ${bank.name}`, kind: "money" },
    next: (after) => nextCutOff([window], after),
    run: async (at) => {
      const { entries, files, failure: trouble } = await closeWindow(needs, bank, { window, at });
      if (trouble === undefined) return said({ entries, files: files.length });
      needs.onBankFailure({ connection: bank.name, error: trouble });
      return `${said({ entries })}; not handed over yet: ${errorMessage(trouble)}`;
    },
  };
}

function answers(needs: AchWorkNeeds): BusinessWork["run"] {
  return async (at) => {
    const { sent, files, items, failures: troubles } = await exchangeWithBanks(needs, at);
    for (const trouble of troubles) needs.onBankFailure(trouble);
    const trouble = troubles.map(
      ({ connection, error }) => `${connection}: ${errorMessage(error)}`,
    );
    return [said({ sent, "files read": files, items }), ...trouble].join("; ");
  };
}

function said(counts: Readonly<Record<string, number>>): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  if (some.length === 0) return "nothing to do";
  return some.map(([what, count]) => `${what}: ${count}`).join(", ");
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
