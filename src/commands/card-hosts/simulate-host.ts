/** `card-hosts simulate`: an ISO 8583 host on this machine, to try a connection without an acquirer. */
import { once } from "node:events";
import {
  type HostExchange,
  type SimulatedSettings,
  simulateHost,
} from "../../app/areas/card-hosts/simulate-host.ts";
import { commandProcess } from "../../ports/command-process.ts";
import { StartError } from "../../ports/start-error.ts";
import { CONNECTION_TEXTS, readConnection } from "../../wire/card-hosts/read-connection.ts";
import { withoutControls } from "../output.ts";

interface SimulateOptions {
  readonly host: string;
  readonly port: string;
  readonly dialect: string;
  readonly header: string;
}

export async function simulateHostCommand(options: SimulateOptions): Promise<void> {
  const host = await openOrExplain(readOptions(options));
  const place = `${options.host}:${host.port}`;
  commandProcess().stdout.write(`An ISO 8583:${options.dialect} host listens on ${place}.\n`);
  await Promise.race([once(process, "SIGINT"), once(process, "SIGTERM")]);
  await host.close();
}

function readOptions(options: SimulateOptions): SimulatedSettings {
  const reading = readConnection({ kind: "iso8583", acquirerId: "1", ...options });
  if (reading.kind === "bad_value") throw new StartError(CONNECTION_TEXTS[reading.value]);
  return reading.connection as SimulatedSettings;
}

async function openOrExplain(settings: SimulatedSettings) {
  try {
    return await simulateHost(settings, printExchange);
  } catch (error) {
    const { code = "no reason given" } = error as { readonly code?: string };
    throw new StartError(`The simulated host cannot listen on port ${settings.port} (${code}).`);
  }
}

function printExchange({ request, reply, trace, amount, result }: HostExchange): void {
  const line = `${request} -> ${reply}  trace ${trace}  amount ${amount}  result ${result}`;
  commandProcess().stdout.write(`${withoutControls(line)}\n`);
}
