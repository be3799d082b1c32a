/** What all lists are asked with: how much of them, and ids. */

export const TAKE = { min: 1, max: 500, fallback: 10 } as const;
export const SKIP = { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 } as const;

// Ours count up from 1. Other text is a good identifier, too: one that is not found.
const ID = /^[1-9][0-9]{0,17}$/;
const NO_ID = "0";

export function readId(text: string | undefined): string | undefined {
  return text === undefined || ID.test(text) ? text : NO_ID;
}
