/** UUIDs, which stand for events, sessions and other records. */

/** In lower or upper case. */
export const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the UUID in lower case, as it is stored, or undefined. */
export function readUuid(text: string): string | undefined {
  return UUID.test(text) ? text.toLowerCase() : undefined;
}
