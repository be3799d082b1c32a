/** Master keys of an HSM that does not do what it was asked, by a scripted HSM. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Hsm } from "./hsm.ts";
import { HsmMasterKeys } from "./hsm-root.ts";

/** Its policy decides whether new keys can be given out, not the template. */
function hsmWithPolicy(isExtractable: boolean): Hsm {
  const id = new Uint8Array(16);
  const pair = { id, proof: new Uint8Array(32), isExtractable };
  const call = async (name: string) => (name === "createPair" ? id : [pair]);
  return { call } as unknown as Hsm;
}

test("a new master key that the HSM would give out is refused before anything is wrapped with it", async () => {
  const keys = new HsmMasterKeys(hsmWithPolicy(true), "master");
  await assert.rejects(keys.createKey(), {
    name: "HsmError",
    message: /would give out the master key master .*Change the policy of the HSM first/,
  });
  const safe = new HsmMasterKeys(hsmWithPolicy(false), "master");
  assert.equal((await safe.createKey()).proof.length, 32);
});
