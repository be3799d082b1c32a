/** Area B in the OpenAPI document. The schema of the body comes from the rules that read it. */
import Type from "typebox";
import { DEVICE_TYPES } from "../../core/management/devices/device-types.ts";
import { RETRY_AFTER } from "../../wire/retry-after-schema.ts";
import { MESSAGE_SCHEMA } from "./read.ts";

const text = (description: string) => Type.String({ description });

const ERROR = {
  success: Type.Literal(false),
  errMessage: text("What was wrong."),
  errCode: Type.Integer(),
  reference: Type.Optional(Type.String({ maxLength: 50 })),
  messageId: Type.String({ pattern: "^[0-9]{25}$" }),
  clientId: Type.Optional(text("As you sent it.")),
};

const TRACK = Type.Object({
  decrypted: Type.String({ description: "Hex." }),
  encoding: Type.Literal("hex"),
  length: Type.Integer({ description: "The number of characters in ascii." }),
  ascii: text("The text of the track."),
  masked: text("The text with all digits hidden except the first six, the last four and the date."),
});

const READING = Type.Object({
  success: Type.Literal(true),
  reference: Type.Optional(Type.String()),
  messageId: Type.String({ pattern: "^[0-9]{25}$" }),
  clientId: Type.Optional(Type.String()),
  meta: Type.Object({
    device: Type.Enum([...DEVICE_TYPES]),
    serial: text("The serial number of the device."),
    mode: Type.Enum(["keyed", "swiped", "emv", "contactless"]),
    replay: Type.Optional(
      Type.Literal(true, {
        description:
          "true if this key of the device, or a later one, was used before: the payload was sent twice, or it is late.",
      }),
    ),
  }),
  track1: Type.Optional(TRACK),
  track2: Type.Optional(TRACK),
  track3: Type.Optional(TRACK),
  tlv: Type.Optional(Type.Object({ decrypted: Type.String({ description: "Hex." }) })),
  track2equivalent: Type.Optional(TRACK),
  keyed: Type.Optional(TRACK),
  extracted: Type.Object({
    PAN: text("The card number."),
    EXPY: Type.Optional(Type.String({ description: "The expiration date, MMYY." })),
    FirstName: Type.Optional(text("The cardholder's first name.")),
    Surname: Type.Optional(text("The cardholder's last name.")),
    ServiceCode: Type.Optional(text("The service code of the track.")),
    Discretionary: Type.Optional(text("The discretionary data of the track.")),
    CVV: Type.Optional(text("Only if it was typed.")),
    street: Type.Optional(text("Only if it was typed.")),
    ZIP: Type.Optional(text("Only if it was typed.")),
  }),
});

const refusal = (description: string, more: object = {}) =>
  Type.Object(ERROR, { description, ...more });

export const PARSE_PAYLOAD = {
  summary: "Decrypt and parse a device payload",
  tags: ["B. Parser"],
  description:
    "The Authorization header can also be Digest, Hmac or Rsa; see docs/interfaces/parser.md.",
  // The second entry means no header: partnerId and partnerKey are in the body.
  security: [{ basic: [] }, {}],
  body: MESSAGE_SCHEMA,
  response: {
    200: READING,
    400: refusal("The request, the device or the payload is not valid (2000 to 2800)."),
    401: refusal("No authentication was sent (3000), or it is not valid (1003)."),
    403: refusal("The network address is not on the allow list (3003)."),
    405: refusal("A method other than POST (405)."),
    413: refusal("The body is too large (2003)."),
    415: refusal("The content encoding of the body is not supported (2005)."),
    429: refusal("Too many failed authentications, or too many requests (3004).", RETRY_AFTER),
    500: refusal("Internal error (50). Try again."),
  },
};
