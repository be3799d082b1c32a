/** Payments at a fixed rate while a report is read at full rate, against the same without one. */
import { FORM_TYPE } from "../../src/wire/form.ts";
import type { ReadPlan, ReadReport } from "../reports/plan.ts";
import { REPORT_PATH, reportBody, startReader } from "../reports/report-environment.ts";
import type { BenchRow } from "../row.ts";
import { APPROVED, PAYMENT_PATH, saleForms } from "../sales.ts";

const FORMS = 2_048;
const RATE = 500;
const CONNECTIONS = 32;

export const reportPayments: BenchRow = {
  name: "report-payments",
  about: "500 sales a second under a report at full rate against the same sales alone",
  unit: "a second",
  better: "higher",
  p99Target: 1.5,

  async prepare(installation, cleaning, { scale }) {
    const { productUrl } = await installation.reports(scale);
    const [load, reader] = [installation.load(), startReader(cleaning)];
    const pay = load.on({
      url: productUrl + PAYMENT_PATH,
      contentType: FORM_TYPE,
      bodies: saleForms(FORMS),
      expected: APPROVED,
      rate: RATE,
      connections: CONNECTIONS,
    });
    const plan: ReadPlan = {
      url: productUrl + REPORT_PATH,
      body: reportBody({ start_date: "" }),
    };
    return {
      product: async (seconds) => {
        const reading = reader.ask<ReadReport>({ ...plan, seconds });
        const paid = await pay(seconds);
        const { reports, bytes, lastedMs } = await reading;
        const figures = {
          ...paid.figures,
          reports,
          "report MB a second": bytes / lastedMs / 1_000,
        };
        return { ...paid, figures };
      },
      peer: pay,
    };
  },
};
