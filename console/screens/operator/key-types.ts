/** Names of the types of base derivation keys. Pure. */

const NAMES: Readonly<Record<string, string>> = {
  "tdes-2key": "TDES, double length",
  "tdes-3key": "TDES, triple length",
  "aes-128": "AES-128",
  "aes-192": "AES-192",
  "aes-256": "AES-256",
};

export function formatKeyType(kind: string): string {
  return NAMES[kind] ?? kind;
}
