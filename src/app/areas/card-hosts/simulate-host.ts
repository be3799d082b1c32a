/** Opens the simulated ISO 8583 host, and says what it exchanges, without card data. */
import type { IsoMessage } from "../../../adapters/iso8583/codec/message-spec.ts";
import {
  openSimulatedHost,
  type SimulatedHost,
} from "../../../adapters/iso8583/simulated-host/simulated-host.ts";
import type { IsoHostSettings } from "../../../ports/card-host-settings.ts";

/** One request and its reply. */
export interface HostExchange {
  readonly request: string;
  readonly reply: string;
  readonly trace: string;
  readonly amount: string;
  readonly result: string;
}

export type SimulatedSettings = Pick<IsoHostSettings, "host" | "port" | "dialect" | "header">;

export function simulateHost(
  settings: SimulatedSettings,
  onExchange: (exchange: HostExchange) => void,
): Promise<SimulatedHost> {
  return openSimulatedHost({
    ...settings,
    onExchange: (request, reply) =>
      onExchange({
        request: request.type,
        reply: reply.type,
        trace: fieldText(request, 11),
        amount: fieldText(request, 4),
        result: fieldText(reply, 39),
      }),
  });
}

function fieldText({ fields }: IsoMessage, number: number): string {
  return String(fields.get(number) ?? "-");
}
