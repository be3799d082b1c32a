/** Area B in the OpenAPI document. The schema of the body comes from the rules that read it. */
import Type from "typebox";
import { DEVICE_TYPES } from "../../core/management/devices/device-types.ts";
import {
  ALLOW,
  challengeHeader,
  jsonAnswer,
  LOGIN_DETAIL,
  RETRY_AFTER,
} from "../../wire/open-api/answers.ts";
import { describeSchema, namedObject, nameSchema } from "../../wire/open-api/named-schema.ts";
import { MESSAGE_SCHEMA } from "./read.ts";

const text = (description: string) => Type.String({ description });
const optionalText = (description: string) => Type.Optional(text(description));

/** Of every answer. */
const MESSAGE = {
  reference: Type.Optional(
    Type.String({ maxLength: 50, description: "Your reference, as you sent it." }),
  ),
  messageId: Type.String({
    pattern: "^[0-9]{25}$",
    description: "The id of this call, 25 digits. It finds the call in the journal.",
  }),
  clientId: optionalText("The client, as you sent it."),
};

const ERROR = namedObject("ParserError", "An error of the parser.", {
  success: Type.Literal(false, { description: "Always false." }),
  errMessage: text("What was wrong."),
  errCode: Type.Integer({ description: "The error code, such as 2201." }),
  ...MESSAGE,
});

const TRACK = namedObject("ParsedTrack", "The data of one track.", {
  decrypted: text("The data in hex."),
  encoding: Type.Literal("hex", { description: "Always hex." }),
  length: Type.Integer({ description: "The number of characters in ascii." }),
  ascii: text("The text of the track."),
  masked: text("The text with all digits hidden except the first six, the last four and the date."),
});

const track = (description: string) => Type.Optional(describeSchema(TRACK, description));

const META = namedObject("ParserMeta", "The device, and how the card was read.", {
  device: Type.Enum([...DEVICE_TYPES], { description: "The type of the device." }),
  serial: text("The serial number of the device."),
  mode: Type.Enum(["keyed", "swiped", "emv", "contactless"], {
    description: "How the card was read.",
  }),
  replay: Type.Optional(
    Type.Literal(true, {
      description:
        "true if this key of the device, or a later one, was used before: the payload was sent twice, or it is late.",
    }),
  ),
});

const CARD_DATA = namedObject("CardData", "The fields of the card.", {
  PAN: text("The card number."),
  EXPY: optionalText("The expiration date, MMYY."),
  FirstName: optionalText("The cardholder's first name."),
  Surname: optionalText("The cardholder's last name."),
  ServiceCode: optionalText("The service code of the track."),
  Discretionary: optionalText("The discretionary data of the track."),
  CVV: optionalText("The card verification value. Only if it was typed."),
  street: optionalText("The street address. Only if it was typed."),
  ZIP: optionalText("The ZIP code. Only if it was typed."),
});

const READING = namedObject("ParserResponse", "A decrypted payload.", {
  success: Type.Literal(true, { description: "Always true." }),
  ...MESSAGE,
  meta: META,
  track1: track("Track 1."),
  track2: track("Track 2."),
  track3: track("Track 3."),
  tlv: Type.Optional(
    Type.Object(
      { decrypted: text("The data in hex.") },
      { description: "The decrypted TLV data of a chip." },
    ),
  ),
  track2equivalent: track("The track 2 equivalent data of a chip."),
  keyed: track("The data of a card that was typed."),
  extracted: CARD_DATA,
});

export const PARSE_PAYLOAD = {
  operationId: "parsePayload",
  summary: "Decrypt and parse a device payload",
  tags: ["Parser"],
  description:
    "Authenticate with an Authorization header (Basic, Digest, Hmac or Rsa), or with partnerId and partnerKey in the body. A header takes precedence.",
  // The last entry means no header: partnerId and partnerKey are in the body.
  security: [{ parserBasic: [] }, { parserDigest: [] }, { parserHmac: [] }, { parserRsa: [] }, {}],
  body: nameSchema("ParserRequest", "A payload to decrypt.", MESSAGE_SCHEMA),
  response: {
    200: jsonAnswer("The payload was decrypted.", READING),
    400: jsonAnswer("The request, the device or the payload is not valid (2000 to 2800).", ERROR),
    401: jsonAnswer("No authentication was sent (3000), or it is not valid (1003).", ERROR, {
      ...challengeHeader("Digest"),
      ...LOGIN_DETAIL,
    }),
    403: jsonAnswer("The network address is not on the allow list (3003).", ERROR),
    405: jsonAnswer("A method other than POST (405).", ERROR, ALLOW),
    413: jsonAnswer("The body is larger than 512 KiB (2003).", ERROR),
    415: jsonAnswer("The content encoding of the body is not supported (2005).", ERROR),
    429: jsonAnswer(
      "Too many failed authentications, or too many requests (3004).",
      ERROR,
      RETRY_AFTER,
    ),
    500: jsonAnswer("Internal error (50). Try again.", ERROR),
  },
};
