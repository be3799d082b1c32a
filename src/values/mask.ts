/**
 * Text without card numbers, tracks and named secrets, for logs, the request log, audit and mails.
 * One pass over the characters; text with nothing to hide comes back as the same string. Digits
 * written as escapes (\u0034) are not read: no serialiser of ours writes them so.
 */
import { passwordInAddress } from "./mask-addresses.ts";
import { findingsInChain } from "./mask-chain.ts";
import { secretNameBefore } from "./mask-names.ts";
import { type Finding, isDigit, lengthOf, separatorLength } from "./mask-shape.ts";
import { secretValueAt } from "./mask-values.ts";

/** Free text: a message, a header, a form, a mail. */
export function maskText(text: string): string {
  return put(text, findingsIn(text, false));
}

/** One JSON document, which stays one: a number that is masked becomes a string. */
export function maskJson(json: string): string {
  const findings = findingsIn(json, true);
  return findings.length === 0 ? json : put(json, asJson(json, findings));
}

const PLAIN = 0;
const DIGIT = 1;
const COLON = 2;
const EQUALS = 3;
const PERCENT = 4;

const KINDS = new Uint8Array(128);
KINDS.fill(DIGIT, 48, 58);
KINDS[58] = COLON;
KINDS[61] = EQUALS;
KINDS[37] = PERCENT;

const CARD_MIN = 13;
const TRACK_MIN = 8;
const TRACK_SIGNS = /[=^%Dd]/;

function findingsIn(text: string, isJson: boolean): Finding[] {
  const findings: Finding[] = [];
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? KINDS[code] : PLAIN;
    if (kind === PLAIN) {
      at++;
      continue;
    }
    const end = kind === DIGIT ? endOfChain(text, at) : at + 1;
    const before = findings.length;
    if (kind === DIGIT) addChain(text, { from: at, to: end }, findings);
    else addSecret(text, at, { isJson, findings });
    at = findings.length === before ? end : Math.max(end, findings.at(-1)?.to ?? end);
  }
  return findings;
}

/** Behind the last digit of a chain of digits, blanks and dashes. */
function endOfChain(text: string, from: number): number {
  let end = from + 1;
  for (let at = end; ; ) {
    const code = text.charCodeAt(at);
    if (isDigit(code)) end = ++at;
    else {
      const length = separatorLength(text, at);
      if (length === 0) return end;
      at += length;
    }
  }
}

function addChain(text: string, chain: { from: number; to: number }, findings: Finding[]): void {
  const length = chain.to - chain.from;
  if (length < TRACK_MIN) return;
  if (length < CARD_MIN && !TRACK_SIGNS.test(text.charAt(chain.to))) return;
  findings.push(...findingsInChain(text, chain));
}

/** What a colon or an equals sign stands for, plain or encoded. */
function addSecret(
  text: string,
  at: number,
  { isJson, findings }: { readonly isJson: boolean; readonly findings: Finding[] },
): void {
  const length = lengthOf(":", text, at) || lengthOf("=", text, at);
  if (length === 0) return;
  const name = secretNameBefore(text, at);
  const found =
    name !== undefined
      ? secretValueAt(text, { name, from: at + length, isJson })
      : text.startsWith("://", at)
        ? passwordInAddress(text, at)
        : undefined;
  if (found !== undefined) findings.push(found);
}

function put(text: string, findings: readonly Finding[]): string {
  let masked = "";
  let done = 0;
  for (const { from, to, put } of findings) {
    masked += text.slice(done, Math.max(done, from)) + put;
    done = to;
  }
  return findings.length === 0 ? text : masked + text.slice(done);
}

const NUMBER_SIGNS = /[-+.eE\d]/;

/** Digits outside of strings: a number is masked as a whole and quoted, its fraction is no card. */
function asJson(json: string, findings: readonly Finding[]): Finding[] {
  let at = 0;
  let inString = false;
  return findings.flatMap((finding) => {
    for (; at < finding.from; at++) {
      if (json[at] === "\\") at++;
      else if (json[at] === '"') inString = !inString;
    }
    if (inString || !finding.put.startsWith("*")) return [finding];
    return json[finding.from - 1] === "." ? [] : [wholeNumber(json, finding)];
  });
}

function wholeNumber(json: string, { from, to, put }: Finding): Finding {
  let start = from;
  let end = to;
  while (NUMBER_SIGNS.test(json.charAt(start - 1))) start--;
  while (NUMBER_SIGNS.test(json.charAt(end))) end++;
  return { from: start, to: end, put: `"${put}"` };
}
