/**
 * A report of a million transactions through the interface, against the same COPY without a reader.
 */
import { copyAll, readReport } from "../reports/report-environment.ts";
import type { BenchRow, Limit } from "../row.ts";

const GROWTH: Limit = { figure: "grown MiB", unit: "MiB", atMost: 64 };

function reportRow(format: string, target: number, limits: readonly Limit[] = []): BenchRow {
  return {
    name: `report-${format.toLowerCase()}`,
    about: `${format === "XML" ? "an" : "a"} ${format} report of a million transactions against the same COPY to nowhere`,
    unit: "rows a second",
    better: "higher",
    target,
    limits: [GROWTH, ...limits],

    async prepare(installation, cleaning, { scale }) {
      const env = await installation.reports(scale);
      return {
        product: readReport(cleaning, env, format),
        peer: copyAll(cleaning, env),
      };
    },
  };
}

export const reportCsv = reportRow("CSV", 0.8, [
  { figure: "first byte ms", unit: "ms", atMost: 100 },
]);
export const reportJson = reportRow("JSON", 0.5);
export const reportXml = reportRow("XML", 0.5);
