/** The general part of the OpenAPI document. Each interface describes its own calls. */
import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import { WEBHOOKS } from "../../interfaces/gateway/payment/webhook-schema.ts";

/** The types of the plugin do not have `webhooks`, which OpenAPI 3.1 added. */
type OpenApi = NonNullable<FastifyDynamicSwaggerOptions["openapi"]> & { webhooks: object };

export function openApi(version: string): OpenApi {
  return {
    openapi: "3.1.0",
    info: {
      title: "Sixdoors",
      version,
      description:
        "Six interfaces of one payments gateway. The form-based interfaces answer with HTTP status 200; errors are in the body or in the header QS-response-code.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    tags: [
      {
        name: "A. Management",
        description: "Partners, clients, locations, users, devices and attestations.",
      },
      { name: "B. Parser", description: "Reads the encrypted payloads of card readers." },
      {
        name: "C. Mobile point-of-sale",
        description: "Users, items, sales, refunds and receipts of the point of sale.",
      },
      { name: "D. Transaction status", description: "The current state of a transaction." },
      { name: "E. Reporting", description: "Reports about transactions, of any size." },
      {
        name: "F. Payments",
        description: "Payments by card and bank account: sales, captures, refunds and voids.",
      },
      { name: "Operations", description: "Health, version and metrics, for operators." },
    ],
    webhooks: WEBHOOKS,
    components: {
      securitySchemes: {
        basic: { type: "http", scheme: "basic" },
        hmac: { type: "http", scheme: "hmac" },
        token: { type: "apiKey", in: "query", name: "token" },
      },
    },
  };
}
