/** Lists all partners of the installation for operators. Uses a role that can see every tenant. */
import type { Database } from "../../../db/database.ts";
import { allConditions, type Sql, sql } from "../../../db/sql.ts";

export interface DirectoryQuestion {
  /** Part of the name or of the reference. */
  readonly text?: string | undefined;
  readonly isActive?: boolean | undefined;
  /** Only top-level partners, or only sub-partners. */
  readonly isRoot?: boolean | undefined;
  readonly take: number;
  readonly skip: number;
}

export interface DirectoryEntry {
  readonly id: string;
  readonly name: string;
  readonly reference: string;
  readonly isActive: boolean;
  readonly parentId: string | null;
  readonly parentName: string | null;
  readonly createdAt: Temporal.Instant;
}

export interface DirectoryPage {
  readonly items: readonly DirectoryEntry[];
  readonly total: number;
}

const COLUMNS = sql`partner.id, partner.name, partner.reference, partner.is_active as "isActive",
  partner.parent_id as "parentId", parent.name as "parentName",
  partner.created_at as "createdAt"`;

export class PartnerDirectoryStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async searchPartners(question: DirectoryQuestion): Promise<DirectoryPage> {
    const condition = allConditions(directoryConditions(question));
    const items = await this.#db.rows<DirectoryEntry>`
      select ${COLUMNS}
      from partners partner left join partners parent on parent.id = partner.parent_id
      where ${condition}
      order by lower(partner.name), partner.id limit ${question.take} offset ${question.skip}`;
    const [row] = await this.#db.rows<{ total: number }>`
      select count(*)::integer as total from partners partner where ${condition}`;
    return { items, total: row?.total ?? 0 };
  }

  async findDirectoryEntry(id: string): Promise<DirectoryEntry | undefined> {
    const [row] = await this.#db.rows<DirectoryEntry>`
      select ${COLUMNS}
      from partners partner left join partners parent on parent.id = partner.parent_id
      where partner.id = ${id}`;
    return row;
  }
}

function directoryConditions({ text, isActive, isRoot }: DirectoryQuestion): readonly Sql[] {
  const conditions: Sql[] = [];
  if (text !== undefined) {
    conditions.push(sql`(strpos(lower(partner.name), lower(${text})) > 0
      or strpos(lower(partner.reference), lower(${text})) > 0)`);
  }
  if (isActive !== undefined) conditions.push(sql`partner.is_active = ${isActive}`);
  if (isRoot !== undefined) conditions.push(sql`(partner.parent_id is null) = ${isRoot}`);
  return conditions;
}
