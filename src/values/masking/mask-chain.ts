/** Finds card numbers and tracks in a chain of digits, spaces and dashes. */
import { cardSpans, digitsIn, endOfDigits, type Group } from "./mask-digits.ts";
import type { MaskFinding } from "./mask-shape.ts";
import { hexTrackAt, trackAt } from "./mask-tracks.ts";

const HEX_MIN = 26;

/** Returns what to mask in and around a chain that ends with a digit, in order. */
export function findingsInChain(text: string, chain: Group): MaskFinding[] {
  const cards = cardSpans(text, chain.from, chain.to);
  const tracks = hexTracksIn(text, chain);
  const track = trackAt(text, chain, cards);
  if (track !== undefined) tracks.push(track);
  const masked = cards.map((card) => maskedCard(text, card));
  return tracks.length === 0 ? masked : withoutOverlap([...tracks, ...masked]);
}

/** A card number within a track is masked with the track, which begins at it or before it. */
function withoutOverlap(findings: MaskFinding[]): MaskFinding[] {
  let done = 0;
  return findings
    .sort((one, other) => one.from - other.from)
    .filter(({ from, to }) => {
      if (from < done) return false;
      done = to;
      return true;
    });
}

/** Keeps the last four digits, as on a receipt. */
function maskedCard(text: string, { from, to }: Group): MaskFinding {
  const digits = digitsIn(text, from, to);
  return { from, to, put: "*".repeat(digits.length - 4) + digits.slice(-4) };
}

function hexTracksIn(text: string, chain: Group): MaskFinding[] {
  const found: MaskFinding[] = [];
  if (chain.to - chain.from < HEX_MIN) return found;
  for (let at = chain.from; at < chain.to; ) {
    const to = endOfDigits(text, at);
    const track = to - at < HEX_MIN ? undefined : hexTrackAt(text, { from: at, to });
    if (track !== undefined) found.push(track);
    at = Math.max(to, at + 1);
  }
  return found;
}
