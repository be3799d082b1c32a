/**
 * Explains a payload without a key: its frames, fields or tags with offsets and lengths, device, KSN
 * and counter. Values are not shown, because some of them may be in clear.
 */
import { isAesKsn, ksnCounter, readKsn } from "./dukpt/ksn.ts";
import { type Frame, listCandidates, splitFrames } from "./frame.ts";
import { tagName } from "./known-tags.ts";
import type { Block, ParsedLayout, Part, Version } from "./layouts/layout.ts";
import { matchLayout } from "./match-layout.ts";
import { PayloadError } from "./payload-error.ts";
import type { PayloadInput } from "./reading.ts";

export interface ExplainedKsn {
  readonly ksn: string;
  /** Whether the KSN is in the payload or in the request. */
  readonly from: "payload" | "request";
  readonly kind: "TDES" | "AES";
  readonly device: string;
  readonly counter: number;
}

export interface Explanation {
  readonly deviceType: string;
  readonly characters: number;
  readonly frames: readonly { readonly characters: number; readonly fields: number }[];
  readonly layout?: string;
  /** The vendor's own frame. */
  readonly frame?: string;
  readonly mode?: string;
  readonly serial?: string;
  readonly parts?: readonly Part[];
  readonly blocks?: readonly { readonly name: string; readonly size: string }[];
  readonly ksns?: readonly ExplainedKsn[];
  /** Why the rest could not be explained. */
  readonly error?: { readonly code: string; readonly message: string };
  readonly lines: readonly string[];
}

/** Explains as much as possible. A PayloadError becomes part of the explanation. */
export function explainPayload(input: PayloadInput): Explanation {
  const { deviceType, payload } = input;
  const findings: Findings = {};
  try {
    findings.frames = splitFrames(payload);
    findings.parsed = matchLayout(input).parsed;
    findings.ksns = explainKsns(findings.parsed, input.ksn);
  } catch (error) {
    if (!(error instanceof PayloadError)) throw error;
    findings.error = error;
  }
  const { frames = [], parsed, ksns, error: problem } = findings;
  return {
    deviceType,
    characters: payload.length,
    frames: frames.map(outlineFrame),
    ...(parsed && outlineLayout(parsed)),
    ...(ksns && { ksns }),
    ...(problem && { error: { code: problem.code, message: problem.message } }),
    lines: explanationLines(input, findings),
  };
}

interface Findings {
  frames?: readonly Frame[];
  parsed?: ParsedLayout;
  ksns?: readonly ExplainedKsn[];
  error?: PayloadError;
}

function outlineFrame(frame: Frame) {
  return { characters: frame.body.length, fields: Math.max(1, listCandidates(frame).length - 1) };
}

function outlineLayout({ layout, frame, mode, serial, parts, versions }: ParsedLayout) {
  return {
    layout,
    ...(frame && { frame }),
    ...(mode && { mode }),
    ...(serial && { serial }),
    parts,
    blocks: versions.flatMap(({ blocks }) => blocks.map(describeBlock)),
  };
}

function describeBlock(block: Block) {
  const { name } = block;
  if (block.kind === "cipher") return { name, size: `${block.data.length} bytes` };
  const digits = block.pieces.reduce(
    (sum, piece) => sum + (piece.isEncrypted ? piece.text.length : 0),
    0,
  );
  return { name, size: digits === 0 ? "in clear" : `${digits} encrypted digits` };
}

function explainKsns(
  { versions }: ParsedLayout,
  asked: string | undefined,
): readonly ExplainedKsn[] {
  const own = versions.flatMap(({ ksn }: Version) => (ksn === undefined ? [] : [ksn]));
  const request = own.length === 0 && asked?.trim() ? [asked.trim()] : [];
  return [
    ...own.map((ksn) => explainKsn(readKsn(ksn, "in the payload"), "payload")),
    ...request.map((ksn) => explainKsn(readKsn(ksn, "in the request"), "request")),
  ];
}

function explainKsn(ksn: string, from: ExplainedKsn["from"]): ExplainedKsn {
  const counter = ksnCounter(ksn);
  if (isAesKsn(ksn)) return { ksn, from, kind: "AES", device: ksn.slice(0, 16), counter };
  // Five bits of the eighth byte belong to the counter.
  const last = Number.parseInt(ksn.slice(14, 16), 16) & 0xe0;
  const device = ksn.slice(0, 14) + last.toString(16).padStart(2, "0").toUpperCase();
  return { ksn, from, kind: "TDES", device, counter };
}

function explanationLines(
  { deviceType, payload }: PayloadInput,
  { frames = [], parsed, ksns, error: problem }: Findings,
) {
  return [
    `${deviceType}, ${payload.length} characters`,
    ...frames.filter(({ isFramed }) => isFramed).map(frameLine),
    ...(parsed ? layoutLines(parsed) : []),
    ...(ksns ?? []).map(ksnLine),
    ...(parsed && ksns?.length === 0 ? ["KSN     none in the payload"] : []),
    ...(problem ? [`Error   ${problem.message}`] : []),
  ];
}

function frameLine(frame: Frame): string {
  const { characters, fields } = outlineFrame(frame);
  const check = frame.isChecked ? "LRC is correct" : "no LRC";
  return `Frame   ${characters} characters, ${fields} fields, ${check}`;
}

function layoutLines(parsed: ParsedLayout): readonly string[] {
  const { layout, frame, parts, serial, mode, versions } = parsed;
  return [
    ...(frame ? [`Frame   ${frame}`] : []),
    `Layout  ${layout}${mode ? `, ${mode}` : ""}`,
    ...parts.map(partLine),
    ...versions
      .flatMap(({ blocks }) => blocks.map(describeBlock))
      .map(({ name, size }) => `Cipher  ${name}: ${size}`),
    `Serial  ${serial ?? "none in the payload"}`,
  ];
}

/** Offset, length and name. The content of a template is indented. */
function partLine({ name, offset, length, unit, depth }: Part): string {
  const [tag = "", ...rest] = name.split(" ");
  const known = tagName(tag);
  const words = known === undefined ? name : [tag, known, ...rest].join(" ");
  return `  ${String(offset).padStart(5)}  ${String(length).padStart(4)} ${unit.padEnd(10)}  ${"  ".repeat(depth)}${words}`;
}

function ksnLine({ ksn, from, kind, device, counter }: ExplainedKsn): string {
  return `KSN     ${ksn}, from the ${from}: ${kind} DUKPT, device ${device}, counter ${counter}`;
}
