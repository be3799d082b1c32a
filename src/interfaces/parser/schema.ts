/** Area B in the OpenAPI document. Readers, not schemas, judge requests. */
import Type from "typebox";
import { DEVICE_TYPE_ALIASES, DEVICE_TYPES } from "../../core/estate/device-types.ts";

const REQUEST = Type.Object({
  partnerId: Type.Optional(
    Type.String({ description: "With partnerKey, where no Authorization header is sent." }),
  ),
  partnerKey: Type.Optional(Type.String()),
  deviceType: Type.Enum([...DEVICE_TYPES, ...DEVICE_TYPE_ALIASES.keys()]),
  devicePayload: Type.String({ description: "What the terminal sent, at most 64 KiB." }),
  deviceSerial: Type.Optional(Type.String()),
  ksn: Type.Optional(Type.String({ description: "Where the payload holds none." })),
  reference: Type.Optional(Type.String({ maxLength: 50, description: "Echoed in the answer." })),
  clientId: Type.Optional(Type.String()),
});

const ERROR = {
  success: Type.Literal(false),
  errMessage: Type.String(),
  errCode: Type.Integer(),
  reference: Type.Optional(Type.String({ maxLength: 50 })),
  messageId: Type.String({ pattern: "^[0-9]{25}$" }),
};

const refusal = (description: string) => Type.Object(ERROR, { description });

export const PARSE_PAYLOAD = {
  summary: "Decrypt and parse a terminal's payload",
  tags: ["B. Parser"],
  // The second one is none: name and key are in the body then.
  security: [{ basic: [] }, {}],
  body: REQUEST,
  response: {
    400: refusal("The request does not have the right form (2000 to 2005)."),
    401: refusal("No authentication was sent (3000), or it is not good (1003)."),
    403: refusal("The calling address is not on the allow-list (3003)."),
    413: refusal("The body is too long (2003)."),
    500: refusal("Something went wrong on our side (50)."),
    501: refusal("Decryption is not part of this release (50)."),
  },
};
