/**
 * One session with the token of an HSM, logged in. Its functions are synchronous, so it is used in a
 * thread of its own. Handles of keys are remembered for the lifetime of the session.
 */
import {
  type Attribute,
  CKA,
  CKF_OS_LOCKING_OK,
  CKF_RW_SESSION,
  CKF_SERIAL_SESSION,
  CKO_SECRET_KEY,
  CKU_USER,
  type Handle,
  type Mechanism,
  type Pkcs11,
} from "./pkcs11.ts";
import { readPkcs11Failure } from "./pkcs11-errors.ts";

/** Which token to use: by its label, or by the number of its slot. */
export interface TokenChoice {
  readonly tokenLabel: string | undefined;
  readonly slot: number | undefined;
}

/** Labels are not unique in PKCS#11; the id tells keys with the same label apart. */
export interface KeyPlace {
  readonly label: string;
  readonly id: Buffer;
}

/** The token is not there. */
export class TokenNotFound extends Error {
  override readonly name = "TokenNotFound";
  readonly presentLabels: readonly string[];

  constructor(presentLabels: readonly string[]) {
    super("The token was not found.");
    this.presentLabels = presentLabels;
  }
}

/** A key is not in the token. */
export class KeyNotFound extends Error {
  override readonly name = "KeyNotFound";
}

const OBJECTS_AT_ONCE = 100;
/** An answer may be one block longer than what was asked for. */
const BLOCK_BYTES = 32;

export class TokenSession {
  readonly #library: Pkcs11;
  readonly #session: Handle;
  readonly #handles = new Map<string, Handle>();

  constructor(library: Pkcs11, session: Handle) {
    this.#library = library;
    this.#session = session;
  }

  close(): void {
    this.#handles.clear();
    this.#library.C_CloseSession(this.#session);
  }

  encrypt(mechanism: Mechanism, place: KeyPlace, data: Buffer): Buffer {
    this.#library.C_EncryptInit(this.#session, mechanism, this.#findKey(place));
    return this.#library.C_Encrypt(this.#session, data, outputFor(data));
  }

  decrypt(mechanism: Mechanism, place: KeyPlace, data: Buffer): Buffer {
    this.#library.C_DecryptInit(this.#session, mechanism, this.#findKey(place));
    return this.#library.C_Decrypt(this.#session, data, outputFor(data));
  }

  sign(mechanism: Mechanism, place: KeyPlace, data: Buffer): Buffer {
    this.#library.C_SignInit(this.#session, mechanism, this.#findKey(place));
    return this.#library.C_Sign(this.#session, data, outputFor(Buffer.alloc(0)));
  }

  generateKey(mechanism: Mechanism, template: readonly Attribute[]): void {
    this.#library.C_GenerateKey(this.#session, mechanism, template);
  }

  createObject(template: readonly Attribute[]): void {
    this.#library.C_CreateObject(this.#session, template);
  }

  destroyKeys(template: readonly Attribute[]): void {
    this.#handles.clear();
    for (const object of this.#findObjects(template)) {
      this.#library.C_DestroyObject(this.#session, object);
    }
  }

  /** The ids of all secret keys with this label. */
  listIds(label: string): readonly Buffer[] {
    return this.#findObjects([{ type: CKA.label, value: label }]).map((object) => {
      const [id] = this.#library.C_GetAttributeValue(this.#session, object, [{ type: CKA.id }]);
      return id?.value ?? Buffer.alloc(0);
    });
  }

  /** Whether the token may give the key out, even to this program. */
  isExtractable(place: KeyPlace): boolean {
    const template = [{ type: CKA.extractable }, { type: CKA.sensitive }];
    const key = this.#findKey(place);
    const [extractable, sensitive] = this.#library
      .C_GetAttributeValue(this.#session, key, template)
      .map(({ value }) => value[0] === 1);
    return extractable !== false || sensitive !== true;
  }

  #findKey({ label, id }: KeyPlace): Handle {
    const name = `${label} ${id.toString("hex")}`;
    const known = this.#handles.get(name);
    if (known !== undefined) return known;
    const template = [
      { type: CKA.label, value: label },
      { type: CKA.id, value: id },
    ];
    const [handle] = this.#findObjects(template);
    if (handle === undefined) throw new KeyNotFound(`The HSM has no key ${label}.`);
    this.#handles.set(name, handle);
    return handle;
  }

  #findObjects(template: readonly Attribute[]): readonly Handle[] {
    const library = this.#library;
    const secretKeys = [{ type: CKA.class, value: CKO_SECRET_KEY }, ...template];
    library.C_FindObjectsInit(this.#session, secretKeys);
    try {
      const found: Handle[] = [];
      for (;;) {
        const more = library.C_FindObjects(this.#session, OBJECTS_AT_ONCE);
        if (more.length === 0) return found;
        found.push(...more);
      }
    } finally {
      library.C_FindObjectsFinal(this.#session);
    }
  }
}

/** Logs in. Another thread of this process may have done so: a login is one for the whole process. */
export function openTokenSession(
  library: Pkcs11,
  choice: TokenChoice,
  readPin: () => string,
): TokenSession {
  ignoring("CKR_CRYPTOKI_ALREADY_INITIALIZED", () =>
    library.C_Initialize({ flags: CKF_OS_LOCKING_OK }),
  );
  const slot = findSlot(library, choice);
  const session = library.C_OpenSession(slot, CKF_SERIAL_SESSION | CKF_RW_SESSION);
  try {
    ignoring("CKR_USER_ALREADY_LOGGED_IN", () => library.C_Login(session, CKU_USER, readPin()));
    return new TokenSession(library, session);
  } catch (error) {
    library.C_CloseSession(session);
    throw error;
  }
}

function findSlot(library: Pkcs11, { tokenLabel, slot }: TokenChoice): Handle {
  const slots = library.C_GetSlotList(true);
  const tokens = slots.map((handle) => ({ handle, label: readLabel(library, handle) }));
  const found = tokens.find(({ handle, label }) =>
    tokenLabel === undefined ? slotNumber(handle) === slot : label === tokenLabel,
  );
  if (found === undefined) throw new TokenNotFound(tokens.map(({ label }) => label));
  return found.handle;
}

/** Labels are padded with spaces. */
function readLabel(library: Pkcs11, slot: Handle): string {
  return library.C_GetTokenInfo(slot).label.trimEnd();
}

function slotNumber(handle: Handle): number {
  return handle.readUIntLE(0, Math.min(handle.length, 6));
}

function ignoring(code: string, call: () => void): void {
  try {
    call();
  } catch (error) {
    if (readPkcs11Failure(error)?.code !== code) throw error;
  }
}

function outputFor(data: Buffer): Buffer {
  return Buffer.alloc(data.length + BLOCK_BYTES);
}
