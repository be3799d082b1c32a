/** Answers bytes that are not an HTTP request. The interface is not known at this point. */
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { setTimeout } from "node:timers";
import { policyHeaderLines, type TransportPolicy } from "./transport-security.ts";

const STATUS: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
const BAD_REQUEST = 400;
/** If the connection were closed at once, it would be reset and the answer could be lost. */
const LINGER_MS = 1_000;

type UnreadableError = Error & { code?: string };

export function unreadableRequestHandler(policy: TransportPolicy) {
  return (error: UnreadableError, socket: Socket) => answerUnreadable(error, socket, policy);
}

function answerUnreadable(error: UnreadableError, socket: Socket, policy: TransportPolicy): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const status = STATUS[error.code ?? ""] ?? BAD_REQUEST;
  const body = JSON.stringify({ status: STATUS_CODES[status]?.toLowerCase() });
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/json; charset=utf-8",
    `Content-Length: ${body.length}`,
    "Connection: close",
    ...policyHeaderLines(socket, policy),
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}
