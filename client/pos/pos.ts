/** The point of sale: users, catalog, sales, account. The client logs in with its first call. */
import { exchange, readReply } from "../call/send.ts";
import type { AccountLogin, CallOptions, Connection, PosLogin } from "../options.ts";
import { writePosForm } from "./pos-form.ts";
import type {
  Category,
  CategoryInput,
  Item,
  ItemInput,
  PosAccount,
  PosAccountInput,
  PosUser,
  PosUserInput,
  TaxRate,
  TaxRateInput,
} from "./pos-names.ts";
import { callPos, openPosRecords, type PosRecords } from "./pos-records.ts";
import { openPosSales, type PosSales } from "./pos-sales.ts";
import { AREA, describePosError, PosSession, readPosAnswer } from "./pos-session.ts";

export interface Pos {
  readonly users: PosRecords<PosUser, PosUserInput>;
  readonly categories: PosRecords<Category, CategoryInput>;
  readonly taxRates: PosRecords<TaxRate, TaxRateInput>;
  readonly items: PosRecords<Item, ItemInput>;
  readonly sales: PosSales;
  readonly account: {
    get(options?: CallOptions): Promise<PosAccount>;
    update(values: PosAccountInput, options?: CallOptions): Promise<PosAccount>;
  };
  /** The image at a photoUrl. */
  getPhoto(photoUrl: string, options?: CallOptions): Promise<Blob>;
  changePassword(oldPassword: string, password: string, options?: CallOptions): Promise<void>;
  /** Emails a link, if the user exists. */
  requestPasswordReset(accountId: string, email: string, options?: CallOptions): Promise<void>;
  /** Ends the token. The next call logs in again. */
  logOut(options?: CallOptions): Promise<void>;
}

const ROOT = "/api/json";

export function openPos(
  connection: Connection,
  login: PosLogin | undefined,
  account?: AccountLogin,
): Pos {
  const session = new PosSession(connection, login, account);
  return {
    users: openPosRecords(session, "users"),
    categories: openPosRecords(session, "categories"),
    taxRates: openPosRecords(session, "tax-rates"),
    items: openPosRecords(session, "items"),
    sales: openPosSales(session),
    account: openAccount(session),
    getPhoto: (photoUrl, options = {}) => fetchPhoto(session, photoUrl, options),
    ...openPasswords(session),
    logOut: async (options = {}) => {
      if (!session.hasToken()) return;
      await callPos(session, { method: "GET", path: `${ROOT}/account/logout/` }, options);
      session.forget();
    },
  };
}

function openAccount(session: PosSession): Pos["account"] {
  const path = `${ROOT}/account`;
  return {
    get: async (options = {}) =>
      (await callPos(session, { method: "GET", path }, options)) as PosAccount,
    update: async (values, options = {}) => {
      const body = writePosForm(values);
      return (await callPos(session, { method: "POST", path, body }, options)) as PosAccount;
    },
  };
}

function openPasswords(session: PosSession): Pick<Pos, "changePassword" | "requestPasswordReset"> {
  return {
    changePassword: async (oldPassword, password, options = {}) => {
      const body = writePosForm({ oldPassword, password });
      await callPos(session, { method: "POST", path: `${ROOT}/account/password/`, body }, options);
    },
    requestPasswordReset: async (accountId, email, options = {}) => {
      const body = writePosForm({ accountId, email });
      const path = `${ROOT}/account/password/reset/`;
      readPosAnswer(await session.sendOpen({ method: "POST", path, body }, options));
    },
  };
}

async function fetchPhoto(
  session: PosSession,
  photoUrl: string,
  options: CallOptions,
): Promise<Blob> {
  const token = await session.readToken(options);
  const { pathname } = new URL(photoUrl, session.connection.baseUrl);
  const path = `${pathname}?token=${encodeURIComponent(token)}`;
  const request = { area: AREA, method: "GET", path } as const;
  return exchange(session.connection, request, options, async (response) => {
    if (response.ok) return response.blob();
    throw describePosError(await readReply(AREA, response));
  });
}
