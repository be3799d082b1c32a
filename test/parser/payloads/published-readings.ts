/** The expected readings of the published payloads. */
import type { PayloadInput } from "../../../src/core/parser/payloads/reading.ts";
import * as published from "./published-payloads.ts";

export interface Expected {
  readonly mode: string;
  readonly serial?: string;
  readonly ksn: string;
  readonly extracted: Readonly<Record<string, string>>;
  /** By member: the text and its mask. */
  readonly tracks: Readonly<Record<string, readonly [ascii: string, masked: string]>>;
  readonly tlv?: string;
}

const vendoraCard: Expected = {
  mode: "swiped",
  serial: "310T061040",
  ksn: "FFFFFF0200110940000F",
  extracted: {
    PAN: "4761731000000043",
    EXPY: "1224",
    Surname: "UAT USA",
    FirstName: "TEST CARD 02",
    ServiceCode: "201",
    Discretionary: "1303130600000",
  },
  tracks: {
    track1: [
      "%B4761731000000043^UAT USA/TEST CARD 02      ^2412201114380440000000000000000?O",
      "%B476173******0043^UAT USA/TEST CARD **      ^2412***************************?*",
    ],
    track2: [
      ";4761731000000043=24122011303130600000?<",
      ";476173******0043=2412****************?*",
    ],
  },
};

const blockCard: Expected = {
  mode: "swiped",
  ksn: "FFFF9876543210E00003",
  extracted: {
    PAN: "4761739001010119",
    EXPY: "1222",
    Surname: "TEST",
    FirstName: "CARD",
    ServiceCode: "201",
    Discretionary: "1758928889",
  },
  tracks: {
    track2: ["4761739001010119=22122011758928889", "476173******0119=2212*************"],
  },
};

const emvBlockCard: Expected = {
  mode: "emv",
  ksn: "FFFF9876543210E00004",
  extracted: {
    PAN: "4761739001010119",
    EXPY: "1222",
    ServiceCode: "201",
    Discretionary: "1758928889000",
  },
  tracks: {
    track2: ["4761739001010119=22122011758928889000", "476173******0119=2212****************"],
  },
};

const chipCard: Pick<Expected, "extracted" | "tracks"> = {
  extracted: {
    PAN: "4761739001010010",
    EXPY: "1215",
    ServiceCode: "201",
    Discretionary: "1143878089",
  },
  tracks: {
    track2equivalent: ["4761739001010010D15122011143878089", "476173******0010D1512*************"],
  },
};

export const READINGS: [what: string, input: Omit<PayloadInput, "serial">, expected: Expected][] = [
  [
    "vendora, a swipe as hex",
    { deviceType: "vendora", payload: published.VENDORA_SWIPE },
    vendoraCard,
  ],
  [
    "vendora, a swipe as typed",
    { deviceType: "vendora", payload: published.VENDORA_TYPED },
    vendoraCard,
  ],
  [
    "vendorb-ra1, raw symbols with a KSN",
    { deviceType: "vendorb-ra1", payload: published.VENDORB_RA1 },
    {
      mode: "swiped",
      ksn: "FFFF9876543210E00021",
      extracted: {
        PAN: "4761739001010119",
        EXPY: "1222",
        ServiceCode: "201",
        Discretionary: "1758928889",
      },
      tracks: blockCard.tracks,
    },
  ],
  [
    "vendorb-rba, a card-read block alone",
    { deviceType: "vendorb-rba", payload: published.VENDORB_RBA_BLOCK },
    blockCard,
  ],
  [
    "vendorb-rba, the answer to a card read with control texts",
    { deviceType: "vendorb-rba", payload: `[STX]87.0M${published.VENDORB_RBA_BLOCK}[ETX][LRC]` },
    blockCard,
  ],
  [
    "vendorb-rba, an EMV item list",
    { deviceType: "vendorb-rba", payload: published.VENDORB_RBA_EMV },
    emvBlockCard,
  ],
  [
    "vendorb-rba, the FF1F value alone",
    { deviceType: "vendorb-rba", payload: published.VENDORB_RBA_FF1F },
    emvBlockCard,
  ],
  [
    "vendorc, a swipe",
    { deviceType: "vendorc", payload: published.VENDORC_SWIPE },
    {
      mode: "swiped",
      ksn: "00000200000055400182",
      extracted: {
        PAN: "4761739001010010",
        EXPY: "1215",
        Surname: "VISA ACQUIRER TEST CARD 05",
        ServiceCode: "201",
        Discretionary: "1143857589",
      },
      tracks: {
        track1: [
          "%B4761739001010010^VISA ACQUIRER TEST CARD 05^15122011143800575000000?",
          "%B476173******0010^VISA ACQUIRER TEST CARD **^1512*******************?",
        ],
        track2: [";4761739001010010=15122011143857589?<", ";476173******0010=1512*************?*"],
      },
    },
  ],
  [
    "vendorc, tag 57",
    { deviceType: "vendorc", payload: published.VENDORC_CHIP },
    {
      mode: "emv",
      ksn: "FFFF0102628D1100005E",
      extracted: {
        PAN: "4761739001010012234",
        EXPY: "1215",
        Surname: "VISA CDET 21",
        FirstName: "CARD05",
        ServiceCode: "201",
        Discretionary: "14524040",
      },
      tracks: {
        track2equivalent: [
          "4761739001010012234D151220114524040F",
          "476173*********2234D1512***********F",
        ],
      },
      tlv: "57124761739001010012234D151220114524040F",
    },
  ],
  [
    "vendord, a swipe without its frame",
    { deviceType: "vendord", payload: published.VENDORD_SWIPE },
    {
      mode: "swiped",
      ksn: "62994901190000000001",
      extracted: {
        PAN: "4266841088889999",
        EXPY: "0908",
        Surname: "BUSH JR",
        FirstName: "GEORGE W.MR",
        ServiceCode: "101",
        Discretionary: "10000046",
      },
      tracks: {
        track1: [
          "%B4266841088889999^BUSH JR/GEORGE W.MR^0809101100001100000000046000000?!",
          "%B426684******9999^BUSH JR/GEORGE W.MR^0809***************************?*",
        ],
        track2: [";4266841088889999=080910110000046?0", ";426684******9999=0809***********?*"],
        track3: [
          ";33333333337676760707077676763333333333767676070707767676333333333376767607070776767633333333337676760707?2",
          `;${"*".repeat(104)}?*`,
        ],
      },
    },
  ],
  [
    "vendore, base64 alone",
    { deviceType: "vendore", payload: published.VENDORE_CHIP },
    {
      mode: "emv",
      ksn: "FFFF987654325800004A",
      ...chipCard,
      tlv: "5A0847617390010100105F240315123157114761739001010010D151220111438780899F1F10313134333830303738303030303030305F30020201",
    },
  ],
  [
    "vendorf, track 1",
    { deviceType: "vendorf", payload: published.VENDORF_TRACK1, ksn: "02820620140175E0001D" },
    {
      mode: "swiped",
      ksn: "02820620140175E0001D",
      extracted: {
        PAN: "4761739001010119",
        EXPY: "1222",
        Surname: "DI TEST",
        FirstName: "CARD 01",
        ServiceCode: "201",
        Discretionary: "117589005400000004026328",
      },
      tracks: {
        track1: [
          "%B4761739001010119^DI TEST/CARD 01           ^2212201117589005400000004026328?B",
          "%B476173******0119^DI TEST/CARD **           ^2212***************************?*",
        ],
      },
    },
  ],
  [
    "generic, the PIN variant of older readers",
    { deviceType: "generic", payload: published.GENERIC_PIN_VARIANT, ksn: "FFFF9876543210E00008" },
    {
      mode: "swiped",
      ksn: "FFFF9876543210E00008",
      extracted: {
        PAN: "5452300551227189",
        EXPY: "0408",
        Surname: "HOGAN",
        FirstName: "PAUL",
        ServiceCode: "321",
        Discretionary: "0000000725000000",
      },
      tracks: {
        track1: [
          "%B5452300551227189^HOGAN/PAUL      ^08043210000000725000000?",
          "%B545230******7189^HOGAN/PAUL      ^0804*******************?",
        ],
      },
    },
  ],
  [
    "generic, TLV",
    { deviceType: "generic", payload: published.GENERIC_TLV, ksn: "FFFF01040DA058E00001" },
    {
      mode: "emv",
      ksn: "FFFF01040DA058E00001",
      ...chipCard,
      tlv: "5A08476173900101001057114761739001010010D15122011143878089",
    },
  ],
  [
    "generic, packed track 2",
    { deviceType: "generic", payload: published.GENERIC_PACKED, ksn: "00000415130001E00007" },
    {
      mode: "swiped",
      ksn: "00000415130001E00007",
      extracted: {
        PAN: "4518341234567894",
        EXPY: "0725",
        ServiceCode: "201",
        Discretionary: "1341681900000",
      },
      tracks: {
        track2: [
          ";4518341234567894=25072011341681900000?1",
          ";451834******7894=2507****************?*",
        ],
      },
    },
  ],
];
