/** Opens an ISO 8583 card host from its settings, or says which file is wrong. */
import { randomUUIDv7 } from "node:crypto";
import { createSecureContext, type SecureContext } from "node:tls";
import type { IsoHostSettings } from "../../ports/card-host-settings.ts";
import { TRACE_NUMBER_MAX, withTraceNumber } from "../../values/order-reference.ts";
import { readClientCertificate } from "../https-client/client-certificate.ts";
import { readSettingFile } from "../https-client/key-file.ts";
import type { FrameRule } from "./codec/frames.ts";
import { ConnectionSet } from "./connection/connection-set.ts";
import type { HostAddress } from "./connection/host-connection.ts";
import type { Trace } from "./connection/network-messages.ts";
import { type IsoHostFailure, IsoProcessor } from "./iso-processor.ts";
import type { OrderDialect } from "./orders/order-dialect.ts";
import { readTrace } from "./orders/order-trace.ts";
import { ORDERS_1987 } from "./orders/orders-1987.ts";
import { ORDERS_1993 } from "./orders/orders-1993.ts";

export interface IsoHostNeeds {
  /** For error texts. */
  readonly name: string;
  readonly environment: "certification" | "production";
  readonly limitMs: number;
  readonly onTrouble: (trouble: IsoHostFailure) => void;
  readonly onConnectionTrouble: (why: string) => void;
}

export const DIALECTS: Readonly<Record<IsoHostSettings["dialect"], OrderDialect>> = {
  "1987": ORDERS_1987,
  "1993": ORDERS_1993,
};
const CONNECT_MS = 10_000;
const PEM_BYTES_MAX = 1024 * 1024;

export function openIsoProcessor(settings: IsoHostSettings, needs: IsoHostNeeds): IsoProcessor {
  const dialect = DIALECTS[settings.dialect];
  const address = hostAddress(settings, needs);
  return new IsoProcessor({
    dialect,
    acquirerId: settings.acquirerId,
    limitMs: needs.limitMs,
    onTrouble: needs.onTrouble,
    connect: (onLateReply) =>
      new ConnectionSet({
        address,
        spec: dialect.spec,
        network: dialect.network,
        frames: frameRule(settings),
        connectMs: CONNECT_MS,
        count: settings.connections,
        echoEveryMs: settings.echoSeconds * 1_000,
        replyMs: needs.limitMs,
        nextTrace: networkTraces(),
        onLateReply,
        onTrouble: needs.onConnectionTrouble,
      }),
  });
}

/** Throws a StartError if a file is wrong. Opens no connection. */
export function hostAddress(
  settings: IsoHostSettings,
  { name, environment }: Pick<IsoHostNeeds, "name" | "environment">,
): HostAddress {
  const { host, port, tls } = settings;
  if (!tls) return { host, port, tls: undefined };
  const pair = readClientCertificate({
    ...settings,
    environment,
    names: {
      cert: `Card host ${name}: the certificate file`,
      certKey: `Card host ${name}: the private key file`,
    },
  });
  return { host, port, tls: { context: secureContext(settings, name, pair) } };
}

function secureContext(
  { caFile }: IsoHostSettings,
  hostName: string,
  pair: { readonly cert: string; readonly key: string } | undefined,
): SecureContext {
  const name = `Card host ${hostName}: the file of certificate authorities`;
  const ca = caFile && { ca: readSettingFile(name, caFile, PEM_BYTES_MAX) };
  return createSecureContext({ minVersion: "TLSv1.2", ...ca, ...pair });
}

export function frameRule({ header }: Pick<IsoHostSettings, "header">): FrameRule {
  const [bytes, encoding] = header.split(" ");
  return {
    bytes: bytes === "4" ? 4 : 2,
    encoding: encoding === "ascii" ? "ascii" : "binary",
  };
}

/** Network messages are numbered by each process: they are answered on their own connection. */
function networkTraces(): () => Trace {
  let last = 0;
  return () => {
    last = (last % TRACE_NUMBER_MAX) + 1;
    const { stan, sentAt } = readTrace(withTraceNumber(randomUUIDv7(), last));
    return { stan, sentAt: sentAt.slice(2) };
  };
}
