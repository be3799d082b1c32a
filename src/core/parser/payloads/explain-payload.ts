/**
 * A payload explained to people, without a key: its frames, its fields or tag tree with places and
 * lengths, its device, its KSN and counter. Values are not shown, for some of them may be clear.
 */
import { counterOf, isAesKsn, readKsn } from "./dukpt/ksn.ts";
import { candidatesIn, type Frame, framesOf } from "./frame.ts";
import { nameOfTag } from "./known-tags.ts";
import { layPayload } from "./lay-payload.ts";
import type { Block, Laid, Part, Version } from "./layouts/layout.ts";
import { PayloadError } from "./payload-error.ts";
import type { PayloadInput } from "./reading.ts";

export interface ExplainedKsn {
  readonly ksn: string;
  /** Whether payload or request brought it. */
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
  /** The maker's own frame. */
  readonly frame?: string;
  readonly mode?: string;
  readonly serial?: string;
  readonly parts?: readonly Part[];
  readonly blocks?: readonly { readonly name: string; readonly size: string }[];
  readonly ksns?: readonly ExplainedKsn[];
  /** Why nothing more can be said. */
  readonly error?: { readonly code: string; readonly message: string };
  readonly lines: readonly string[];
}

/** Says as much as can be said; an error is part of it, and is not thrown. */
export function explainPayload(input: PayloadInput): Explanation {
  const { deviceType, payload } = input;
  const told: Told = {};
  try {
    told.frames = framesOf(payload);
    told.laid = layPayload(input).laid;
    told.ksns = ksnsOf(told.laid, input.ksn);
  } catch (error) {
    if (!(error instanceof PayloadError)) throw error;
    told.error = error;
  }
  const { frames = [], laid, ksns, error: problem } = told;
  return {
    deviceType,
    characters: payload.length,
    frames: frames.map(outlineOf),
    ...(laid && outlineOfLaid(laid)),
    ...(ksns && { ksns }),
    ...(problem && { error: { code: problem.code, message: problem.message } }),
    lines: linesOf(input, told),
  };
}

interface Told {
  frames?: readonly Frame[];
  laid?: Laid;
  ksns?: readonly ExplainedKsn[];
  error?: PayloadError;
}

function outlineOf(frame: Frame) {
  return { characters: frame.body.length, fields: Math.max(1, candidatesIn(frame).length - 1) };
}

function outlineOfLaid({ layout, frame, mode, serial, parts, versions }: Laid) {
  return {
    layout,
    ...(frame && { frame }),
    ...(mode && { mode }),
    ...(serial && { serial }),
    parts,
    blocks: versions.flatMap(({ blocks }) => blocks.map(sizeOf)),
  };
}

function sizeOf(block: Block) {
  const { name } = block;
  if (block.kind === "cipher") return { name, size: `${block.data.length} bytes` };
  const digits = block.pieces.reduce(
    (sum, piece) => sum + (piece.isEnciphered ? piece.text.length : 0),
    0,
  );
  return { name, size: digits === 0 ? "in clear" : `${digits} digits enciphered as digits` };
}

function ksnsOf({ versions }: Laid, asked: string | undefined): readonly ExplainedKsn[] {
  const own = versions.flatMap(({ ksn }: Version) => (ksn === undefined ? [] : [ksn]));
  const request = own.length === 0 && asked?.trim() ? [asked.trim()] : [];
  return [
    ...own.map((ksn) => explainKsn(readKsn(ksn, "in the payload"), "payload")),
    ...request.map((ksn) => explainKsn(readKsn(ksn, "of the request"), "request")),
  ];
}

function explainKsn(ksn: string, from: ExplainedKsn["from"]): ExplainedKsn {
  const counter = counterOf(ksn);
  if (isAesKsn(ksn)) return { ksn, from, kind: "AES", device: ksn.slice(0, 16), counter };
  // Of the eighth byte five bits belong to the counter.
  const last = Number.parseInt(ksn.slice(14, 16), 16) & 0xe0;
  const device = ksn.slice(0, 14) + last.toString(16).padStart(2, "0").toUpperCase();
  return { ksn, from, kind: "TDES", device, counter };
}

function linesOf(
  { deviceType, payload }: PayloadInput,
  { frames = [], laid, ksns, error: problem }: Told,
) {
  return [
    `${deviceType}, ${payload.length} characters`,
    ...frames.filter(({ isFramed }) => isFramed).map(frameLine),
    ...(laid ? laidLines(laid) : []),
    ...(ksns ?? []).map(ksnLine),
    ...(laid && ksns?.length === 0 ? ["KSN     none in the payload"] : []),
    ...(problem ? [`Error   ${problem.message}`] : []),
  ];
}

function frameLine(frame: Frame): string {
  const { characters, fields } = outlineOf(frame);
  const check = frame.isChecked ? "LRC is right" : "no LRC";
  return `Frame   ${characters} characters, ${fields} fields, ${check}`;
}

function laidLines(laid: Laid): readonly string[] {
  const { layout, frame, parts, serial, mode, versions } = laid;
  return [
    ...(frame ? [`Frame   ${frame}`] : []),
    `Layout  ${layout}${mode ? `, ${mode}` : ""}`,
    ...parts.map(partLine),
    ...versions
      .flatMap(({ blocks }) => blocks.map(sizeOf))
      .map(({ name, size }) => `Closed  ${name}: ${size}`),
    `Serial  ${serial ?? "none in the payload"}`,
  ];
}

/** Where it starts, how long it is, what it is; what templates hold stands further in. */
function partLine({ name, offset, length, unit, depth }: Part): string {
  const [tag = "", ...rest] = name.split(" ");
  const known = nameOfTag(tag);
  const words = known === undefined ? name : [tag, known, ...rest].join(" ");
  return `  ${String(offset).padStart(5)}  ${String(length).padStart(4)} ${unit.padEnd(10)}  ${"  ".repeat(depth)}${words}`;
}

function ksnLine({ ksn, from, kind, device, counter }: ExplainedKsn): string {
  return `KSN     ${ksn}, of the ${from}: ${kind} DUKPT, device ${device}, counter ${counter}`;
}
