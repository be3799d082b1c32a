/** The connected banks, their next cutoffs, and return rates. */

import type { BankConnection } from "../../../../core/ach/connections/bank-connection.ts";
import {
  type BankState,
  BankStateStore,
} from "../../../../core/ach/connections/bank-state-store.ts";
import { ConnectionStore } from "../../../../core/ach/connections/connection-store.ts";
import {
  SftpServerStore,
  type StoredSftpServer,
} from "../../../../core/ach/connections/sftp-server-store.ts";
import { nextCutOff, settlementDate } from "../../../../core/ach/cut-offs.ts";
import {
  RETURN_RATE_DAYS,
  RETURN_RATE_LIMITS,
  returnRates,
} from "../../../../core/ach/return-rates.ts";
import { CachedReading } from "../../../../core/figures/cached-reading.ts";
import { asJson } from "../../as-json.ts";
import { addExport } from "../../lists/export-list.ts";
import { RATE_COLUMNS } from "../../lists/operations-columns.ts";
import type { Routes } from "../../routes.ts";
import type { OperationsBaseNeeds } from "../operations-needs.ts";
import type { BankLine, BankServer, Banks, ReturnRatesView } from "./contract.ts";

/** Counting sixty days of entries is slow, so the result is cached. */
const RATES_FRESH_MS = 60_000;

export function addBanks(routes: Routes, { payments: db, clock }: OperationsBaseNeeds): void {
  routes.get("/operations/banks", "operations", async (): Promise<Banks> => {
    const now = clock.business();
    const [banks, servers, states] = await Promise.all([
      new ConnectionStore(db).listConnections(),
      new SftpServerStore(db).listServers(),
      new BankStateStore(db).listBankStates(),
    ]);
    const lines = banks.map((bank) => ({
      ...writeBank(bank, now),
      server: writeServer(servers.find(({ connection }) => connection === bank.name)),
      state: writeState(states.find(({ connection }) => connection === bank.name)),
    }));
    return { business: now.toString(), banks: lines };
  });
  const rates = new CachedReading(async (): Promise<ReturnRatesView> => {
    const now = clock.business();
    const accounts = await returnRates(db, now);
    return {
      days: RETURN_RATE_DAYS,
      countedAt: now.toString(),
      limits: RETURN_RATE_LIMITS,
      accounts: accounts.toSorted((one, other) => other.rates.overall - one.rates.overall),
    };
  }, RATES_FRESH_MS);
  routes.get("/operations/return-rates", "operations", () => rates.read());
  addExport(routes, {
    ...{ path: "/operations/return-rates", needs: "operations", name: "return-rates" },
    columns: RATE_COLUMNS,
    read: async () => ({ items: (await rates.read()).accounts }),
  });
}

/** Lists every member, so that the sealed login is never sent. */
function writeServer(server: StoredSftpServer | undefined): BankServer | null {
  if (server === undefined) return null;
  const { host, port, user, hostKeys, loginKind: login, folders } = server;
  return { host, port, user, hostKeys, login, ...folders };
}

function writeState(state: BankState | undefined): BankLine["state"] {
  if (state === undefined) return null;
  const { exchangedAt, failingSince, error } = state;
  return asJson({ exchangedAt, failingSince, error });
}

/** Lists every member, so that the sealed offset account is never sent. */
function writeBank(
  bank: BankConnection,
  now: Temporal.Instant,
): Omit<BankLine, "server" | "state"> {
  return {
    name: bank.name,
    network: bank.network,
    destination: bank.destination,
    destinationName: bank.destinationName,
    origin: bank.origin,
    originName: bank.originName,
    odfi: bank.odfi,
    writesOffset: bank.writesOffset,
    windows: bank.windows.map((window) => {
      const nextAt = nextCutOff([window], now);
      return {
        name: window.name,
        nextAt: nextAt.toString(),
        settlesOn: settlementDate(window, nextAt).toString(),
      };
    }),
  };
}
