/** From a caller and its fields to a report that can be run. */
import type { Account } from "../../../core/accounts/account-store.ts";
import type { ReportQuery } from "../../../core/reports/criteria.ts";
import type { ReportableStore } from "../../../core/reports/reportable-store.ts";
import type { Clock } from "../../../ports/clock.ts";
import { RequestFault } from "../../../wire/fault.ts";
import type { Fields } from "../../../wire/fields.ts";
import { type Column, columnsOf } from "./columns.ts";
import { checkCombination, criteriaOf } from "./criteria.ts";
import type { Format } from "./formats.ts";
import { type ReportParameters, readParameters } from "./read.ts";

export type Caller = Pick<Account, "id" | "timeZone" | "isAgent">;

export interface OrderNeeds {
  readonly reportable: ReportableStore;
  readonly clock: Clock;
}

export interface Order {
  readonly query: ReportQuery;
  readonly columns: readonly Column[];
  readonly format: Format;
}

export async function readOrder(needs: OrderNeeds, caller: Caller, fields: Fields): Promise<Order> {
  const { timeZone } = caller;
  const asked = readParameters(fields, timeZone);
  const accountIds = await accountsOf(needs, caller, asked.subAccounts);
  checkCombination(asked);
  const columns = await columnsFor(needs, asked, accountIds);
  const criteria = criteriaOf(asked, { accountIds, timeZone, now: needs.clock.business() });
  return {
    query: { criteria, shown: columns.map(({ shown }) => shown) },
    columns,
    format: asked.format,
  };
}

/** Another's account answers exactly like one that does not exist. */
async function accountsOf(
  { reportable }: OrderNeeds,
  caller: Caller,
  wanted: ReportParameters["subAccounts"],
): Promise<readonly string[]> {
  if (wanted === undefined) return [caller.id];
  if (!caller.isAgent) throw new RequestFault("invalid", "sub_account_ids");
  const own = await reportable.subAccounts(caller.id);
  if (wanted === "all") return own;
  const isForeign = wanted.some((id) => !own.includes(id));
  if (isForeign) throw new RequestFault("invalid", "sub_account_ids");
  return [...new Set(wanted)];
}

async function columnsFor(
  { reportable }: OrderNeeds,
  asked: ReportParameters,
  accountIds: readonly string[],
): Promise<readonly Column[]> {
  const { showsSettleDate: settleDate, showsUtc: utc, showsBatch: batch } = asked;
  const fields = asked.showsFormFields ? await reportable.formFields(accountIds) : [];
  return columnsOf({ settleDate, utc, batch }, fields);
}
