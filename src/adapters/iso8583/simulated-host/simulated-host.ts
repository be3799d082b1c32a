/**
 * An ISO 8583 host on this machine that stands in for an acquirer's, to try a connection. It keeps
 * its orders in memory only.
 */
import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { IsoHostSettings } from "../../../ports/card-host-settings.ts";
import { FrameReader, type FrameRule, writeFrame } from "../codec/frames.ts";
import { IsoFormatError } from "../codec/iso-format-error.ts";
import { decodeMessage, encodeMessage } from "../codec/message-codec.ts";
import type { IsoMessage } from "../codec/message-spec.ts";
import { DIALECTS, frameRule } from "../open-iso-processor.ts";
import { type AnswerNeeds, answerRequest, type SimulatedCodes } from "./answer-request.ts";
import { OrderBook } from "./order-book.ts";

export interface SimulatedHostSettings extends Pick<IsoHostSettings, "dialect" | "header"> {
  readonly host: string;
  readonly port: number;
  readonly onExchange?: (request: IsoMessage, reply: IsoMessage) => void;
}

export interface SimulatedHost {
  readonly port: number;
  close(): Promise<void>;
}

const CODES: Readonly<Record<IsoHostSettings["dialect"], SimulatedCodes>> = {
  "1987": {
    ...{ approved: "00", partlyApproved: "10", reversed: "00", otherDecline: "05" },
    declines: {
      "CALL AUTH CENTER": "01",
      "INSUFFICIENT FUNDS": "51",
      "EXPIRED CARD": "54",
      "PICK UP CARD": "04",
      "DO NOT HONOR": "05",
    },
  },
  "1993": {
    ...{ approved: "000", partlyApproved: "002", reversed: "400", otherDecline: "100" },
    declines: {
      "CALL AUTH CENTER": "107",
      "INSUFFICIENT FUNDS": "116",
      "EXPIRED CARD": "101",
      "PICK UP CARD": "200",
      "DO NOT HONOR": "100",
    },
  },
};

export async function openSimulatedHost(settings: SimulatedHostSettings): Promise<SimulatedHost> {
  const sockets = new Set<Socket>();
  const { dialect, onExchange = () => {} } = settings;
  const needs = { dialect: DIALECTS[dialect], codes: CODES[dialect], book: new OrderBook() };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    serve(socket, needs, { frames: frameRule(settings), onExchange });
  });
  server.listen(settings.port, settings.host);
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, "close");
    },
  };
}

interface Wire {
  readonly frames: FrameRule;
  readonly onExchange: (request: IsoMessage, reply: IsoMessage) => void;
}

/** A message that cannot be read ends the connection, as at a real host. */
function serve(socket: Socket, needs: AnswerNeeds, { frames, onExchange }: Wire): void {
  const { spec } = needs.dialect;
  const reader = new FrameReader(frames);
  socket.setNoDelay(true);
  socket.on("error", () => {});
  socket.on("data", (bytes: Buffer) => {
    try {
      for (const frame of reader.push(bytes)) {
        const request = decodeMessage(spec, frame);
        const reply = answerRequest(needs, request);
        if (reply === undefined) continue;
        socket.write(writeFrame(frames, encodeMessage(spec, reply)));
        onExchange(request, reply);
      }
    } catch (error) {
      if (!(error instanceof IsoFormatError)) throw error;
      socket.destroy();
    }
  });
}
