/** `parse`: explains a device payload to support staff. It has no keys and decrypts nothing. */
import { text } from "node:stream/consumers";
import { DEVICE_TYPE_NAMES, findDeviceType } from "../../core/management/devices/device-types.ts";
import { explainPayload } from "../../core/parser/payloads/explain-payload.ts";
import { commandProcess } from "../../ports/command-process.ts";
import { StartError } from "../../ports/start-error.ts";
import { type OutputOptions, print } from "../output.ts";

export interface ParseOptions extends OutputOptions {
  readonly ksn?: string;
  readonly serial?: string;
}

/** A payload from standard input does not appear in the shell's history. */
export async function parseCommand(
  type: string,
  payload: string,
  { ksn, serial, ...options }: ParseOptions,
): Promise<void> {
  const deviceType = findDeviceType(type);
  if (deviceType === undefined) {
    const names = DEVICE_TYPE_NAMES.join(", ");
    throw new StartError(`Unknown device type. Known types: ${names}.`);
  }
  const read = payload === "-" ? await text(commandProcess().stdin) : payload;
  const { lines, ...document } = explainPayload({ deviceType, payload: read.trim(), ksn, serial });
  print(options, document, lines);
  if (document.error !== undefined) commandProcess().exitCode = 1;
}
