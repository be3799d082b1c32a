/**
 * What stands around the data in a terminal's response: start, end and field separators, as control
 * texts or as the bytes themselves, and the check character behind the end. Pure.
 */
import { PayloadError } from "./payload-error.ts";

export const PAYLOAD_CHARACTERS_MAX = 65_536;
export const FIELD_SEPARATOR = "\x1c";
const STX = "\x02";
const ETX = "\x03";
const FRAMES_MAX = 16;
const FIELDS_MAX = 64;

const CONTROL_TEXTS: Readonly<Record<string, string>> = {
  "[STX]": STX,
  "[ETX]": ETX,
  "[FS]": FIELD_SEPARATOR,
  // Who writes the name has not kept the character.
  "[LRC]": "",
};

/** One message of a terminal, without what was around it. */
export interface Frame {
  readonly body: string;
  readonly isFramed: boolean;
  /** Whether a check character was there, and so was checked. */
  readonly isChecked: boolean;
}

/** All messages of a response, in order; text without any frame is one. */
export function framesOf(payload: string): readonly Frame[] {
  if (payload.length > PAYLOAD_CHARACTERS_MAX) {
    throw new PayloadError(
      "wrong_layout",
      `The payload has ${payload.length} characters; ${PAYLOAD_CHARACTERS_MAX} is the most.`,
    );
  }
  const text = payload.includes("[") ? withControls(payload) : payload;
  if (!text.includes(STX)) return [unframed(text)];
  const pieces = text.split(STX, FRAMES_MAX + 1).slice(1);
  return pieces.map(frameOf);
}

/** The parts of a message that may be the data by themselves: all of it, then field by field. */
export function candidatesIn({ body }: Frame): readonly string[] {
  if (!body.includes(FIELD_SEPARATOR)) return [body];
  const fields = body.split(FIELD_SEPARATOR, FIELDS_MAX).filter((field) => field !== "");
  return [body, ...fields];
}

function withControls(payload: string): string {
  return payload.replaceAll(
    /\[(?:STX|ETX|FS|LRC)\]/gi,
    (name) => CONTROL_TEXTS[name.toUpperCase()] ?? "",
  );
}

function unframed(text: string): Frame {
  const end = text.indexOf(ETX);
  const body = end < 0 ? text : text.slice(0, end);
  return { body: tidied(body), isFramed: false, isChecked: false };
}

/** ISO 1745: the check character is the XOR of what follows the start, the end included. */
function frameOf(text: string): Frame {
  const end = text.indexOf(ETX);
  if (end < 0) return { body: tidied(text), isFramed: true, isChecked: false };
  const body = text.slice(0, end);
  const behind = text.slice(end + 1);
  // A line end behind the frame could be its check character, and is one if it fits.
  const isChecked = behind !== "" && checkOf(body) === behind.charCodeAt(0);
  if (!isChecked && behind.trim() !== "") {
    throw new PayloadError(
      "broken_frame",
      `The frame's LRC, behind ${body.length} characters and ETX, is not the XOR of them.`,
    );
  }
  return { body: tidied(body), isFramed: true, isChecked };
}

function checkOf(body: string): number {
  let check = ETX.charCodeAt(0);
  for (let at = 0; at < body.length; at++) check ^= body.charCodeAt(at);
  return check;
}

function tidied(body: string): string {
  return (/[\r\n]/.test(body) ? body.replaceAll(/[\r\n]/g, "") : body).trim();
}
