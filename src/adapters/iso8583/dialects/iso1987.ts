/** ISO 8583:1987, in ASCII with binary bitmaps. A host that differs gets a table of its own. */
import type { MessageSpec } from "../codec/message-spec.ts";
import { type DialectEncodings, fieldKinds } from "./field-kinds.ts";

const ASCII: DialectEncodings = { digits: "ascii", text: "ascii", lengths: "ascii" };

export const ISO_1987 = iso1987(ASCII);

export function iso1987(encodings: DialectEncodings): MessageSpec {
  return {
    name: "1987",
    messageType: encodings.digits,
    bitmap: "binary",
    fields: { ...firstFields(encodings), ...secondFields(encodings) },
  };
}

function firstFields(encodings: DialectEncodings): MessageSpec["fields"] {
  const { n, nVar, ans, ansVar, signed, track, bytes, emv, tagged, range } = fieldKinds(encodings);
  return {
    2: nVar(19), // card number
    3: n(6), // processing code
    ...range(4, 6, n(12)), // amounts
    7: n(10), // transmission date and time, MMDDhhmmss
    ...range(8, 10, n(8)),
    11: n(6), // system trace audit number
    12: n(6), // local time
    13: n(4), // local date
    14: n(4), // expiration, YYMM
    ...range(15, 18, n(4)),
    ...range(19, 24, n(3)), // 22: entry mode; 23: card sequence number
    25: n(2), // condition code
    26: n(2),
    27: n(1),
    ...range(28, 31, signed(8)),
    32: nVar(11), // acquirer
    33: nVar(11),
    34: ansVar(28),
    35: track(37),
    36: ansVar(104),
    37: ans(12), // retrieval reference number
    38: ans(6), // authorization code
    39: ans(2), // response code
    40: ans(3),
    41: ans(8), // terminal
    42: ans(15), // merchant
    43: ans(40), // name and place of the merchant
    44: ansVar(25), // result codes of AVS and CVV
    45: ansVar(76), // track 1
    46: ansVar(999),
    47: ansVar(999),
    48: tagged(999), // private data with tags
    ...range(49, 51, n(3)), // currencies
    52: bytes(8), // PIN block
    53: n(16),
    54: ansVar(120),
    55: emv(255), // chip data
    ...range(56, 63, ansVar(999)),
    64: bytes(8), // message authentication code
  };
}

function secondFields(encodings: DialectEncodings): MessageSpec["fields"] {
  const { n, nVar, ans, ansVar, signed, bytes, range } = fieldKinds(encodings);
  return {
    66: n(1),
    67: n(2),
    ...range(68, 70, n(3)), // 70: kind of network message
    71: n(4),
    72: n(4),
    73: n(6),
    ...range(74, 81, n(10)),
    ...range(82, 85, n(12)),
    ...range(86, 89, n(16)),
    90: n(42), // the message that is reversed
    91: ans(1),
    92: n(2),
    93: n(5),
    94: ans(7),
    95: ans(42), // replacement amounts
    96: bytes(8),
    97: signed(16),
    98: ans(25),
    99: nVar(11),
    100: nVar(11),
    101: ansVar(17),
    102: ansVar(28),
    103: ansVar(28),
    104: ansVar(100),
    ...range(105, 127, ansVar(999)),
    128: bytes(8), // message authentication code
  };
}
