/**
 * What goes into the parser and what comes out of it: one payload, one reading. Types only. Whatever
 * could name a card is a Secret; an interface that is asked to hand it out calls discloseReading.
 */
import type { Secret } from "../../../values/secret.ts";
import type { DeviceType } from "../../management/devices/device-types.ts";

export interface PayloadInput {
  readonly deviceType: DeviceType;
  /** As the terminal gave it: hex, base64, keyboard text, or a whole response with control texts. */
  readonly payload: string;
  readonly serial?: string | undefined;
  readonly ksn?: string | undefined;
}

export type ReadingMode = "keyed" | "swiped" | "emv" | "contactless";

export interface TrackData {
  /** Hex, without the fill of the cipher. */
  readonly decrypted: Secret;
  /** Characters of the track's text. */
  readonly length: number;
  readonly ascii: Secret;
  /** First six and last four digits of the number and the expiry; every other digit is a star. */
  readonly masked: string;
}

export interface TlvData {
  /** Hex, without the fill of the cipher. */
  readonly decrypted: Secret;
}

/** What a merchant works with. The names are the wire's, since they are all that it is. */
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

export interface Reading extends TrackReadings {
  readonly mode: ReadingMode;
  /** A chip card that was swiped because its chip could not be read, where the payload says so. */
  readonly isFallback: boolean;
  /** The device type by its neutral name. */
  readonly device: string;
  readonly serial: string | undefined;
  /** Upper-case hex, 20 or 24 digits; empty where the terminal sent its data in clear. */
  readonly ksn: string;
  readonly extracted: CardFields;
}
