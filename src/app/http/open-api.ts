/** The head of the OpenAPI document; the interfaces describe their own calls. */
import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import { WEBHOOKS } from "../../interfaces/gateway/payment/webhook-schema.ts";

/** Version 3.1 has webhooks; the types of the plugin stop before it. */
type OpenApi = NonNullable<FastifyDynamicSwaggerOptions["openapi"]> & { webhooks: object };

export function openApi(version: string): OpenApi {
  return {
    openapi: "3.1.0",
    info: {
      title: "Sixdoors",
      version,
      description:
        "Six APIs of one payment gateway. Payments and status answer errors in the fields error, error_code and error_message, with HTTP 200. Reports answer them in the header QS-response-code. The other APIs use HTTP status codes.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    tags: [
      {
        name: "A. Management",
        description: "Partners, clients, locations, users, devices and attestations.",
      },
      { name: "B. Parser", description: "Decrypts the payloads of encrypting terminals." },
      {
        name: "C. Mobile point-of-sale",
        description: "Users, catalog, sales, refunds and receipts.",
      },
      {
        name: "D. Transaction status",
        description: "Get a transaction id in advance; look up a payment.",
      },
      { name: "E. Reporting", description: "Transactions as CSV, JSON or XML." },
      {
        name: "F. Payments",
        description: "Charge cards and bank accounts, refund, reverse and store them.",
      },
      { name: "Operations", description: "Health, version and metrics." },
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
