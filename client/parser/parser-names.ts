/** The names of the parser: what the client calls each member. */
import type { Renamed } from "../wire/names.ts";
import type { JsonAnswer, JsonBody, MustBeNever } from "../wire/wire-types.ts";

export const PARSER_PATH = "/api/decrypt/parser";

type WireInput = JsonBody<typeof PARSER_PATH>;
export type WireParsed = JsonAnswer<typeof PARSER_PATH, "post">;

export const INPUT_NAMES = {
  deviceType: "deviceType",
  /** The data that the terminal sent. */
  payload: "devicePayload",
  /** If the payload does not contain it. */
  deviceSerial: "deviceSerial",
  /** If the payload does not contain it. */
  ksn: "ksn",
  /** Up to 50 characters of your own. */
  reference: "reference",
  clientId: "clientId",
} as const satisfies Readonly<Record<string, keyof WireInput>>;

type Names = typeof INPUT_NAMES;
type Login = "partnerId" | "partnerKey";

/** Does not compile if the document has a member that the client does not know. */
export type EveryMemberIsKnown = MustBeNever<
  Exclude<keyof WireInput, Names[keyof Names] | Login | symbol>
>;

export type ParserInput = Readonly<Renamed<Omit<WireInput, Login>, Names>>;

export const ANSWER_NAMES = {
  track2Equivalent: "track2equivalent",
  isReplay: "replay",
  number: "PAN",
  expiration: "EXPY",
  firstName: "FirstName",
  lastName: "Surname",
  serviceCode: "ServiceCode",
  discretionary: "Discretionary",
  verification: "CVV",
  zip: "ZIP",
} as const;

export type ParsedPayload = Renamed<Omit<WireParsed, "success">, typeof ANSWER_NAMES>;
