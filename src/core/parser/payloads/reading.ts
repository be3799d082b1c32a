/**
 * The parser's input and output types. Everything that identifies a card is a Secret; an interface
 * that returns it to its caller uses discloseReading.
 */
import type { Secret } from "../../../values/secret.ts";
import type { DeviceType } from "../../management/devices/device-types.ts";

export interface PayloadInput {
  readonly deviceType: DeviceType;
  /** As the terminal sent it: hex, base64, keyboard text, or a whole response with control texts. */
  readonly payload: string;
  readonly serial?: string | undefined;
  readonly ksn?: string | undefined;
}

export type ReadingMode = "keyed" | "swiped" | "emv" | "contactless";

export interface TrackData {
  /** Hex, without the padding of the cipher. */
  readonly decrypted: Secret;
  /** The number of characters of the track's text. */
  readonly length: number;
  readonly ascii: Secret;
  /** Shows the first six and last four digits of the number and the expiration date. */
  readonly masked: string;
}

export interface TlvData {
  /** Hex, without the padding of the cipher. */
  readonly decrypted: Secret;
}

/** The card fields, with the names that the parser's answer uses. */
export interface CardFields {
  readonly PAN: Secret;
  /** MMYY. */
  readonly EXPY?: string;
  readonly FirstName?: string;
  readonly Surname?: string;
  readonly ServiceCode?: string;
  readonly Discretionary?: Secret;
  readonly CVV?: Secret;
  readonly street?: string;
  readonly ZIP?: string;
}

export interface TrackReadings {
  readonly track1?: TrackData;
  readonly track2?: TrackData;
  readonly track3?: TrackData;
  readonly track2equivalent?: TrackData;
  readonly keyed?: TrackData;
  readonly tlv?: TlvData;
}

export interface PayloadReading extends TrackReadings {
  readonly mode: ReadingMode;
  /** Whether the payload says that a chip card was swiped because its chip could not be read. */
  readonly isFallback: boolean;
  /** The device type by its neutral name. */
  readonly device: string;
  readonly serial: string | undefined;
  /** Upper-case hex, 20 or 24 digits. Empty if the terminal sent its data in clear. */
  readonly ksn: string;
  readonly extracted: CardFields;
}
