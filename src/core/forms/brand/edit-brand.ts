/** Reads and changes the look of an account's hosted forms. Every change is audited. */
import { createHash } from "node:crypto";
import type { Database } from "../../../db/database.ts";
import type { DatabasePool } from "../../../db/database-pool.ts";
import type { PhotoEncoder, PictureError } from "../../../ports/photos.ts";
import type { NotFound } from "../../accounts/account-record.ts";
import {
  type AccountNeeds,
  type ActingParty,
  actOnAccount,
  recordAccountAct,
} from "../../accounts/act-on-account.ts";
import { BrandStore } from "./brand-store.ts";
import {
  applyBrandChange,
  type BrandChange,
  type BrandError,
  DEFAULT_BRAND,
  type FormBrand,
  LOGO_BYTES_MAX,
  type LogoFile,
} from "./form-brand.ts";

type BrandNeeds = Pick<AccountNeeds, "db">;

export interface LogoNeeds extends BrandNeeds {
  readonly photos: PhotoEncoder;
}

export type BrandOutcome =
  | { readonly kind: "saved"; readonly brand: FormBrand }
  | { readonly kind: "refused"; readonly errors: readonly BrandError[] }
  | NotFound;

export type LogoOutcome =
  | Extract<BrandOutcome, { readonly kind: "saved" }>
  | { readonly kind: "bad_logo"; readonly why: PictureError | "too_large" | "too_small" }
  | NotFound;

const ACTION = "account.change_form_brand";
/** Twice the size at which it is shown. */
const LOGO_SIDE_MAX = 480;
const LOGO_SIDE_MIN = 16;
const LOGO_PIXELS_MAX = 16_000_000;
const LOGO_TYPES = ["image/png", "image/jpeg"] as const;
const HASH_LENGTH = 32;

export function findBrand(db: DatabasePool, accountId: string): Promise<FormBrand> {
  return db.within({ accountId }, async (scope) => readBrand(scope, accountId));
}

/** Undefined: the account has no logo with this hash, or no longer. */
export function findLogo(
  db: DatabasePool,
  accountId: string,
  hash: string,
): Promise<LogoFile | undefined> {
  return db.within({ accountId }, (scope) => new BrandStore(scope).findLogo(accountId, hash));
}

async function readBrand(db: Database, accountId: string): Promise<FormBrand> {
  return (await new BrandStore(db).findBrand(accountId)) ?? DEFAULT_BRAND;
}

export function changeBrand(
  needs: BrandNeeds,
  id: string,
  { change, by }: { readonly change: BrandChange; readonly by: ActingParty },
): Promise<BrandOutcome> {
  return actOnAccount(needs, id, async (db, { id: accountId }): Promise<BrandOutcome> => {
    const before = await readBrand(db, accountId);
    const { brand, errors } = applyBrandChange(before, change);
    if (errors.length > 0) return { kind: "refused", errors };
    const [was, is] = [colorAndText(before), colorAndText(brand)];
    if (JSON.stringify(was) === JSON.stringify(is)) return { kind: "saved", brand };
    await new BrandStore(db).saveColorAndText(accountId, brand);
    await recordAccountAct(db, by, { action: ACTION, accountId, before: was, after: is });
    return { kind: "saved", brand };
  });
}

function colorAndText({ color, buttonText }: FormBrand) {
  return { color, buttonText };
}

/** The picture is decoded and encoded again before it is stored. */
export async function setLogo(
  needs: LogoNeeds,
  id: string,
  { bytes, by }: { readonly bytes: Uint8Array; readonly by: ActingParty },
): Promise<LogoOutcome> {
  if (bytes.length > LOGO_BYTES_MAX) return { kind: "bad_logo", why: "too_large" };
  const limits = { types: LOGO_TYPES, sideMax: LOGO_SIDE_MAX, pixelsMax: LOGO_PIXELS_MAX };
  const picture = await needs.photos.encode(bytes, limits);
  if (typeof picture === "string") return { kind: "bad_logo", why: picture };
  const { content, width, height } = picture;
  if (Math.min(width, height) < LOGO_SIDE_MIN) return { kind: "bad_logo", why: "too_small" };
  const hash = createHash("sha256").update(content).digest("hex").slice(0, HASH_LENGTH);
  return saveLogo(needs, id, { logo: { ...picture, hash, width, height }, by });
}

export function removeLogo(
  needs: BrandNeeds,
  id: string,
  by: ActingParty,
): Promise<Exclude<LogoOutcome, { readonly kind: "bad_logo" }>> {
  return saveLogo(needs, id, { logo: null, by });
}

interface SavedLogo {
  readonly logo: Parameters<BrandStore["saveLogo"]>[1];
  readonly by: ActingParty;
}

function saveLogo(needs: BrandNeeds, id: string, { logo, by }: SavedLogo) {
  return actOnAccount(needs, id, async (db, { id: accountId }) => {
    const before = await readBrand(db, accountId);
    await new BrandStore(db).saveLogo(accountId, logo);
    const brand = await readBrand(db, accountId);
    await recordAccountAct(db, by, {
      action: ACTION,
      accountId,
      before: { logo: before.logo },
      after: { logo: brand.logo },
    });
    return { kind: "saved", brand } as const;
  });
}
