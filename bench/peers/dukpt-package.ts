/** The npm package `dukpt`, with types. Only the bench uses it. */
import { createRequire } from "node:module";

interface DukptSession {
  dukptEncrypt(hex: string, options: Options): string;
  dukptDecrypt(hex: string, options: Options): string;
}
interface Options {
  readonly inputEncoding: "hex";
  readonly outputEncoding: "hex";
}
interface DukptPackage {
  new (baseKey: string, ksn: string): DukptSession;
  generateDukptSessionKey(initialKey: string, ksn: string): string;
  /** Decrypts if `encrypt` is false. The result has one character per byte. */
  encryptTDES(key: string, data: string, isEncryption: boolean): string;
}

const Dukpt: DukptPackage = createRequire(import.meta.url)("dukpt");
const HEX: Options = { inputEncoding: "hex", outputEncoding: "hex" };

export function encryptByPackage(baseKey: string, ksn: string, clear: string): string {
  return new Dukpt(baseKey, ksn).dukptEncrypt(clear, HEX);
}

export function decryptByPackage(baseKey: string, ksn: string, data: string): string {
  return new Dukpt(baseKey, ksn).dukptDecrypt(data, HEX);
}

/** Decrypts from the initial key, which the package's constructor does not offer. */
export function decryptFromInitialKey(initialKey: string, ksn: string, data: string): string {
  const key = Dukpt.generateDukptSessionKey(initialKey, ksn).replaceAll(" ", "");
  return Dukpt.encryptTDES(key + key.slice(0, 16), data, false);
}
