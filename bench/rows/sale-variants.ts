/** Card sales against the same program without one of its optimizations. */
import { FORM_TYPE } from "../../src/wire/form.ts";
import type { BenchRow } from "../row.ts";
import { APPROVED, PAYMENT_PATH, saleForms } from "../sales.ts";
import { startWithVariant, type VariantName } from "../variants/compare-variant.ts";

const FORMS = 2_048;

export const coalescing = compareSales("without-coalescing", {
  name: "coalescing",
  about: "card sales with coalesced statements against the same program without coalescing",
  target: 1.5,
});

export const usualFinish = compareSales("without-usual-finish", {
  name: "usual-finish",
  about:
    "card sales whose last statement leaves out the columns that few sales fill, against the same program with all columns",
  target: 1,
});

function compareSales(
  variant: VariantName,
  row: Pick<BenchRow, "name" | "about" | "target">,
): BenchRow {
  return {
    ...row,
    unit: "a second",
    better: "higher",

    async prepare(installation, cleaning) {
      const urls = await startWithVariant(installation, cleaning, variant);
      const load = installation.load();
      const sale = { contentType: FORM_TYPE, bodies: saleForms(FORMS), expected: APPROVED };
      return {
        product: load.on({ ...sale, url: urls.productUrl + PAYMENT_PATH }),
        peer: load.on({ ...sale, url: urls.variantUrl + PAYMENT_PATH }),
      };
    },
  };
}
