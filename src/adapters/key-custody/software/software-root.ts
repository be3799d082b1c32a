/** The root of trust in software: master keys of a setting or a file. Base keys are sealed. */
import type { RootOfTrust } from "../root-key.ts";
import { MasterKeyRing, type MasterKeySource } from "./master-key-ring.ts";

export function softwareRoot(source: MasterKeySource): RootOfTrust {
  return { keys: new MasterKeyRing(source) };
}
