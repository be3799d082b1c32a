/**
 * A reading with its secrets laid open, for the one answer that hands them out: the caller of the
 * parser. What comes from here must reach no log, no journal and no error.
 */
import type { Secret } from "../../../values/secret.ts";
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
  const disclosed: Writable<DisclosedReading> = { extracted: discloseFields(extracted) };
  if (track1) disclosed.track1 = discloseTrack(track1);
  if (track2) disclosed.track2 = discloseTrack(track2);
  if (track3) disclosed.track3 = discloseTrack(track3);
  if (track2equivalent) disclosed.track2equivalent = discloseTrack(track2equivalent);
  if (keyed) disclosed.keyed = discloseTrack(keyed);
  if (tlv) disclosed.tlv = { decrypted: tlv.decrypted.reveal() };
  return disclosed;
}

type Writable<Shape> = { -readonly [Member in keyof Shape]: Shape[Member] };

function discloseTrack({ decrypted, length, ascii, masked }: TrackData): Disclosed<TrackData> {
  return { decrypted: decrypted.reveal(), length, ascii: ascii.reveal(), masked };
}

function discloseFields(fields: CardFields): Disclosed<CardFields> {
  const { PAN, EXPY, FirstName, Surname, ServiceCode, street, ZIP, Discretionary, CVV } = fields;
  const disclosed: Writable<Disclosed<CardFields>> = { PAN: PAN.reveal() };
  if (EXPY) disclosed.EXPY = EXPY;
  if (FirstName) disclosed.FirstName = FirstName;
  if (Surname) disclosed.Surname = Surname;
  if (ServiceCode) disclosed.ServiceCode = ServiceCode;
  if (street) disclosed.street = street;
  if (ZIP) disclosed.ZIP = ZIP;
  if (Discretionary) disclosed.Discretionary = Discretionary.reveal();
  if (CVV) disclosed.CVV = CVV.reveal();
  return disclosed;
}
