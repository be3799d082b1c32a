/** The operations API: jobs, queues, bank files, return rates, audit log and health. */
import type { CheckNeeds } from "../../../core/audit/check-audit.ts";
import type { Routes } from "../routes.ts";
import { addAudit } from "./audit/audit.ts";
import { addBankFiles } from "./banks/bank-files.ts";
import { addBankServers, type BankServerNeeds } from "./banks/bank-servers.ts";
import { addBanks } from "./banks/banks.ts";
import { addReversals } from "./banks/reversals.ts";
import { addSystemCheck, type SystemCheckNeeds } from "./doctor.ts";
import { addHousekeeping, type HousekeepingNeeds } from "./housekeeping.ts";
import { addJobs } from "./jobs.ts";
import { addLogins } from "./logins.ts";
import { addOutbox } from "./outbox.ts";
import { addOperationsOverview, type OperationsOverviewNeeds } from "./overview.ts";
import { addPurges } from "./purges.ts";
import { addSystem, type SystemNeeds } from "./system.ts";

export interface OperationsNeeds
  extends OperationsOverviewNeeds,
    SystemNeeds,
    SystemCheckNeeds,
    HousekeepingNeeds {
  readonly audit: CheckNeeds;
  readonly bankServers: BankServerNeeds;
}

export function addOperations(routes: Routes, needs: OperationsNeeds): void {
  addOperationsOverview(routes, needs);
  addJobs(routes, needs);
  addOutbox(routes, needs);
  addLogins(routes, needs);
  addBankFiles(routes, needs);
  addReversals(routes, needs);
  addBanks(routes, needs);
  addBankServers(routes, needs.bankServers);
  addAudit(routes, needs.audit);
  addSystem(routes, needs);
  addSystemCheck(routes, needs);
  addHousekeeping(routes, needs);
  addPurges(routes, needs);
}
