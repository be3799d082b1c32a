/** Network management: sign-on, sign-off, echo and key change (0800 and 0810). */
import type { FieldValue, IsoMessage } from "../codec/message-spec.ts";
import { responseType } from "./pending-replies.ts";

export type NetworkAction = "sign_on" | "sign_off" | "key_change" | "echo";

/** How a dialect writes network messages: 1987 in field 70, 1993 in field 24. */
export interface NetworkDialect {
  readonly requestType: string;
  readonly actionField: number;
  readonly actions: Readonly<Record<NetworkAction, string>>;
  /** The field with the result, and its value for success. */
  readonly resultField: number;
  readonly success: string;
}

export const NETWORK_1987: NetworkDialect = {
  requestType: "0800",
  actionField: 70,
  actions: { sign_on: "001", sign_off: "002", key_change: "101", echo: "301" },
  resultField: 39,
  success: "00",
};

export const NETWORK_1993: NetworkDialect = {
  requestType: "1804",
  actionField: 24,
  actions: { sign_on: "801", sign_off: "802", key_change: "811", echo: "831" },
  resultField: 39,
  success: "800",
};

export interface Trace {
  /** Six digits. */
  readonly stan: string;
  /** MMDDhhmmss, in UTC. */
  readonly sentAt: string;
}

export function networkRequest(
  { requestType, actionField, actions }: NetworkDialect,
  action: NetworkAction,
  { stan, sentAt }: Trace,
): IsoMessage {
  const fields: [number, FieldValue][] = [
    [7, sentAt],
    [11, stan],
    [actionField, actions[action]],
  ];
  return { type: requestType, fields: new Map(fields) };
}

export function isAccepted(dialect: NetworkDialect, { fields }: IsoMessage): boolean {
  return fields.get(dialect.resultField) === dialect.success;
}

/** The action that the host asks for. Undefined: not a network request, or an action we do not have. */
export function requestedAction(
  { requestType, actionField, actions }: NetworkDialect,
  { type, fields }: IsoMessage,
): NetworkAction | undefined {
  if (type !== requestType) return undefined;
  const code = fields.get(actionField);
  const names = Object.keys(actions) as NetworkAction[];
  return names.find((name) => actions[name] === code);
}

/** Returns every field of the request, as the host expects, and the result. */
export function networkAnswer(dialect: NetworkDialect, request: IsoMessage): IsoMessage {
  const fields = new Map(request.fields).set(dialect.resultField, dialect.success);
  return { type: responseType(request.type), fields };
}
