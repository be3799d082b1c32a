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
        "Six interfaces of one payments service over one core. Form interfaces answer HTTP 200 and tell errors in the body or in the header QS-response-code.",
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    tags: [
      {
        name: "A. Management",
        description: "Partners, clients, locations, users, devices and attestations.",
      },
      { name: "B. Parser", description: "What an encrypting terminal sends." },
      { name: "C. Mobile point-of-sale", description: "The point of sale." },
      { name: "D. Transaction status", description: "Whether a payment went through." },
      { name: "E. Reporting", description: "Reports of any size." },
      { name: "F. Payments", description: "Cards and bank accounts." },
      { name: "Operations", description: "For those who run it." },
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
