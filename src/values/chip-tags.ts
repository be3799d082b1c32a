/**
 * The EMV tags that a card host gets (field 55), with the longest value of each (EMV Book 3, annex A;
 * 9F6E and 9F53 of the contactless kernels). Tags with card data are not among them: 57, 5A, 5F20, 5F24,
 * 56, 9F1F, 9F20 and 9F6B. The host gets number and track in fields of their own.
 */

/** All of them together fit in the 255 bytes of field 55. */
export const HOST_CHIP_TAGS: ReadonlyMap<string, number> = new Map([
  ["9F26", 8], // cryptogram
  ["9F27", 1], // cryptogram information
  ["9F10", 32], // issuer application data
  ["9F37", 4], // unpredictable number
  ["9F36", 2], // transaction counter
  ["95", 5], // terminal verification results
  ["9A", 3], // date
  ["9C", 1], // transaction type
  ["9F02", 6], // amount
  ["5F2A", 2], // currency
  ["82", 2], // application profile
  ["9F1A", 2], // terminal country
  ["9F03", 6], // other amount
  ["9F33", 3], // terminal capabilities
  ["9F34", 3], // verification result
  ["9F35", 1], // terminal type
  ["9F1E", 8], // serial number of the interface device
  ["84", 16], // dedicated file name
  ["4F", 16], // application identifier
  ["9F09", 2], // application version
  ["9F41", 4], // sequence counter of the terminal
  ["5F34", 1], // card sequence number
  ["9B", 2], // transaction status information
  ["9F21", 3], // time
  ["9F53", 1], // transaction category
  ["9F6E", 32], // form factor
]);

/** In the order of the table. A value that is empty or too long is left out. */
export function selectHostTags(
  findValue: (tag: string) => Uint8Array | undefined,
): ReadonlyMap<string, Uint8Array> | undefined {
  const selected = new Map<string, Uint8Array>();
  for (const [tag, bytesMax] of HOST_CHIP_TAGS) {
    const value = findValue(tag);
    const { length = 0 } = value ?? {};
    if (value !== undefined && length > 0 && length <= bytesMax) selected.set(tag, value);
  }
  return selected.size === 0 ? undefined : selected;
}
