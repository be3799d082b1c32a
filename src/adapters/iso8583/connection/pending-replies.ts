/**
 * The requests of a connection that wait for their reply. Replies may come in any order, late, twice
 * or never.
 */
import type { IsoMessage } from "../codec/message-spec.ts";

export type IsoReply =
  | { readonly kind: "said"; readonly message: IsoMessage }
  /** Certainly nothing was sent. */
  | { readonly kind: "not_sent"; readonly why: string }
  /** The request may have arrived. */
  | { readonly kind: "silent"; readonly why: string };

interface Waiting {
  readonly settle: (reply: IsoReply) => void;
  readonly timer: NodeJS.Timeout;
}

export class PendingReplies {
  readonly #waiting = new Map<string, Waiting>();

  get size(): number {
    return this.#waiting.size;
  }

  has(request: IsoMessage): boolean {
    return this.#waiting.has(replyKey(responseType(request.type), request));
  }

  /** Resolves with the reply, or with "silent" after the time limit or when the connection ends. */
  wait(request: IsoMessage, limitMs: number): Promise<IsoReply> {
    const key = replyKey(responseType(request.type), request);
    return new Promise((resolve) => {
      const settle = (reply: IsoReply) => {
        clearTimeout(this.#waiting.get(key)?.timer);
        this.#waiting.delete(key);
        resolve(reply);
      };
      const why = `no answer within ${limitMs} ms`;
      const timer = setTimeout(() => settle({ kind: "silent", why }), limitMs);
      this.#waiting.set(key, { settle, timer });
    });
  }

  /** False if no request waits for this message: it is late, a duplicate, or not a reply at all. */
  settle(message: IsoMessage): boolean {
    const waiting = this.#waiting.get(replyKey(message.type, message));
    waiting?.settle({ kind: "said", message });
    return waiting !== undefined;
  }

  endAll(why: string): void {
    for (const { settle } of [...this.#waiting.values()]) settle({ kind: "silent", why });
  }
}

/**
 * A reply has the type of its request plus ten. The last digit of a repeat is odd (0421), and it is
 * answered like the first message (0430).
 */
export function responseType(type: string): string {
  const number = Number(type);
  return String(number - (number % 2) + 10).padStart(4, "0");
}

const TRACE = 11;
const REFERENCE = 37;
const TERMINAL = 41;

/** Hosts return trace number, retrieval reference and terminal, text with spaces up to its length. */
function replyKey(type: string, { fields }: IsoMessage): string {
  const values = [TRACE, REFERENCE, TERMINAL].map((field) =>
    String(fields.get(field) ?? "").trim(),
  );
  return [type, ...values].join(" ");
}
