/** Card sales with coalesced statements, against the same program with one statement for each row. */
import { FORM_TYPE } from "../../src/wire/form.ts";
import type { BenchRow } from "../row.ts";
import { APPROVED, PAYMENT_PATH, saleForms } from "../sales.ts";
import { startWithVariant } from "../variants/compare-variant.ts";

const FORMS = 2_048;

export const coalescing: BenchRow = {
  name: "coalescing",
  about: "card sales with coalesced statements against the same program without coalescing",
  unit: "a second",
  better: "higher",
  target: 1.5,

  async prepare(installation, cleaning) {
    const urls = await startWithVariant(installation, cleaning, "without-coalescing");
    const load = installation.load();
    const target = { contentType: FORM_TYPE, bodies: saleForms(FORMS), expected: APPROVED };
    return {
      product: load.on({ ...target, url: urls.productUrl + PAYMENT_PATH }),
      peer: load.on({ ...target, url: urls.variantUrl + PAYMENT_PATH }),
    };
  },
};
