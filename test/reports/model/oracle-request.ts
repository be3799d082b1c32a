/** Contract E: the meaning of a request's parameters, and all their error codes. */

import { CENTRAL } from "./clocks.ts";
import type { DateForm, DateKind } from "./oracle-dates.ts";
import { isPlain, readDateForm, startsAfterEnd } from "./oracle-dates.ts";
import type { World, WorldAccount } from "./world.ts";

export type Parameters = Readonly<Record<string, string>>;

export interface Request {
  readonly texts: Parameters;
  readonly caller: WorldAccount;
  readonly dates: Readonly<Partial<Record<DateName, DateForm>>>;
  readonly accountIds: readonly string[];
}

const DATE_NAMES = [
  "ach_settle_date",
  "action_date",
  "start_date",
  "end_date",
  "transaction_date",
] as const;
type DateName = (typeof DATE_NAMES)[number];

const AMOUNT = /^\d{1,6}(\.\d{1,2})?$/;
const FLAG = /^(0|1|true|false)$/i;

/** The form of all other parameters. Lengths count characters, not code units. */
const FORMS: Readonly<Record<string, (text: string) => boolean>> = {
  amount: (text) => AMOUNT.test(text),
  amount_max: (text) => AMOUNT.test(text),
  amount_min: (text) => AMOUNT.test(text),
  batch_detail: (text) => FLAG.test(text),
  cashier: atMost(100),
  custom_id: atMost(50),
  date: (text) => ["ACTION", "BATCH"].includes(text),
  group: atMost(25),
  include_ach_settle_date: (text) => FLAG.test(text),
  name: atMost(100),
  purchase_detail: (text) => FLAG.test(text),
  reportable_fields: (text) => FLAG.test(text),
  response_format: (text) => ["CSV", "JSON", "XML"].includes(text),
  status: (text) => ["APPROVED", "DECLINED"].includes(text),
  tender_type: (text) => ["ALL", "CARD", "ACH", "EBT", "GIFT"].includes(text),
  transaction_id: (text) => /^\d{1,12}$/.test(text),
  utc_time: (text) => FLAG.test(text),
};

function atMost(length: number): (text: string) => boolean {
  return (text) => [...text].length <= length && isPlain(text);
}

/** The account of the request, or undefined (601). */
export function callerOf(world: World, texts: Parameters): WorldAccount | undefined {
  return world.accounts.find(
    ({ id, accessKey, isActive }) =>
      isActive && id === texts["account_id"] && accessKey === texts["api_accesskey"],
  );
}

/** Codes are in the order of the checks, so the lowest one is answered. */
export function readRequest(
  world: World,
  caller: WorldAccount,
  texts: Parameters,
): Request | number {
  const dates = readDates(caller.zone, texts);
  const accountIds = accountsOf(world, caller, texts["sub_account_ids"] ?? "");
  const errors = [
    ...Object.values(dates).filter((date) => typeof date === "number"),
    ...backwards(dates),
    ...Object.entries(FORMS).flatMap(([name, isRight]) =>
      isGiven(texts, name) && !isRight(texts[name] ?? "") ? [621] : [],
    ),
    ...(accountIds === undefined ? [621] : []),
    ...combinations(texts),
  ];
  if (accountIds === undefined || errors.length > 0) return Math.min(...errors);
  return { texts, caller, dates: dates as Request["dates"], accountIds };
}

/** A blank parameter counts as absent. */
export function isGiven(texts: Parameters, name: string): boolean {
  return (texts[name] ?? "") !== "";
}

type ReadDates = Partial<Record<DateName, DateForm | number>>;

function readDates(zone: string, texts: Parameters): ReadDates {
  const boundsZone = texts["date"] === "BATCH" ? CENTRAL : zone;
  const bound: DateKind = { zone: boundsZone, lengthMax: 25, takesOffset: true };
  const kinds: Readonly<Record<DateName, DateKind>> = {
    ach_settle_date: { zone, lengthMax: 10 },
    action_date: { zone, lengthMax: 10, takesWildcards: true },
    start_date: bound,
    end_date: bound,
    transaction_date: {
      zone,
      lengthMax: 25,
      takesTime: true,
      takesOffset: true,
      takesWildcards: true,
    },
  };
  const given = DATE_NAMES.filter((name) => isGiven(texts, name));
  return Object.fromEntries(
    given.map((name) => [name, readDateForm(texts[name] ?? "", kinds[name])]),
  );
}

function backwards({ start_date: start, end_date: end }: ReadDates): number[] {
  if (typeof start !== "object" || typeof end !== "object") return [];
  return startsAfterEnd(start, end) ? [607] : [];
}

/** The caller's account, or all or some sub-accounts of an agent. */
function accountsOf(world: World, caller: WorldAccount, list: string): string[] | undefined {
  if (list === "") return [caller.id];
  if (!caller.isAgent) return undefined;
  const below = world.accounts.filter(({ parentId }) => parentId === caller.id);
  const ids = below.map(({ id }) => id);
  if (list === "all") return ids;
  const listed = list.split(",");
  return listed.every((id) => ids.includes(id)) ? [...new Set(listed)] : undefined;
}

function combinations(texts: Parameters): number[] {
  const given = (name: string) => isGiven(texts, name);
  const hasMin = given("amount_min");
  const hasMax = given("amount_max");
  const isOther = ["CARD", "EBT", "GIFT"].includes(texts["tender_type"] ?? "");
  const isBackwards = hasMin && hasMax && Number(texts["amount_min"]) > Number(texts["amount_max"]);
  return [
    ...(hasMin !== hasMax ? [622] : []),
    ...(given("amount") && (hasMin || hasMax) ? [623] : []),
    ...(isBackwards ? [623] : []),
    ...(isByUpdate(texts) && isOther ? [623] : []),
    ...(given("ach_settle_date") && texts["tender_type"] !== "ACH" ? [623] : []),
  ];
}

/** Whether the records are ACH updates. */
export function isByUpdate(texts: Parameters): boolean {
  return isGiven(texts, "action_date") || texts["date"] === "ACTION";
}
