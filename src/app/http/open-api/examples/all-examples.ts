/** Every example of the OpenAPI document, in the order in which they can be sent. */
import type { CallExample } from "./call-example.ts";
import {
  EVENT_EXAMPLES,
  PAYMENT_EXAMPLES,
  REPORT_EXAMPLES,
  STATUS_EXAMPLES,
} from "./gateway-examples.ts";
import { MANAGEMENT_EXAMPLES } from "./management-examples.ts";
import { OPERATIONS_EXAMPLES, PARSER_EXAMPLES } from "./parser-examples.ts";
import { POS_EXAMPLES } from "./pos-examples.ts";

export const CALL_EXAMPLES: readonly CallExample[] = [
  ...PAYMENT_EXAMPLES,
  ...STATUS_EXAMPLES,
  ...EVENT_EXAMPLES,
  ...REPORT_EXAMPLES,
  ...PARSER_EXAMPLES,
  ...POS_EXAMPLES,
  ...MANAGEMENT_EXAMPLES,
  ...OPERATIONS_EXAMPLES,
];
