/** An account's photos. Works inside the account's scope. */
import type { Database } from "../../../db/database.ts";
import type { Picture } from "../../../ports/photos.ts";

export class PhotoStore {
  readonly #db: Database;
  readonly #accountId: string;

  constructor(db: Database, accountId: string) {
    this.#db = db;
    this.#accountId = accountId;
  }

  async addPhoto({ mediaType, content }: Picture, now: Temporal.Instant): Promise<string> {
    const [row] = await this.#db.rows<{ id: string }>`
      insert into pos_photos (account_id, media_type, content, created_at)
      values (${this.#accountId}, ${mediaType}, ${content}, ${now}) returning id`;
    return row?.id ?? "";
  }

  async findPhoto(id: string): Promise<Picture | undefined> {
    const [row] = await this.#db.rows<Picture>`
      select media_type as "mediaType", content from pos_photos
      where account_id = ${this.#accountId} and id = ${id}`;
    return row;
  }
}
