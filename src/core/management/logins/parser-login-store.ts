/** Shows a partner's own users which credentials the partner has at the parser. */
import type { DatabasePool } from "../../../db/database-pool.ts";
import { PartnerKeyStore } from "../partners/partner-key-store.ts";

export interface ParserLoginView {
  readonly parserName: string;
  readonly hasKey: boolean;
  /** PEM. */
  readonly publicKey: string | null;
  /** When the replaced keys that are still valid expire, the earliest first. */
  readonly olderKeyEnds: readonly Temporal.Instant[];
}

export class ParserLoginStore {
  readonly #app: DatabasePool;

  constructor(app: DatabasePool) {
    this.#app = app;
  }

  /** Returns undefined if the caller cannot see this partner. */
  async findParserLogin(
    callerId: string,
    partnerId: string,
    now: Temporal.Instant,
  ): Promise<ParserLoginView | undefined> {
    return this.#app.within({ partnerId: callerId }, async (db) => {
      const [row] = await db.rows<Omit<ParserLoginView, "olderKeyEnds">>`
        select coalesce(login.parser_name, item.reference) as "parserName",
          login.key_digest is not null as "hasKey", login.public_key as "publicKey"
        from partners item
        left join partner_credentials login on login.partner_id = item.id
        where item.id = ${partnerId} and item.path @> array[${callerId}::bigint]`;
      const keys = new PartnerKeyStore({ db, callerId });
      return row && { ...row, olderKeyEnds: await keys.listOlderEnds(partnerId, now) };
    });
  }
}
