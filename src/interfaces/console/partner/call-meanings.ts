/** The parser's numbers in words, for whoever looks for the reason of a failure. */

const MEANINGS: ReadonlyMap<number, string> = new Map([
  [50, "Something failed on our side. The same call may be tried again."],
  [1003, "The credentials were wrong, or were not good any more."],
  [2000, "The call named no device type."],
  [2001, "The call named a device type that there is none of."],
  [2002, "The call had no payload."],
  [2003, "The payload was no readable text, or too long."],
  [2004, "The reference was longer than 50 characters."],
  [2005, "The call had not the form of a parser call."],
  [2100, "The payload is laid out differently from its device type."],
  [2101, "The terminal had read nothing."],
  [2102, "The payload's frame is broken: perhaps a part of it is missing."],
  [2103, "The items inside the payload are broken."],
  [2200, "Nothing said which device the payload is from."],
  [2201, "No such device is registered for this partner and client."],
  [2202, "The device is in a state in which it may not decrypt."],
  [2203, "Several devices have this serial number: the call must name the client."],
  [2400, "The key sequence number is none."],
  [2401, "The key sequence number of the call differs from that of the payload."],
  [2402, "Nobody has loaded the base key that the device was injected with."],
  [2600, "The payload could not be read with the device's key."],
  [2800, "What was read has no card number in it."],
  [3000, "The call came without credentials."],
  [3003, "The calling address is not on the allow-list."],
  [3004, "Too many failed attempts, or too many calls at once."],
]);

export function meaningOf(code: number): string {
  return MEANINGS.get(code) ?? "The parser refused the call.";
}
