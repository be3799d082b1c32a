/** Explanations of the parser's error codes. */

const TEXTS: ReadonlyMap<number, string> = new Map([
  [50, "Internal error. You can send the same request again."],
  [1003, "The credentials are wrong or have expired."],
  [2000, "The request has no device type."],
  [2001, "The device type is unknown."],
  [2002, "The request has no payload."],
  [2003, "The payload is not valid text or is too long."],
  [2004, "The reference is longer than 50 characters."],
  [2005, "The request is not in the parser's format."],
  [2100, "The payload does not have the format of its device type."],
  [2101, "The device did not read a card."],
  [2102, "The payload is incomplete or damaged."],
  [2103, "The data inside the payload is damaged."],
  [2200, "The payload does not identify its device."],
  [2201, "No such device is registered for this partner and client."],
  [2202, "The device's status does not allow decryption."],
  [2203, "Several devices have this serial number. The request must include the client."],
  [2400, "The key serial number is not valid."],
  [2401, "The key serial number in the request differs from the one in the payload."],
  [2402, "The base derivation key of this device has not been imported."],
  [2600, "The payload could not be decrypted with the device's key."],
  [2800, "The decrypted data contains no card number."],
  [3000, "The request has no credentials."],
  [3003, "The caller's IP address is not allowed."],
  [3004, "Too many failed attempts or too many requests."],
]);

export function parserErrorText(code: number): string {
  return TEXTS.get(code) ?? "The parser rejected the request.";
}
