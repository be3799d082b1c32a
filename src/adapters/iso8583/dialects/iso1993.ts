/** ISO 8583:1993, with BCD digits and binary bitmaps. A host that differs gets a table of its own. */
import type { MessageSpec } from "../codec/message-spec.ts";
import { type DialectEncodings, fieldKinds } from "./field-kinds.ts";

const PACKED: DialectEncodings = { digits: "bcd", text: "ascii", lengths: "bcd" };

export const ISO_1993 = iso1993(PACKED);

export function iso1993(encodings: DialectEncodings): MessageSpec {
  return {
    name: "1993",
    messageType: encodings.digits,
    bitmap: "binary",
    fields: {
      ...transactionFields(encodings),
      ...participantFields(encodings),
      ...secondFields(encodings),
    },
  };
}

function transactionFields(encodings: DialectEncodings): MessageSpec["fields"] {
  const { n, nVar, ans, range } = fieldKinds(encodings);
  return {
    2: nVar(19), // card number
    3: n(6), // processing code
    ...range(4, 6, n(12)), // amounts
    7: n(10), // transmission date and time, MMDDhhmmss
    ...range(8, 10, n(8)),
    11: n(6), // system trace audit number
    12: n(12), // local date and time, YYMMDDhhmmss
    13: n(4),
    14: n(4), // expiration, YYMM
    15: n(6),
    ...range(16, 18, n(4)),
    ...range(19, 21, n(3)),
    22: ans(12), // point of service data code
    23: n(3), // card sequence number
    24: n(3), // function code
    25: n(4), // reason of the message
    26: n(4),
    27: n(1),
    28: n(6),
    29: n(3),
    30: n(24), // original amounts
  };
}

function participantFields(encodings: DialectEncodings): MessageSpec["fields"] {
  const kinds = fieldKinds(encodings);
  const { n, nVar, ans, ansVar, track, bytes, bytesVar, emv, tagged, range } = kinds;
  return {
    31: ansVar(99),
    32: nVar(11), // acquirer
    33: nVar(11),
    34: ansVar(28),
    35: track(37),
    36: ansVar(104),
    37: ans(12), // retrieval reference number
    38: ans(6), // authorization code
    39: n(3), // action code
    40: n(3),
    41: ans(8), // terminal
    42: ans(15), // merchant
    43: ansVar(99), // name and place of the merchant
    44: ansVar(99), // result codes of AVS and CVV
    45: ansVar(76), // track 1
    46: ansVar(204),
    47: ansVar(999),
    48: tagged(999), // private data with tags
    ...range(49, 51, n(3)), // currencies
    52: bytes(8), // PIN block
    53: bytesVar(48),
    54: ansVar(120),
    55: emv(255), // chip data
    56: nVar(35), // the message that is reversed
    57: n(3),
    58: nVar(11),
    ...range(59, 63, ansVar(999)),
    64: bytes(8), // message authentication code
  };
}

function secondFields(encodings: DialectEncodings): MessageSpec["fields"] {
  const { n, nVar, ans, ansVar, signed, bytes, bytesVar, range } = fieldKinds(encodings);
  return {
    66: ansVar(204),
    67: n(2),
    ...range(68, 70, n(3)),
    71: n(8),
    72: ansVar(999),
    73: n(6),
    ...range(74, 85, n(10)),
    ...range(86, 89, n(16)),
    90: n(10),
    91: n(3),
    92: n(3),
    93: nVar(11),
    94: nVar(11),
    95: ansVar(99),
    96: bytesVar(999),
    97: signed(16),
    98: ans(25),
    99: nVar(11),
    100: nVar(11),
    101: ansVar(17),
    102: ansVar(28),
    103: ansVar(28),
    104: ansVar(100),
    105: n(16),
    106: n(16),
    107: n(10),
    108: n(10),
    109: ansVar(84),
    110: ansVar(84),
    ...range(111, 127, ansVar(999)),
    128: bytes(8), // message authentication code
  };
}
