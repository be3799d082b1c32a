/**
 * Masks card numbers, tracks and named secrets in text, for logs, the request log, audit and
 * emails. Text without secrets is returned as the same string, and masked text does not change.
 * Digits that are written as escapes (\u0034) are not read, because no serializer here writes them.
 */
import { passwordInAddress } from "./mask-addresses.ts";
import { findingsInChain } from "./mask-chain.ts";
import { secretNameBefore } from "./mask-names.ts";
import { findPlaces, type Place } from "./mask-scan.ts";
import { characterLength, type MaskFinding, outsideEscape } from "./mask-shape.ts";
import { FILLER, withPlainDigits } from "./mask-unicode.ts";
import { secretValueAt } from "./mask-values.ts";
import { wideCardsIn } from "./mask-wide.ts";

/** Masks free text: a message, a header, a form, an email. */
export function maskText(text: string): string {
  return untilStable(text, (plain, places) => findingsAt(plain, places, false));
}

/** Masks a JSON document, which stays valid JSON: a masked number becomes a string. */
export function maskJson(json: string): string {
  return untilStable(json, (plain, places) =>
    withNumbersQuoted(plain, findingsAt(plain, places, true)),
  );
}

const ROUNDS_MAX = 4;

/** Repeats masking, because a masked part may have hidden the name of a secret beside it. */
function untilStable(
  text: string,
  find: (plain: string, places: readonly Place[]) => readonly MaskFinding[],
): string {
  let before = text;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const plain = withPlainDigits(before);
    const places = findPlaces(plain);
    const masked = places.length === 0 ? before : replaced(before, plain, find(plain, places));
    if (masked === before) break;
    before = masked;
  }
  return before;
}

/** `plain` is the text that was searched. Padding after a digit is replaced with the digit. */
function replaced(text: string, plain: string, findings: readonly MaskFinding[]): string {
  let masked = "";
  let done = 0;
  for (const { from, to, put } of findings) {
    masked += text.slice(done, from) + put;
    done = to;
    while (plain !== text && plain[done] === FILLER) done++;
  }
  return done === 0 ? text : masked + text.slice(done);
}

/** Returns the findings in order and without overlap. A finding within another is dropped. */
function findingsAt(text: string, places: readonly Place[], isJson: boolean): MaskFinding[] {
  const findings: MaskFinding[] = [];
  let done = 0;
  for (const place of places) {
    if (place.to <= done) continue;
    for (const found of findingsAtPlace(text, place, isJson)) {
      if (found.to <= done) continue;
      const from = isJson ? outsideEscape(text, found.from) : found.from;
      findings.push({ ...found, from: Math.max(done, from) });
      done = found.to;
    }
  }
  return findings;
}

function findingsAtPlace(text: string, place: Place, isJson: boolean): readonly MaskFinding[] {
  if (place.kind === "chain") return findingsInChain(text, place);
  if (place.kind === "wide chain") return wideCardsIn(text, place.from, place.to);
  const found = secretAt(text, place.from, isJson);
  return found === undefined ? [] : [found];
}

/** The secret after a colon or an equals sign, plain or encoded. */
function secretAt(text: string, at: number, isJson: boolean): MaskFinding | undefined {
  const length = characterLength(":", text, at) || characterLength("=", text, at);
  const name = length === 0 ? undefined : secretNameBefore(text, at);
  if (name !== undefined) {
    return secretValueAt(text, { name, from: at + length, isJson, isEncoded: length > 1 });
  }
  return text.startsWith("://", at) ? passwordInAddress(text, at) : undefined;
}

const NUMBER_SIGN = /[-+.eE\d]/;

/**
 * Outside of strings, a number is masked as a whole and quoted. A fraction is not a card number.
 */
function withNumbersQuoted(json: string, findings: readonly MaskFinding[]): MaskFinding[] {
  let at = 0;
  let inString = false;
  return findings.flatMap((finding) => {
    for (; at < finding.from; at++) {
      if (json[at] === "\\") at++;
      else if (json[at] === '"') inString = !inString;
    }
    const isNumber = !inString && finding.put.startsWith("*");
    if (!isNumber) return [finding];
    return json[finding.from - 1] === "." ? [] : [wholeNumber(json, finding)];
  });
}

function wholeNumber(json: string, { from, to, put }: MaskFinding): MaskFinding {
  let start = from;
  let end = to;
  while (NUMBER_SIGN.test(json.charAt(start - 1))) start--;
  while (NUMBER_SIGN.test(json.charAt(end))) end++;
  return { from: start, to: end, put: `"${put}"` };
}
