/** What is asked, in the core's words. */
import type { PartnerQuestion } from "../../core/estate/partner-store.ts";
import { Query } from "./query.ts";

export const TAKE = { min: 1, max: 500, fallback: 10 } as const;
export const SKIP = { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 } as const;

// Ours count up from 1. Other text is a good identifier, too: one that names nothing.
const ID = /^[1-9][0-9]{0,17}$/;
const NO_ID = "0";

export function readPartnerQuestion(values: unknown): PartnerQuestion {
  const query = new Query(values);
  const take = query.whole("take", TAKE);
  const skip = query.whole("skip", SKIP);
  const topId = readId(query.text("partner"));
  query.settle();
  return { take, skip, topId };
}

export function readId(text: string | undefined): string | undefined {
  return text === undefined || ID.test(text) ? text : NO_ID;
}
