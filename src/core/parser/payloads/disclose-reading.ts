/**
 * A reading with its secrets in clear, for the one answer that returns them to the parser's caller.
 * The result must not reach a log, the journal or an error.
 */
import type { Secret } from "../../../values/secret.ts";
import type { CardFields, PayloadReading, TlvData, TrackData } from "./reading.ts";

/** The same type with string in place of Secret. */
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

/** Leaves out members without a value. */
export function discloseReading(reading: PayloadReading): DisclosedReading {
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
