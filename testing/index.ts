/**
 * `sixdoors/testing`: the whole gateway inside your own test suite. It runs as a process beside the
 * tests, on a port and a database of its own. docs/testing.md shows how to use it.
 */

import { readMilliseconds } from "./durations.ts";
import type { SixdoorsGateway } from "./gateway.ts";
import { GatewayProcess } from "./gateway-process.ts";
import { openGateway } from "./open-gateway.ts";
import type { StartOptions } from "./options.ts";
import { findProgram } from "./program.ts";

export type {
  AchSent,
  AchState,
  AdvancedClock,
  ReceivedEmail,
  ReceivedWebhook,
  SeededAccount,
  SeededLogins,
  SeededPartner,
  SeededPosUser,
  SeededUser,
} from "../src/app/testing/contract.ts";
export type { Duration } from "./durations.ts";
export type { NextCardOrder, NextEmail, NextWebhook, SixdoorsGateway } from "./gateway.ts";
export { SixdoorsError } from "./gateway-process.ts";
export type { StartOptions } from "./options.ts";

/** Starts a gateway with the seeded data. Several can run at once. Stop each of them. */
export async function startSixdoors(options: StartOptions = {}): Promise<SixdoorsGateway> {
  const { startWithin = "60s", callWithin = "30s" } = options;
  const startMs = readMilliseconds(startWithin);
  const process = new GatewayProcess(findProgram(options));
  const ready = await process.untilReady(startMs);
  process.letGo();
  return openGateway(process, ready, callWithin);
}
