/**
 * The part of PKCS#11 2.40 that we use: constants of the standard, and the functions as the package
 * pkcs11js has them. Our own types, because the package is optional and may not be installed.
 */

/** A handle of a slot, a session or an object, as pkcs11js represents it. */
export type Handle = Buffer;

export interface Attribute {
  readonly type: number;
  readonly value?: number | boolean | string | Buffer;
}

export interface Mechanism {
  readonly mechanism: number;
  readonly parameter?: Buffer;
}

export interface Pkcs11 {
  load(file: string): void;
  C_Initialize(options?: { readonly flags: number }): void;
  C_Finalize(): void;
  C_GetSlotList(isTokenPresent: boolean): Handle[];
  C_GetTokenInfo(slot: Handle): { readonly label: string; readonly flags: number };
  C_OpenSession(slot: Handle, flags: number): Handle;
  C_CloseSession(session: Handle): void;
  C_CloseAllSessions(slot: Handle): void;
  C_Login(session: Handle, userType: number, pin: string): void;
  C_Logout(session: Handle): void;
  C_FindObjectsInit(session: Handle, template: readonly Attribute[]): void;
  C_FindObjects(session: Handle, max: number): Handle[];
  C_FindObjectsFinal(session: Handle): void;
  C_GetAttributeValue(
    session: Handle,
    object: Handle,
    template: readonly Attribute[],
  ): { readonly type: number; readonly value: Buffer }[];
  C_GenerateKey(session: Handle, mechanism: Mechanism, template: readonly Attribute[]): Handle;
  C_CreateObject(session: Handle, template: readonly Attribute[]): Handle;
  C_DestroyObject(session: Handle, object: Handle): void;
  C_EncryptInit(session: Handle, mechanism: Mechanism, key: Handle): void;
  C_Encrypt(session: Handle, data: Buffer, output: Buffer): Buffer;
  C_DecryptInit(session: Handle, mechanism: Mechanism, key: Handle): void;
  C_Decrypt(session: Handle, data: Buffer, output: Buffer): Buffer;
  C_SignInit(session: Handle, mechanism: Mechanism, key: Handle): void;
  C_Sign(session: Handle, data: Buffer, output: Buffer): Buffer;
}

/** PKCS#11 2.40, section 10 and the current mechanisms. */
export const CKF_OS_LOCKING_OK = 0x02;
export const CKF_RW_SESSION = 0x02;
export const CKF_SERIAL_SESSION = 0x04;
export const CKU_USER = 1;
export const CKO_SECRET_KEY = 4;

export const CKA = {
  class: 0x00,
  token: 0x01,
  private: 0x02,
  label: 0x03,
  value: 0x11,
  keyType: 0x100,
  id: 0x102,
  sensitive: 0x103,
  encrypt: 0x104,
  decrypt: 0x105,
  wrap: 0x106,
  unwrap: 0x107,
  sign: 0x108,
  verify: 0x10a,
  derive: 0x10c,
  valueLength: 0x161,
  extractable: 0x162,
} as const;

export const CKK = { genericSecret: 0x10, des2: 0x14, des3: 0x15, aes: 0x1f } as const;

export const CKM = {
  des3Ecb: 0x132,
  sha256Hmac: 0x251,
  genericSecretKeyGen: 0x350,
  aesKeyGen: 0x1080,
  aesEcb: 0x1081,
  aesCbc: 0x1082,
} as const;
