/** The filters of a report as the address and the form hold them: all text, by name. */
import type {
  ReportFilterName,
  ReportFilters,
} from "../../../../src/interfaces/console/business/contract.ts";

/** The way the period is chosen. Only the fields of that way are sent. */
export type PeriodType = "preset" | "range" | "moments" | "day" | "pattern";

export const NO_FILTERS: Readonly<Record<ReportFilterName, string>> = {
  dateKind: "",
  preset: "",
  startDate: "",
  endDate: "",
  day: "",
  status: "",
  tenderType: "",
  amount: "",
  amountMin: "",
  amountMax: "",
  name: "",
  cashier: "",
  customId: "",
  group: "",
  transactionId: "",
  subAccounts: "",
  columns: "",
  formFields: "",
};

export const FILTER_NAMES = Object.keys(NO_FILTERS) as readonly ReportFilterName[];

export type Values = Record<ReportFilterName, string> & { way: PeriodType };

/** Filters hidden behind "More filters". */
export const MORE_FILTERS: readonly ReportFilterName[] = [
  "amount",
  "amountMin",
  "amountMax",
  "name",
  "cashier",
  "customId",
  "group",
  "transactionId",
];

const DAY = /^(\d{4}-\d{2}-\d{2})?$/;

export function periodType({ startDate = "", endDate = "", day = "" }: ReportFilters): PeriodType {
  if (startDate !== "" || endDate !== "") {
    return DAY.test(startDate) && DAY.test(endDate) ? "range" : "moments";
  }
  if (day !== "") return DAY.test(day) ? "day" : "pattern";
  return "preset";
}

/** Without a period in the address, the default is yesterday, as in the API. */
export function filterValues(question: ReportFilters): Values {
  const way = periodType(question);
  const preset = question.preset || (way === "preset" ? "yesterday" : "");
  return { ...NO_FILTERS, ...question, preset, way };
}

/** The filters to send. Fields of the other period types keep their values but are not sent. */
export function filtersToSend({ way, ...values }: Values): Record<ReportFilterName, string> {
  const isRange = way === "range" || way === "moments";
  const isDay = way === "day" || way === "pattern";
  const trimmed = FILTER_NAMES.map((part) => [part, values[part].trim()]);
  return {
    ...(Object.fromEntries(trimmed) as Record<ReportFilterName, string>),
    ...(way !== "preset" && { preset: "" }),
    ...(!isRange && { startDate: "", endDate: "" }),
    ...(!isDay && { day: "" }),
  };
}

/** Leaves out empty values. */
export function withoutEmpty(question: ReportFilters): Record<string, string> {
  return Object.fromEntries(Object.entries(question).filter(([, value]) => value !== ""));
}
