/** The formats of reports: CSV, JSON and XML, with the same columns and values. */
import type { ReportFormat } from "../values/report-format.ts";
import { CsvRewriter, csvLine } from "./csv.ts";
import { type JsonColumn, jsonRows } from "./json-rows.ts";
import { xmlRows } from "./xml.ts";

export const FORMATS = ["CSV", "JSON", "XML"] as const;
export type Format = (typeof FORMATS)[number];

export const CONTENT_TYPES: Readonly<Record<Format, string>> = {
  CSV: "text/csv; charset=utf-8",
  JSON: "application/json; charset=utf-8",
  XML: "application/xml; charset=utf-8",
};

const [API, VERSION] = ["rsapi", "3.8"];

const OPEN: Readonly<Record<Format, (columns: readonly JsonColumn[]) => ReportFormat>> = {
  CSV: (columns) => ({
    rows: "csv",
    countsFirst: false,
    rewriter: new CsvRewriter(),
    head: () => csvLine(columns.map(({ name }) => name)),
    tail: () => "",
  }),
  JSON: (columns) => ({
    rows: "text",
    countsFirst: false,
    rewriter: jsonRows(columns),
    head: () => `{"api":"${API}","version":"${VERSION}","transactions":[\n`,
    tail: (count) => `\n],"count":${count}}\n`,
  }),
  XML: (columns) => ({
    rows: "text",
    countsFirst: true,
    rewriter: xmlRows(
      "transaction",
      columns.map(({ name }) => name),
    ),
    head: (count) =>
      `<?xml version="1.0" encoding="UTF-8"?>\n<report api="${API}" version="${VERSION}" count="${count}">\n`,
    tail: () => "</report>\n",
  }),
};

export function openFormat(format: Format, columns: readonly JsonColumn[]): ReportFormat {
  return OPEN[format](columns);
}
