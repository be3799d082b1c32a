/** Writes users, accounts and the catalog. Ids are integers, amounts are decimal strings. */
import type { Category, Item, TaxRate } from "../../core/pos/catalog/catalog.ts";
import type { PosAccount, PosCaller, PosUser } from "../../core/pos/users/pos-user.ts";
import { formatCents } from "../../values/money.ts";
import { formatPercent } from "../../values/percent.ts";

export const BASE = "/api/json";
/** The page of an invitation or reset link, below BASE. */
export const INVITATION_PATH = "/account/invitation/";

export function writeInvitationLink(publicUrl: string, token: string): string {
  return `${publicUrl}${BASE}${INVITATION_PATH}?reset_token=${token}`;
}

export function writeSession(token: string, { user, account }: PosCaller): object {
  return { token, user: writeUser(user), account: writeAccount(account) };
}

export function writeUser(user: PosUser): object {
  return {
    id: Number(user.id),
    first_name: user.firstName,
    last_name: user.lastName,
    email: user.email,
    role: user.role,
    is_active: user.isActive,
    created_at: writeMoment(user.createdAt),
    updated_at: writeMoment(user.updatedAt),
  };
}

export function writeAccount(account: PosAccount): object {
  return {
    id: Number(account.id),
    name: account.name,
    time_zone: account.timeZone,
    receipt_email: account.receiptEmail ?? null,
    currency: account.currency,
    tax_before_discount: account.isTaxedBeforeDiscount,
  };
}

export function writeCategory(category: Category): object {
  return {
    id: Number(category.id),
    name: category.name,
    created_at: writeMoment(category.createdAt),
    updated_at: writeMoment(category.updatedAt),
  };
}

export function writeTaxRate({ id, name, percentE4 }: TaxRate): object {
  return { id: Number(id), name, amount: formatPercent(percentE4) };
}

export function writeItem(item: Item): object {
  return {
    id: Number(item.id),
    canonical_id: Number(item.canonicalId),
    name: item.name,
    price: formatCents(item.priceCents),
    category_id: writeId(item.categoryId),
    tax_rate_ids: item.taxRateIds.map(Number),
    photo_url: photoUrl(item.photoId),
  };
}

export function writeId(id: string | null): number | null {
  return id === null ? null : Number(id);
}

export function photoUrl(photoId: string | null): string | null {
  return photoId === null ? null : `${BASE}/photos/${photoId}/`;
}

/** ISO 8601 in UTC. */
export function writeMoment(moment: Temporal.Instant): string {
  return moment.toString({ smallestUnit: "millisecond" });
}
