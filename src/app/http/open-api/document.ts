/** The OpenAPI document: its head, and the calls that the interfaces describe. */
import type { FastifyDynamicSwaggerOptions } from "@fastify/swagger";
import { WEBHOOKS } from "../../../interfaces/gateway/payments/webhook-schema.ts";
import type { OpenApiDocument } from "./document-types.ts";
import { finishDocument } from "./finish-document.ts";
import { SECURITY_SCHEMES } from "./security-schemes.ts";

export interface DocumentNeeds {
  readonly version: string;
  /** Undefined: the address that the document was fetched from. */
  readonly publicUrl: string | undefined;
}

/** The order of the tags is the order of the calls. */
const TAGS = [
  {
    name: "Payments",
    description: "Charge cards and bank accounts, refund, reverse and store them.",
  },
  { name: "Status", description: "Get a transaction id in advance; look up a payment." },
  { name: "Events", description: "List past webhook events; send one again." },
  { name: "Reporting", description: "Transactions as CSV, JSON or XML." },
  { name: "Parser", description: "Decrypts the payloads of encrypting terminals." },
  { name: "Point of sale", description: "Users, catalog, sales, refunds and receipts." },
  {
    name: "Management",
    description: "Partners, clients, locations, users, devices and attestations.",
  },
  { name: "Operations", description: "Health, version and metrics." },
];

const DESCRIPTION = `Six APIs of one payment gateway, and one for webhook events.

**Errors.** Payments, status and events answer errors in the fields error, error_code and error_message, with HTTP 200. Reports answer them in the header QS-response-code. The other APIs use HTTP status codes.

**Logins.** Payments, status, events and reporting have the login in the form: \`account_id\` with \`api_accesskey\`, or with \`timestamp\` and \`hash\`, the SHA-256 of \`account_id,api_accesskey,timestamp\`. The parser can have it in the body as well: \`partnerId\` and \`partnerKey\`. OpenAPI has no security scheme for a login in a body, so these are members of the requests. All other logins are security schemes.

**Examples.** The examples use the accounts, users and devices of a new certification environment. Ids that an earlier call answered are different for you.`;

/** The options of the plugin that collects the calls. */
export function openApiOptions({ version, publicUrl }: DocumentNeeds) {
  const openapi = {
    openapi: "3.1.0",
    info: {
      title: "Sixdoors",
      version,
      description: DESCRIPTION,
      license: { name: "Apache-2.0", identifier: "Apache-2.0" },
    },
    servers: [
      publicUrl === undefined
        ? { url: "/", description: "The server that this document is from." }
        : { url: publicUrl, description: "This installation." },
    ],
    tags: TAGS,
    webhooks: WEBHOOKS,
    components: { securitySchemes: SECURITY_SCHEMES },
  };
  // Version 3.1 has webhooks and names of licenses; the types of the plugin stop before it.
  return {
    openapi,
    transformObject: ({ openapiObject }: { readonly openapiObject: object }) =>
      finishDocument(openapiObject as OpenApiDocument),
  } as unknown as FastifyDynamicSwaggerOptions;
}
