/** Examples of the parser, with the published test key of ANSI X9.24. */
import type { CallExample } from "./call-example.ts";

const SWIPE = {
  deviceType: "generic",
  deviceSerial: "GEN0000001",
  ksn: "FFFF9876543210000001",
  devicePayload: "AC421185C5E5BA0A1462DFBA5696DACE4D7C26323E7A514FFE05112449B5419D158D08AFAC174FEE",
  reference: "order 7",
};

export const PARSER_EXAMPLES: readonly CallExample[] = [
  {
    operationId: "parsePayload",
    name: "swipe",
    summary: "Decrypt a swiped card",
    body: SWIPE,
    status: 200,
  },
  {
    operationId: "parsePayload",
    name: "stored",
    summary: "A device whose state does not allow decryption",
    body: { ...SWIPE, deviceSerial: "GEN0000003" },
    status: 400,
  },
  {
    operationId: "parsePayload",
    name: "anonymous",
    summary: "No authentication",
    body: SWIPE,
    status: 401,
    isRefused: true,
  },
];

export const OPERATIONS_EXAMPLES: readonly CallExample[] = [
  { operationId: "getLiveness", name: "alive", summary: "The process runs", status: 200 },
  { operationId: "getReadiness", name: "ready", summary: "The process is ready", status: 200 },
  { operationId: "getVersion", name: "version", summary: "The release", status: 200 },
  {
    operationId: "getMetrics",
    name: "metrics",
    summary: "The first metrics",
    status: 200,
    type: "text/plain",
  },
];
