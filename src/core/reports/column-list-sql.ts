/** The columns of a report, and the select list that reads them. */
import { pinToAccount } from "../../db/sharding/account-groups.ts";
import { type Sql, sql } from "../../db/sql.ts";
import type { Criteria, Shown } from "./criteria.ts";
import {
  type ColumnKind,
  type Extras,
  REPORT_COLUMN_NAMES,
  REPORT_COLUMNS,
  type ReportColumnName,
} from "./report-columns-sql.ts";

export interface Column {
  readonly name: string;
  readonly kind: ColumnKind;
  readonly shown: Shown;
}

export function reportColumns(extras: Extras, formFields: readonly string[]): readonly Column[] {
  const usual = REPORT_COLUMN_NAMES.filter((name) => {
    const { shownWith } = REPORT_COLUMNS[name];
    return shownWith === undefined || extras[shownWith];
  });
  const taken = new Set<string>(REPORT_COLUMN_NAMES);
  return [...usual.map(toColumn), ...formFields.map((field) => formColumn(field, taken))];
}

/** All columns. Those that must be requested are marked as extra. */
export function everyReportColumn(): readonly (Column & { readonly isExtra: boolean })[] {
  return REPORT_COLUMN_NAMES.map((name) => ({
    ...toColumn(name),
    isExtra: REPORT_COLUMNS[name].shownWith !== undefined,
  }));
}

/** The names of columns that are shown on one request. */
export function listColumnsShownWith(extra: keyof Extras): readonly ReportColumnName[] {
  return REPORT_COLUMN_NAMES.filter((name) => REPORT_COLUMNS[name].shownWith === extra);
}

export function selectReportColumns(shown: readonly Shown[], criteria: Criteria): Sql {
  const columns = shown.map((one) => selectColumn(one, criteria));
  return columns.reduce((left, right) => sql`${left}, ${right}`);
}

function selectColumn(shown: Shown, { records, accountId }: Criteria): Sql {
  if (typeof shown !== "string") return sql`form_fields ->> ${shown.formField}`;
  const row = REPORT_COLUMNS[shown];
  if (row.sqlOfRefunds) {
    return row.sqlOfRefunds(pinToAccount(sql`refund.account_id`, { accountId }));
  }
  return records === "updates" ? (row.sqlOfUpdate ?? row.sql) : row.sql;
}

function toColumn(name: ReportColumnName): Column {
  return { name, kind: REPORT_COLUMNS[name].kind, shown: name };
}

/** Readers find a column by its name, so a form field with a taken name gets a prefix. */
function formColumn(field: string, taken: Set<string>): Column {
  let name = field;
  while (taken.has(name)) name = `form_${name}`;
  taken.add(name);
  return { name, kind: "text", shown: { formField: field } };
}
