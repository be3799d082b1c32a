/** The npm package `dukpt`, with the types that it does not have. Only the bench knows it. */
import { createRequire } from "node:module";

interface DukptSession {
  dukptEncrypt(hex: string, options: Options): string;
  dukptDecrypt(hex: string, options: Options): string;
}
interface Options {
  readonly inputEncoding: "hex";
  readonly outputEncoding: "hex";
}
type DukptPackage = new (baseKey: string, ksn: string) => DukptSession;

const Dukpt: DukptPackage = createRequire(import.meta.url)("dukpt");
const HEX: Options = { inputEncoding: "hex", outputEncoding: "hex" };

export function encryptByPackage(baseKey: string, ksn: string, clear: string): string {
  return new Dukpt(baseKey, ksn).dukptEncrypt(clear, HEX);
}

export function decryptByPackage(baseKey: string, ksn: string, data: string): string {
  return new Dukpt(baseKey, ksn).dukptDecrypt(data, HEX);
}
