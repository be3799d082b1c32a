/**
 * One TCP or TLS connection to an ISO 8583 host. It is ready after the sign-on. A message that cannot
 * be read ends it, because nothing after such a message can be trusted.
 */
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, type SecureContext } from "node:tls";
import { FrameReader, type FrameRule, writeFrame } from "../codec/frames.ts";
import { IsoFormatError } from "../codec/iso-format-error.ts";
import { decodeMessage, encodeMessage } from "../codec/message-codec.ts";
import type { IsoMessage, MessageSpec } from "../codec/message-spec.ts";
import { type IsoReply, PendingReplies } from "./pending-replies.ts";

export interface HostAddress {
  readonly host: string;
  readonly port: number;
  /** Undefined: TCP without encryption. */
  readonly tls: { readonly context: SecureContext } | undefined;
}

export interface ConnectionNeeds {
  readonly address: HostAddress;
  readonly spec: MessageSpec;
  readonly frames: FrameRule;
  readonly connectMs: number;
  /** A message that no request waits for: a late reply, a duplicate, or a request of the host. */
  readonly onMessage: (message: IsoMessage, connection: HostConnection) => void;
  readonly onEnd: (why: string) => void;
}

/** More requests at once are not sent. */
const WAITING_MAX = 512;
/** Without a reader at the other end, bytes pile up here. Then nothing more is sent. */
const BUFFERED_MAX = 256 * 1024;

export class HostConnection {
  readonly #needs: ConnectionNeeds;
  readonly #socket: Socket;
  readonly #frames: FrameReader;
  readonly #replies = new PendingReplies();
  #ended = false;

  private constructor(needs: ConnectionNeeds, socket: Socket) {
    this.#needs = needs;
    this.#socket = socket;
    this.#frames = new FrameReader(needs.frames);
    socket.setNoDelay(true);
    socket.on("data", (bytes: Buffer) => this.#readBytes(bytes));
    socket.once("error", (error) => this.end(errorCode(error)));
    socket.once("close", () => this.end("the host closed the connection"));
  }

  /** Rejects if there is no connection within the limit. */
  static async open(needs: ConnectionNeeds): Promise<HostConnection> {
    return new HostConnection(needs, await openSocket(needs.address, needs.connectMs));
  }

  get isEnded(): boolean {
    return this.#ended;
  }

  get waiting(): number {
    return this.#replies.size;
  }

  /** Never throws: every failure is a reply. */
  async request(message: IsoMessage, limitMs: number): Promise<IsoReply> {
    const refusal = this.#refusal(message);
    if (refusal !== undefined) return { kind: "not_sent", why: refusal };
    const written = this.#encode(message);
    if (written === undefined) return { kind: "not_sent", why: "the message cannot be written" };
    const reply = this.#replies.wait(message, limitMs);
    this.#write(written);
    return reply;
  }

  /** Sends a message that has no reply, such as the answer to an echo of the host. */
  answer(message: IsoMessage): void {
    if (this.#ended || this.#isFull()) return;
    const written = this.#encode(message);
    if (written !== undefined) this.#write(written);
  }

  /** Requests that wait for a reply end as silent. */
  end(why: string): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#socket.destroy();
    this.#replies.endAll(why);
    this.#needs.onEnd(why);
  }

  #refusal(message: IsoMessage): string | undefined {
    if (this.#ended) return "the connection has ended";
    if (this.#replies.size >= WAITING_MAX) return `${WAITING_MAX} requests are already waiting`;
    if (this.#isFull()) return "the host does not read";
    if (this.#replies.has(message)) return "the trace number is in use";
    return undefined;
  }

  #isFull(): boolean {
    return this.#socket.writableLength > BUFFERED_MAX;
  }

  #encode(message: IsoMessage): Uint8Array | undefined {
    const { spec, frames } = this.#needs;
    try {
      return writeFrame(frames, encodeMessage(spec, message));
    } catch (error) {
      if (error instanceof IsoFormatError) return undefined;
      throw error;
    }
  }

  /** Messages of the same moment leave in one system call, because payments begin in groups. */
  #write(message: Uint8Array): void {
    if (this.#socket.writableCorked === 0) {
      this.#socket.cork();
      process.nextTick(() => this.#socket.uncork());
    }
    this.#socket.write(message);
  }

  #readBytes(bytes: Uint8Array): void {
    try {
      for (const frame of this.#frames.push(bytes)) {
        this.#take(decodeMessage(this.#needs.spec, frame));
      }
    } catch (error) {
      if (!(error instanceof IsoFormatError)) throw error;
      this.end(`the host sent a message that cannot be read: ${error.message}`);
    }
  }

  #take(message: IsoMessage): void {
    if (!this.#replies.settle(message)) this.#needs.onMessage(message, this);
  }
}

/** An address cannot be a server name. Its certificate is compared with the address then. */
function serverName(host: string): { readonly servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}

function openSocket({ host, port, tls }: HostAddress, connectMs: number): Promise<Socket> {
  const socket =
    tls === undefined
      ? connectTcp({ host, port })
      : connectTls({
          ...{ host, port, secureContext: tls.context, ...serverName(host) },
          // Set here, so that the variable NODE_TLS_REJECT_UNAUTHORIZED cannot turn it off.
          rejectUnauthorized: true,
        });
  return new Promise((resolve, reject) => {
    const fail = (error: Error) => {
      clearTimeout(timer);
      socket.destroy();
      reject(error);
    };
    const timer = setTimeout(fail, connectMs, new Error(`no connection within ${connectMs} ms`));
    socket.once("error", fail);
    socket.once(tls === undefined ? "connect" : "secureConnect", () => {
      clearTimeout(timer);
      socket.off("error", fail);
      resolve(socket);
    });
  });
}

/** Only the code, because a message could repeat what was sent. */
function errorCode(error: Error): string {
  return String((error as { readonly code?: unknown }).code ?? error.name);
}
