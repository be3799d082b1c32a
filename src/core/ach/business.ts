/** The scheduled ACH jobs: the cutoffs of every bank, reading their files, and settlement. */
import type { Database } from "../../db/database.ts";
import { type BusinessWork, everyDayAt, type Lane } from "../calendar/business-work.ts";
import type { AchNeeds } from "./ach-needs.ts";
import type { BankConnection } from "./connections/bank-connection.ts";
import { ConnectionStore } from "./connections/connection-store.ts";
import { type CutOffWindow, nextCutOff } from "./cut-offs.ts";
import { type BankFailure, exchangeWithBanks } from "./exchange.ts";
import { closeWindow } from "./files/cut-off.ts";
import { FileUnconfirmed } from "./files/hand-over.ts";
import { watchReturnRates } from "./rates/watch-rates.ts";
import { ACH_ZONE, ANSWERS_AT, SETTLED_AT } from "./settlement.ts";
import { settleDue } from "./updates/settle.ts";

export interface AchWorkNeeds extends AchNeeds {
  /** Lists the banks, even while banks that hang hold every connection of `db`. */
  readonly listDb?: Database;
  /** Called when a bank cannot be reached. The job does not fail, so the clock can move on. */
  readonly onBankFailure: (failure: BankFailure) => void;
}

/** One lane, so that returns are read before the other entries are settled. */
const ANSWERS: Lane = { name: "ACH answers", kind: "money" };

/** After the returns of the morning. */
const RATES_AT = "08:15";

/** Call this before every run, because banks may have been added. */
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
      name: "watch ACH return rates",
      lane: ANSWERS,
      next: everyDayAt(RATES_AT, ACH_ZONE),
      run: async (at) => summary({ "new alerts": (await watchReturnRates(needs, at)).length }),
    },
    {
      name: "settle ACH entries",
      lane: ANSWERS,
      next: everyDayAt(SETTLED_AT, ACH_ZONE),
      run: async (at) => summary({ "entries settled": await settleDue(needs, at) }),
    },
  ];
}

export function cutOffWorkName(connection: string, window: string): string {
  return `close ACH file of ${connection}, ${window}`;
}

function closing(needs: AchWorkNeeds, bank: BankConnection, window: CutOffWindow): BusinessWork {
  return {
    name: cutOffWorkName(bank.name, window.name),
    // A lane per bank: a slow bank does not delay the others.
    lane: { name: `ACH files of ${bank.name}`, kind: "money" },
    next: (after) => nextCutOff([window], after),
    run: async (at) => {
      const { entries, files, failures } = await closeWindow(needs, bank, { window, at });
      const done = summary({ "entries collected": entries, "files sent": files.length });
      for (const error of failures) needs.onBankFailure({ connection: bank.name, error });
      return [done, ...failures.map(failureMessage)].join("; ");
    },
  };
}

function answers(needs: AchWorkNeeds): BusinessWork["run"] {
  return async (at) => {
    const { sent, files, items, failures } = await exchangeWithBanks(needs, at);
    for (const failure of failures) needs.onBankFailure(failure);
    const done = summary({ "files sent": sent, "files read": files, "returns and changes": items });
    const failed = failures.map(({ connection, error }) => `${connection}: ${errorMessage(error)}`);
    return [done, ...failed].join("; ");
  };
}

function summary(counts: Readonly<Record<string, number>>): string {
  const some = Object.entries(counts).filter(([, count]) => count > 0);
  if (some.length === 0) return "nothing to do";
  return some.map(([what, count]) => `${what}: ${count}`).join(", ");
}

function failureMessage(failure: unknown): string {
  if (failure instanceof FileUnconfirmed) return failure.message;
  return `files are waiting because they could not be sent: ${errorMessage(failure)}`;
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
