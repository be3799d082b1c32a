/**
 * AES DUKPT (ANSI X9.24-3:2017, 6.3.1 to 6.3.3): the data that is encrypted to derive a key. Terminals,
 * the parser and the key injection must build the same bytes. Pure.
 */

const BLOCK_BYTES = 16;

/** 6.3.3, algorithm indicators and key lengths. */
export const DUKPT_ALGORITHMS = {
  "tdes-2key": { indicator: 0, bits: 128 },
  "tdes-3key": { indicator: 1, bits: 192 },
  "aes-128": { indicator: 2, bits: 128 },
  "aes-192": { indicator: 3, bits: 192 },
  "aes-256": { indicator: 4, bits: 256 },
} as const;
export type DukptAlgorithm = keyof typeof DUKPT_ALGORITHMS;

export interface DerivedKey {
  /** 6.3.2, a key usage indicator. */
  readonly usage: number;
  readonly algorithm: DukptAlgorithm;
}

/** One block for every 16 bytes of key. The last eight bytes of each name the device or the reading. */
export function aesDerivationData({ usage, algorithm }: DerivedKey, subject: Uint8Array): Buffer {
  const { indicator, bits } = DUKPT_ALGORITHMS[algorithm];
  const blocks = Math.ceil(bits / 8 / BLOCK_BYTES);
  const data = Buffer.alloc(blocks * BLOCK_BYTES);
  for (let block = 0; block < blocks; block++) {
    const at = block * BLOCK_BYTES;
    data[at] = 1;
    data[at + 1] = block + 1;
    data.writeUInt16BE(usage, at + 2);
    data.writeUInt16BE(indicator, at + 4);
    data.writeUInt16BE(bits, at + 6);
    data.set(subject, at + 8);
  }
  return data;
}
