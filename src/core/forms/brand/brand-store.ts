/** Stores the look of an account's hosted forms. Call it in a session of the account. */
import type { Database } from "../../../db/database.ts";
import type { Color } from "../../../values/colors/color.ts";
import type { BrandLogo, FormBrand, LogoFile } from "./form-brand.ts";

interface BrandRow {
  readonly color: Color | null;
  readonly button_text: string | null;
  readonly logo_hash: string | null;
  readonly logo_width: number | null;
  readonly logo_height: number | null;
}

export class BrandStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async findBrand(accountId: string): Promise<FormBrand | undefined> {
    const [row] = await this.#db.rows<BrandRow>`
      select color, button_text, logo_hash, logo_width, logo_height
      from form_brands where account_id = ${accountId}`;
    return row && toBrand(row);
  }

  async findLogo(accountId: string, hash: string): Promise<LogoFile | undefined> {
    const [row] = await this.#db.rows<LogoFile>`
      select logo_type as "mediaType", logo as content
      from form_brands where account_id = ${accountId} and logo_hash = ${hash}`;
    return row;
  }

  async saveColorAndText(
    accountId: string,
    { color, buttonText }: Pick<FormBrand, "color" | "buttonText">,
  ): Promise<void> {
    await this.#db.rows`
      insert into form_brands (account_id, color, button_text)
      values (${accountId}, ${color}, ${buttonText})
      on conflict (account_id) do update
        set color = excluded.color, button_text = excluded.button_text`;
  }

  /** Null removes the logo. */
  async saveLogo(accountId: string, logo: (BrandLogo & LogoFile) | null): Promise<void> {
    await this.#db.rows`
      insert into form_brands (account_id, logo, logo_type, logo_hash, logo_width, logo_height)
      values (${accountId}, ${logo?.content ?? null}, ${logo?.mediaType ?? null},
        ${logo?.hash ?? null}, ${logo?.width ?? null}, ${logo?.height ?? null})
      on conflict (account_id) do update
        set logo = excluded.logo, logo_type = excluded.logo_type, logo_hash = excluded.logo_hash,
          logo_width = excluded.logo_width, logo_height = excluded.logo_height`;
  }
}

function toBrand(row: BrandRow): FormBrand {
  const { color, button_text: buttonText, logo_hash: hash } = row;
  const [width, height] = [row.logo_width ?? 0, row.logo_height ?? 0];
  return { color, buttonText, logo: hash === null ? null : { hash, width, height } };
}
