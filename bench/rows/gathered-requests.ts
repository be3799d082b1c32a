/** Payloads decrypted by gathered requests, against the same program without gathering. */
import type { BenchRow } from "../row.ts";
import { startWithVariant } from "../variants/compare-variant.ts";
import { parserTarget } from "./parser-http.ts";

export const gatheredRequests: BenchRow = {
  name: "gathered-requests",
  about: "payloads decrypted with gathered requests against the same program without gathering",
  unit: "a second",
  better: "higher",
  target: 1,

  async prepare(installation, cleaning) {
    const urls = await startWithVariant(installation, cleaning, "without-gathering");
    const load = installation.load();
    return {
      product: load.on(parserTarget(urls.productUrl)),
      peer: load.on(parserTarget(urls.variantUrl)),
    };
  },
};
