/**
 * An ISO 8583:1987 host that approves every order at once. A child process of the bench, which gets its
 * port as a message.
 */
import { type AddressInfo, createServer, type Socket } from "node:net";
import { FrameReader, writeFrame } from "../../src/adapters/iso8583/codec/frames.ts";
import { decodeMessage, encodeMessage } from "../../src/adapters/iso8583/codec/message-codec.ts";
import type { IsoMessage } from "../../src/adapters/iso8583/codec/message-spec.ts";
import { responseType } from "../../src/adapters/iso8583/connection/pending-replies.ts";
import { ISO_1987 } from "../../src/adapters/iso8583/dialects/iso1987.ts";

const FRAMES = { bytes: 2, encoding: "binary" } as const;
const RETURNED = [3, 4, 7, 11, 37, 41, 42, 49, 70];

function serve(socket: Socket): void {
  const reader = new FrameReader(FRAMES);
  socket.setNoDelay(true);
  socket.on("error", () => {});
  socket.on("data", (bytes: Buffer) => {
    const replies = [...reader.push(bytes)].map((frame) => answer(decodeMessage(ISO_1987, frame)));
    if (replies.length > 0) socket.write(Buffer.concat(replies));
  });
}

function answer({ type, fields }: IsoMessage): Uint8Array {
  const reply = new Map([...fields].filter(([number]) => RETURNED.includes(number)));
  reply.set(39, "00").set(38, "A1B2C3");
  const message = { type: responseType(type), fields: reply };
  return writeFrame(FRAMES, encodeMessage(ISO_1987, message));
}

const server = createServer(serve);
server.listen(0, "127.0.0.1", () => process.send?.((server.address() as AddressInfo).port));
process.on("disconnect", () => process.exit());
