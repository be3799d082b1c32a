/**
 * PostgreSQL's hash of a bigint (hashint8), by which Citus finds the shard of an account. PostgreSQL
 * cannot change it, because hash indexes and hash partitions depend on it.
 */

/** Returns a signed number of 32 bits. Account ids are positive. */
export function hashAccount(accountId: string): number {
  const id = BigInt(accountId);
  const low = Number(BigInt.asUintN(32, id));
  const high = Number(BigInt.asUintN(32, id >> 32n));
  return hashWord(low ^ high);
}

/** The start of PostgreSQL's hash_bytes_uint32. */
const SEED = (0x9e3779b9 + 4 + 3923095) | 0;

function hashWord(word: number): number {
  let [a, b, c] = [(SEED + word) | 0, SEED, SEED];
  c = mix(c, b, 14);
  a = mix(a, c, 11);
  b = mix(b, a, 25);
  c = mix(c, b, 16);
  a = mix(a, c, 4);
  b = mix(b, a, 14);
  return mix(c, b, 24);
}

function mix(value: number, other: number, bits: number): number {
  return ((value ^ other) - rotate(other, bits)) | 0;
}

function rotate(word: number, bits: number): number {
  return (word << bits) | (word >>> (32 - bits));
}
