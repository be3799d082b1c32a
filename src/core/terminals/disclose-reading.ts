/**
 * A reading with its secrets laid open, for the one answer that hands them out: the caller of the
 * parser. What comes from here must reach no log, no journal and no error.
 */
import type { Secret } from "../../values/secret.ts";
import type { CardFields, Reading, TlvData, TrackData } from "./reading.ts";

/** The same shape, with text where a Secret was. */
export type Disclosed<Shape> = {
  readonly [Member in keyof Shape]: Shape[Member] extends Secret | undefined
    ? Exclude<Shape[Member], Secret> | string
    : Shape[Member] extends string | number | boolean | undefined
      ? Shape[Member]
      : Disclosed<Shape[Member]>;
};

export interface DisclosedReading {
  readonly track1?: Disclosed<TrackData>;
  readonly track2?: Disclosed<TrackData>;
  readonly track3?: Disclosed<TrackData>;
  readonly track2equivalent?: Disclosed<TrackData>;
  readonly keyed?: Disclosed<TrackData>;
  readonly tlv?: Disclosed<TlvData>;
  readonly extracted: Disclosed<CardFields>;
}

/** Members without a value are absent. */
export function discloseReading(reading: Reading): DisclosedReading {
  const { track1, track2, track3, track2equivalent, keyed, tlv, extracted } = reading;
  return {
    ...(track1 && { track1: discloseTrack(track1) }),
    ...(track2 && { track2: discloseTrack(track2) }),
    ...(track3 && { track3: discloseTrack(track3) }),
    ...(track2equivalent && { track2equivalent: discloseTrack(track2equivalent) }),
    ...(keyed && { keyed: discloseTrack(keyed) }),
    ...(tlv && { tlv: { decrypted: tlv.decrypted.reveal() } }),
    extracted: discloseFields(extracted),
  };
}

function discloseTrack({ decrypted, ascii, ...others }: TrackData): Disclosed<TrackData> {
  return { decrypted: decrypted.reveal(), ascii: ascii.reveal(), ...others };
}

function discloseFields({ PAN, Discretionary, CVV, ...others }: CardFields): Disclosed<CardFields> {
  return {
    PAN: PAN.reveal(),
    ...others,
    ...(Discretionary && { Discretionary: Discretionary.reveal() }),
    ...(CVV && { CVV: CVV.reveal() }),
  };
}
