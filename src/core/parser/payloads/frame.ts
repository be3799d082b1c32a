/**
 * The frames of a terminal's response: start, end and field separators, as control texts or bytes,
 * and the check character after the end. Pure.
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
  // A response with this text does not contain the check character itself.
  "[LRC]": "",
};

/** One message of a terminal without its frame. */
export interface Frame {
  readonly body: string;
  readonly isFramed: boolean;
  /** Whether there was a check character, which was then verified. */
  readonly isChecked: boolean;
}

/** All messages of a response in order. Text without a frame is one message. */
export function splitFrames(payload: string): readonly Frame[] {
  if (payload.length > PAYLOAD_CHARACTERS_MAX) {
    throw new PayloadError(
      "wrong_layout",
      `The payload has ${payload.length} characters. The maximum is ${PAYLOAD_CHARACTERS_MAX}.`,
    );
  }
  const text = payload.includes("[") ? replaceControlTexts(payload) : payload;
  if (!text.includes(STX)) return [unframed(text)];
  const pieces = text.split(STX, FRAMES_MAX + 1).slice(1);
  return pieces.map(readFrame);
}

/** The texts that may contain the data: the whole message, then each field. */
export function listCandidates({ body }: Frame): readonly string[] {
  if (!body.includes(FIELD_SEPARATOR)) return [body];
  const fields = body.split(FIELD_SEPARATOR, FIELDS_MAX).filter((field) => field !== "");
  return [body, ...fields];
}

function replaceControlTexts(payload: string): string {
  return payload.replaceAll(
    /\[(?:STX|ETX|FS|LRC)\]/gi,
    (name) => CONTROL_TEXTS[name.toUpperCase()] ?? "",
  );
}

function unframed(text: string): Frame {
  const end = text.indexOf(ETX);
  const body = end < 0 ? text : text.slice(0, end);
  return { body: trimLines(body), isFramed: false, isChecked: false };
}

/** ISO 1745: the check character is the XOR of everything after the start, including the end. */
function readFrame(text: string): Frame {
  const end = text.indexOf(ETX);
  if (end < 0) return { body: trimLines(text), isFramed: true, isChecked: false };
  const body = text.slice(0, end);
  const behind = text.slice(end + 1);
  // A line end after the frame counts as the check character if it is the correct one.
  const isChecked = behind !== "" && checkCharacter(body) === behind.charCodeAt(0);
  if (!isChecked && behind.trim() !== "") {
    throw new PayloadError(
      "broken_frame",
      `The LRC of the frame is wrong: it is not the XOR of the ${body.length} characters and ETX before it.`,
    );
  }
  return { body: trimLines(body), isFramed: true, isChecked };
}

function checkCharacter(body: string): number {
  let check = ETX.charCodeAt(0);
  for (let at = 0; at < body.length; at++) check ^= body.charCodeAt(at);
  return check;
}

function trimLines(body: string): string {
  return (/[\r\n]/.test(body) ? body.replaceAll(/[\r\n]/g, "") : body).trim();
}
