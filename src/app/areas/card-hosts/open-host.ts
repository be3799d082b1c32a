/** Opens a named card host by its kind. */
import {
  openHttpProcessor,
  readCardHostFiles,
} from "../../../adapters/http-processor/open-http-processor.ts";
import { readClientCertificate } from "../../../adapters/https-client/client-certificate.ts";
import { hostAddress, openIsoProcessor } from "../../../adapters/iso8583/open-iso-processor.ts";
import { measureProcessor } from "../../../adapters/measured-processor.ts";
import type { Config } from "../../../config.ts";
import type { CardHostRecord } from "../../../core/card-hosts/card-host-record.ts";
import type { IsoHostSettings, JsonHostSettings } from "../../../ports/card-host-settings.ts";
import type { Metrics } from "../../../ports/metrics.ts";
import type { Processor } from "../../../ports/processor.ts";
import { StartError } from "../../../ports/start-error.ts";
import { certificateEnd } from "../../http/tls.ts";
import type { Logger } from "../../log/logger.ts";

export interface OpenHost {
  readonly processor: Processor;
  /** Undefined: the host is not connected all the time. */
  readonly connections?: (() => HostConnections) | undefined;
  /** When the client certificate in use expires. Undefined: there is none. */
  readonly certificateEnd?: Temporal.Instant | undefined;
  close(): Promise<void>;
}

export interface HostConnections {
  readonly ready: number;
  readonly wanted: number;
}

export interface OpenHostNeeds {
  readonly config: Pick<Config, "environment" | "processorTimeoutMs">;
  readonly log: Pick<Logger, "warn">;
  readonly metrics: Pick<Metrics, "countCardHostCall">;
}

/** Throws a StartError if a file of the host cannot be used. */
export function openNamedHost(record: CardHostRecord, needs: OpenHostNeeds): OpenHost {
  const certificate = readHostCertificate(record, needs.config.environment);
  const open = openByKind(record, needs);
  const processor = measureProcessor(record.name, open.processor, needs.metrics);
  return { ...open, processor, certificateEnd: certificate && certificateEnd(certificate) };
}

function openByKind({ name, connection }: CardHostRecord, needs: OpenHostNeeds): OpenHost {
  switch (connection.kind) {
    case "json":
      return openJsonHost(name, connection, needs);
    case "iso8583":
      return openIsoHost(name, connection, needs);
    default:
      throw unknownKind(name, connection);
  }
}

/** During a rolling upgrade, an operator can add a host of a kind that only the next release has. */
function unknownKind(name: string, connection: never): StartError {
  const { kind } = connection as CardHostRecord["connection"];
  return new StartError(
    `Card host ${name} has the kind ${kind}, which this release does not know.`,
  );
}

/** Throws a StartError if a file of the host cannot be used. Opens nothing. */
export function checkHostFiles(
  { name, connection }: CardHostRecord,
  needs: Omit<OpenHostNeeds, "metrics">,
): void {
  if (connection.kind === "json") readCardHostFiles(jsonSettings(name, connection, needs));
  else hostAddress(connection, { name, environment: needs.config.environment });
}

/** The client certificate, or undefined. Throws a StartError if its files cannot be used. */
export function readHostCertificate(
  { name, connection }: CardHostRecord,
  environment: Config["environment"],
) {
  return readClientCertificate({ ...connection, environment, names: fileNames(name) });
}

function openJsonHost(name: string, settings: JsonHostSettings, needs: OpenHostNeeds): OpenHost {
  const processor = openHttpProcessor(jsonSettings(name, settings, needs));
  return { processor, close: () => processor.close() };
}

function jsonSettings(
  name: string,
  settings: JsonHostSettings,
  { config, log }: Omit<OpenHostNeeds, "metrics">,
) {
  const { url, keyFile, certFile, certKeyFile } = settings;
  return {
    ...{ url, keyFile, certFile, certKeyFile },
    environment: config.environment,
    limitMs: config.processorTimeoutMs,
    names: fileNames(name),
    onTrouble: (trouble: object) => log.warn({ host: name, ...trouble }, NO_ANSWER),
  };
}

const NO_ANSWER = "the card host did not answer";

function fileNames(name: string) {
  return {
    key: `Card host ${name}: the key file`,
    cert: `Card host ${name}: the certificate file`,
    certKey: `Card host ${name}: the private key file`,
  };
}

function openIsoHost(
  name: string,
  settings: IsoHostSettings,
  { config, log }: OpenHostNeeds,
): OpenHost {
  const processor = openIsoProcessor(settings, {
    name,
    environment: config.environment,
    limitMs: config.processorTimeoutMs,
    onTrouble: (trouble) => log.warn({ host: name, ...trouble }, NO_ANSWER),
    onConnectionTrouble: (why) =>
      log.warn({ host: name, why }, "a connection to the card host was lost or not made"),
  });
  return {
    processor,
    connections: () => ({ ready: processor.ready, wanted: settings.connections }),
    close: () => processor.close(),
  };
}
