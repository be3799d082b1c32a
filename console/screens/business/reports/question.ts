/** The filters of a report as the address and the form hold them: all text, by name. */
import type {
  ReportPart,
  ReportQuestion,
} from "../../../../src/interfaces/console/business/contract.ts";

/** The way the period is chosen. Only the fields of that way are sent. */
export type DayWay = "preset" | "range" | "moments" | "day" | "pattern";

export const NOTHING: Readonly<Record<ReportPart, string>> = {
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

export const PARTS = Object.keys(NOTHING) as readonly ReportPart[];

export type Values = Record<ReportPart, string> & { way: DayWay };

/** Filters hidden behind "More filters". */
export const MORE: readonly ReportPart[] = [
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

export function wayOf({ startDate = "", endDate = "", day = "" }: ReportQuestion): DayWay {
  if (startDate !== "" || endDate !== "") {
    return DAY.test(startDate) && DAY.test(endDate) ? "range" : "moments";
  }
  if (day !== "") return DAY.test(day) ? "day" : "pattern";
  return "preset";
}

/** Without a period in the address, the default is yesterday, as in the API. */
export function valuesOf(question: ReportQuestion): Values {
  const way = wayOf(question);
  const preset = question.preset || (way === "preset" ? "yesterday" : "");
  return { ...NOTHING, ...question, preset, way };
}

/** The filters to send. Fields of the other period types keep their values but are not sent. */
export function questionOf({ way, ...values }: Values): Record<ReportPart, string> {
  const isRange = way === "range" || way === "moments";
  const isDay = way === "day" || way === "pattern";
  const trimmed = PARTS.map((part) => [part, values[part].trim()]);
  return {
    ...(Object.fromEntries(trimmed) as Record<ReportPart, string>),
    ...(way !== "preset" && { preset: "" }),
    ...(!isRange && { startDate: "", endDate: "" }),
    ...(!isDay && { day: "" }),
  };
}

/** Leaves out empty values. */
export function withoutEmpty(question: ReportQuestion): Record<string, string> {
  return Object.fromEntries(Object.entries(question).filter(([, value]) => value !== ""));
}
