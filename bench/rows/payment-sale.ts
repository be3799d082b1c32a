/** A card sale, with all rows that the product writes for it, against one bare INSERT. */
import { FORM_TYPE } from "../../src/wire/form.ts";
import type { BenchRow } from "../row.ts";
import { APPROVED, PAYMENT_PATH, saleForms } from "../sales.ts";

const FORMS = 2_048;
const INSERTED = '{"id":"';

export const paymentSale: BenchRow = {
  name: "payment-sale",
  about: "card sales against one INSERT of the same columns into a copy of our table",
  unit: "a second",
  better: "higher",
  target: 0.9,
  p99Target: 1.25,
  isAhead: true,

  async prepare(installation) {
    const { productUrl, peerUrl } = await installation.env();
    const load = installation.load();
    const bodies = saleForms(FORMS);
    const fireAt = (url: string, expected: string) =>
      load.on({ url, contentType: FORM_TYPE, bodies, expected });
    return {
      product: fireAt(productUrl + PAYMENT_PATH, APPROVED),
      peer: fireAt(`${peerUrl}/insert-same`, INSERTED),
      beside: { "narrow row": fireAt(`${peerUrl}/insert-narrow`, INSERTED) },
    };
  },
};
