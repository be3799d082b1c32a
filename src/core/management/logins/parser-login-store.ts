/** Shows a partner's own users which credentials the partner has at the parser. */
import type { DatabasePool } from "../../../db/database-pool.ts";

export interface ParserLoginView {
  readonly parserName: string;
  readonly hasKey: boolean;
  /** PEM. */
  readonly publicKey: string | null;
}

export class ParserLoginStore {
  readonly #app: DatabasePool;

  constructor(app: DatabasePool) {
    this.#app = app;
  }

  /** Returns undefined if the caller cannot see this partner. */
  async findParserLogin(callerId: string, partnerId: string): Promise<ParserLoginView | undefined> {
    const [row] = await this.#app.within(
      { partnerId: callerId },
      (db) => db.rows<ParserLoginView>`
        select coalesce(login.parser_name, item.reference) as "parserName",
          login.key_digest is not null as "hasKey", login.public_key as "publicKey"
        from partners item
        left join partner_credentials login on login.partner_id = item.id
        where item.id = ${partnerId} and item.path @> array[${callerId}::bigint]`,
    );
    return row;
  }
}
