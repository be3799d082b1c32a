/** Separates the messages of a TCP connection: each has its length before it. */
import { IsoFormatError } from "./iso-format-error.ts";

export interface FrameRule {
  /** How many bytes the length has. */
  readonly bytes: 2 | 4;
  readonly encoding: "binary" | "ascii";
}

/** Longer messages are refused, because a wrong length would make the connection wait forever. */
export const FRAME_MAX = 8_192;

export function writeFrame(rule: FrameRule, message: Uint8Array): Uint8Array {
  if (message.length > frameMax(rule)) {
    throw new IsoFormatError(
      `The message has ${message.length} bytes. Allowed: ${frameMax(rule)}.`,
    );
  }
  return Buffer.concat([writeHead(rule, message.length), message]);
}

function frameMax({ bytes, encoding }: FrameRule): number {
  return encoding === "ascii" && bytes === 2 ? 99 : FRAME_MAX;
}

function writeHead({ bytes, encoding }: FrameRule, length: number): Uint8Array {
  if (encoding === "ascii") return Buffer.from(String(length).padStart(bytes, "0"), "latin1");
  const head = Buffer.alloc(bytes);
  head.writeUIntBE(length, 0, bytes);
  return head;
}

export class FrameReader {
  readonly #rule: FrameRule;
  #kept: Buffer = Buffer.alloc(0);

  constructor(rule: FrameRule) {
    this.#rule = rule;
  }

  /** Returns the messages that are complete now. Throws an IsoFormatError if a length is wrong. */
  push(bytes: Uint8Array): readonly Uint8Array[] {
    this.#kept = Buffer.concat([this.#kept, bytes]);
    const messages: Uint8Array[] = [];
    for (let next = this.#takeMessage(); next !== undefined; next = this.#takeMessage()) {
      // A message of no bytes only keeps the connection alive.
      if (next.length > 0) messages.push(next);
    }
    return messages;
  }

  #takeMessage(): Uint8Array | undefined {
    const { bytes } = this.#rule;
    if (this.#kept.length < bytes) return undefined;
    const end = bytes + this.#readHead();
    if (this.#kept.length < end) return undefined;
    const message = Uint8Array.from(this.#kept.subarray(bytes, end));
    this.#kept = this.#kept.subarray(end);
    return message;
  }

  #readHead(): number {
    const { bytes, encoding } = this.#rule;
    const head = this.#kept.subarray(0, bytes);
    const length = encoding === "ascii" ? readDigits(head) : head.readUIntBE(0, bytes);
    if (length === undefined || length > FRAME_MAX) {
      throw new IsoFormatError(`The length of a message is wrong. Allowed: 0 to ${FRAME_MAX}.`);
    }
    return length;
  }
}

function readDigits(head: Buffer): number | undefined {
  const text = head.toString("latin1");
  return /^\d+$/.test(text) ? Number(text) : undefined;
}
