/** The HSM behind key custody, on SoftHSM: keys that never leave it, start errors, lost sessions. */
import assert from "node:assert/strict";
import { randomBytes, randomUUID } from "node:crypto";
import { chmod, copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { deriveInitialKey } from "../../src/adapters/key-custody/base-keys/initial-key.ts";
import { Hsm, type HsmSettings, openHsm } from "../../src/adapters/key-custody/hsm/hsm.ts";
import { hsmRoot } from "../../src/adapters/key-custody/hsm/hsm-root.ts";
import {
  CKA,
  CKF_OS_LOCKING_OK,
  CKF_RW_SESSION,
  CKF_SERIAL_SESSION,
  CKK,
  CKM,
  CKO_SECRET_KEY,
  type Handle,
  type Pkcs11,
} from "../../src/adapters/key-custody/hsm/pkcs11.ts";
import { BASE_KEY_KINDS } from "../../src/ports/key-custody.ts";
import { StartError } from "../../src/ports/start-error.ts";
import { CARD, openCustody, VAULT } from "../kit/custody.ts";
import { openDatabase } from "../kit/database.ts";
import { hsmSettings, openHsmTestRoot, pinFile } from "../kit/hsm.ts";
import { ROOT } from "../kit/process.ts";
import { HSM_TOKEN, NO_HSM } from "../kit/soft-hsm.ts";

const skip = NO_HSM;
const KEY_NAME = { id: "7", purpose: "seal" } as const;
const KEY_BYTES = { "tdes-2key": 16, "tdes-3key": 24, "aes-128": 16, "aes-192": 24, "aes-256": 32 };

/** The module as another part of this process sees it. Sessions and logins are shared. */
function openModule(): { library: Pkcs11; slot: Handle } {
  const { PKCS11 } = createRequire(import.meta.url)("pkcs11js") as { PKCS11: new () => Pkcs11 };
  const library = new PKCS11();
  library.load(hsmSettings().module);
  try {
    library.C_Initialize({ flags: CKF_OS_LOCKING_OK });
  } catch (error) {
    assert.match(String(error), /CKR_CRYPTOKI_ALREADY_INITIALIZED/);
  }
  const slots = library.C_GetSlotList(true);
  const slot = slots.find((one) => library.C_GetTokenInfo(one).label.trimEnd() === HSM_TOKEN);
  return { library, slot: slot ?? assert.fail() };
}

async function openOwnHsm(t: TestContext, changed: Partial<HsmSettings> = {}): Promise<Hsm> {
  const hsm = await openHsm(hsmSettings(changed));
  t.after(() => hsm.close());
  return hsm;
}

async function openOwnRoot(t: TestContext, changed: Partial<HsmSettings> = {}) {
  const hsm = await openOwnHsm(t, changed);
  const label = randomUUID().slice(0, 13);
  const root = hsmRoot(hsm, { masterKey: label, baseKey: `${label} base` });
  const { key } = await root.keys.ensureKey();
  return { hsm, key, label, ...root };
}

async function openFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "hsm "));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

/** The error of a start, which is one sentence or two and never has the PIN. */
async function startError(changed: Partial<HsmSettings>): Promise<string> {
  const pin = (await readFile(pinFile(), "utf8")).trim();
  const error = await openHsm(hsmSettings(changed)).then(
    () => assert.fail("it started"),
    (refused: unknown) => refused,
  );
  assert.ok(error instanceof StartError, String(error));
  assert.ok(!error.stack?.includes(pin), "the PIN is in the error");
  return error.message;
}

test("a start without the module, its token or its PIN says what is missing", {
  skip,
}, async (t) => {
  const folder = await openFolder(t);
  const noModule = path.join(folder, "module.so");
  assert.equal(
    await startError({ module: noModule }),
    `HSM_MODULE ${noModule} cannot be loaded. The file does not exist.`,
  );
  await writeFile(noModule, "not a library");
  assert.match(await startError({ module: noModule }), /^HSM_MODULE .* cannot be loaded\. ./);
  assert.equal(
    await startError({ tokenLabel: "elsewhere" }),
    `The HSM has no token elsewhere (HSM_TOKEN). It has: ${HSM_TOKEN}.`,
  );
  assert.match(
    await startError({ tokenLabel: undefined, slot: 999_999 }),
    /^The HSM has no token in slot 999999 \(HSM_SLOT\)\. It has: /,
  );
  const noPin = path.join(folder, "pin");
  assert.equal(
    await startError({ pinFile: noPin }),
    `HSM_PIN_FILE ${noPin} cannot be read (ENOENT).`,
  );
});

test("a start without the package pkcs11js says how to install it", { skip }, async (t) => {
  // The compiled thread in a folder that has no packages.
  const threadFile = path.join(await openFolder(t), "hsm-thread.mjs");
  await copyFile(path.join(ROOT, "dist/hsm-thread.js"), threadFile);
  const said = await startError({ threadFile });
  assert.match(
    said,
    /^HSM_MODULE needs the package pkcs11js, .* run npm install pkcs11js, or npm rebuild/,
  );
});

test("production refuses a PIN file that others can read", { skip }, async (t) => {
  const file = path.join(await openFolder(t), "pin");
  await writeFile(file, await readFile(pinFile()));
  await chmod(file, 0o644);
  const changed = { pinFile: file, environment: "production" } as const;
  assert.match(await startError(changed), /^Other users can read HSM_PIN_FILE .* 0600\.$/);
});

test("a PIN that was refused is not sent again until its file changes", { skip }, async (t) => {
  const file = path.join(await openFolder(t), "pin");
  await writeFile(file, "wrong-pin-4711\n");
  // The login is shared by the process, so the sessions of other tests must be closed first.
  const { library, slot } = openModule();
  library.C_CloseAllSessions(slot);
  const refused = await startError({ pinFile: file });
  assert.equal(
    refused,
    `The HSM refuses the PIN in HSM_PIN_FILE ${file} (CKR_PIN_INCORRECT). It is not tried again until the file changes.`,
  );
  assert.ok(!refused.includes("wrong-pin"));

  const hsm = new Hsm(hsmSettings({ pinFile: file, sessions: 1 }));
  t.after(() => hsm.close());
  await assert.rejects(hsm.open(), { name: "HsmError", message: refused });
  // Now the PIN would be right, but nothing tells the HSM's pool so: the token is not asked.
  const again = hsm.call("listPairs", { label: "none" });
  await assert.rejects(again, { name: "HsmError", message: refused });
  await writeFile(file, await readFile(pinFile()));
  assert.deepEqual(await hsm.call("listPairs", { label: "none" }), []);
});

test("a master key that is missing, or that the HSM would give out, is refused", {
  skip,
}, async (t) => {
  const hsm = await openOwnHsm(t);
  const label = `open ${randomUUID().slice(0, 8)}`;
  const { keys } = hsmRoot(hsm, { masterKey: label, baseKey: "base" });
  await assert.rejects(keys.first(), {
    name: "HsmError",
    message: `The HSM has no master key ${label} (HSM_MASTER_KEY_LABEL). Create one with: sixdoors keys create-master.`,
  });
  const { library, slot } = openModule();
  const session = library.C_OpenSession(slot, CKF_SERIAL_SESSION | CKF_RW_SESSION);
  const id = Buffer.from("open key");
  for (const [mechanism, name] of [
    [CKM.genericSecretKeyGen, `${label} (MAC)`],
    [CKM.aesKeyGen, label],
  ] as const) {
    library.C_GenerateKey(session, { mechanism }, [
      { type: CKA.class, value: CKO_SECRET_KEY },
      { type: CKA.keyType, value: mechanism === CKM.aesKeyGen ? CKK.aes : CKK.genericSecret },
      { type: CKA.valueLength, value: 32 },
      { type: CKA.label, value: name },
      { type: CKA.id, value: id },
      { type: CKA.token, value: true },
      { type: CKA.sensitive, value: false },
      { type: CKA.extractable, value: true },
      { type: CKA.encrypt, value: true },
      { type: CKA.sign, value: true },
    ]);
  }
  library.C_CloseSession(session);
  await assert.rejects(keys.first(), /^HsmError: The HSM would give out the master key/);
  const [pair] = await hsm.call("listPairs", { label });
  await assert.rejects(keys.find(pair?.proof ?? assert.fail()), /would give out/);
  const { isNew } = await keys.ensureKey();
  assert.equal(isNew, true, "another one is created beside it");
});

test("no key that the product puts into the HSM can be read from it", { skip }, async (t) => {
  const { label, heldBaseKeys } = await openOwnRoot(t);
  for (const kind of BASE_KEY_KINDS) {
    const claim = { name: kind, kind, ksi: null };
    await heldBaseKeys.importKey(claim, randomBytes(KEY_BYTES[kind]));
  }
  const { library, slot } = openModule();
  const session = library.C_OpenSession(slot, CKF_SERIAL_SESSION | CKF_RW_SESSION);
  library.C_FindObjectsInit(session, []);
  const objects = library.C_FindObjects(session, 10_000);
  library.C_FindObjectsFinal(session);
  const read = (object: Handle, type: number) =>
    library.C_GetAttributeValue(session, object, [{ type }])[0]?.value ?? assert.fail();
  const ours = objects.filter((object) => read(object, CKA.label).toString().startsWith(label));
  assert.equal(ours.length, 2 + 3 + 2 * 2, "a pair, three AES keys, two TDES keys with variants");
  for (const object of ours) {
    assert.deepEqual(read(object, CKA.sensitive), Buffer.of(1));
    assert.deepEqual(read(object, CKA.extractable), Buffer.of(0));
    for (const use of [CKA.wrap, CKA.unwrap, CKA.derive]) {
      assert.deepEqual(read(object, use), Buffer.of(0));
    }
    assert.throws(() => read(object, CKA.value), /CKR_ATTRIBUTE_SENSITIVE/);
  }
  library.C_CloseSession(session);
});

test("the HSM derives the same initial keys as software, for every kind of base key", {
  skip,
}, async (t) => {
  const { heldBaseKeys } = await openOwnRoot(t);
  for (const kind of BASE_KEY_KINDS) {
    const key = randomBytes(KEY_BYTES[kind]);
    const claim = { name: kind, kind, ksi: null };
    const id = await heldBaseKeys.importKey(claim, key);
    for (let round = 0; round < 10; round++) {
      const device = randomBytes(8).toString("hex");
      const derived = await heldBaseKeys.deriveKey(id, claim, device);
      assert.deepEqual(derived, deriveInitialKey(kind, key, device), kind);
    }
    await heldBaseKeys.destroyKey(id);
    await assert.rejects(heldBaseKeys.deriveKey(id, claim, "00".repeat(8)), /has no key/);
  }
});

test("work continues after sessions, the login or the module were lost", { skip }, async (t) => {
  const { key, hsm } = await openOwnRoot(t);
  const wrapped = await key.wrap(Buffer.alloc(32, 5), KEY_NAME);
  const { library, slot } = openModule();
  const losses: readonly (() => void)[] = [
    () => library.C_CloseAllSessions(slot),
    () => {
      const session = library.C_OpenSession(slot, CKF_SERIAL_SESSION);
      library.C_Logout(session);
      library.C_CloseSession(session);
    },
    () => library.C_Finalize(),
  ];
  for (const lose of losses) {
    const before = hsm.counts.reopenings;
    lose();
    const unwrapped = await Promise.all(
      Array.from({ length: 6 }, () => key.unwrap(wrapped, KEY_NAME)),
    );
    assert.ok(unwrapped.every((bytes) => bytes.equals(Buffer.alloc(32, 5))));
    assert.ok(hsm.counts.reopenings > before, "a session was opened again");
  }
  assert.equal(hsm.counts.failures, 0);
});

test("a process without its HSM continues with the keys that it has", { skip }, async (t) => {
  const database = await openDatabase(t);
  const file = path.join(await openFolder(t), "pin");
  await writeFile(file, await readFile(pinFile()));
  const root = await openOwnRoot(t, { pinFile: file });
  const custody = await openCustody(t, database, { root });
  const sealed = await custody.seal(CARD, VAULT);
  await custody.hsmHealth?.checkHsm();
  // Sessions are closed and cannot be opened again.
  await rm(file);
  const { library, slot } = openModule();
  library.C_CloseAllSessions(slot);
  assert.equal((await custody.open(sealed, VAULT)).reveal(), CARD.reveal());
  assert.ok(await custody.seal(CARD, VAULT));
  await assert.rejects(
    custody.hsmHealth?.checkHsm() ?? assert.fail(),
    /HSM_PIN_FILE .* cannot be read \(ENOENT\)/,
  );
});

test("processes that create the first master key at once agree on one", { skip }, async (t) => {
  const database = await openDatabase(t);
  const { label } = await openHsmTestRoot();
  const roots = await Promise.all([1, 2, 3].map(() => openHsmTestRoot(label)));
  const custodies = await Promise.all(roots.map((root) => openCustody(t, database, { root })));
  const sealed = await Promise.all(custodies.map((custody) => custody.seal(CARD, VAULT)));
  for (const custody of custodies) {
    for (const value of sealed) {
      assert.equal((await custody.open(value, VAULT)).reveal(), CARD.reveal());
    }
  }
});
