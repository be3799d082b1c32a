/** Stores which emails a person turned on and off. Works inside the person's tenant. */
import type { Database } from "../../db/database.ts";
import type { PersonKey } from "../sessions/person.ts";
import type { Choices, NotificationName } from "./notification-kinds.ts";

interface ChoiceRow {
  readonly kind: string;
  readonly isOn: boolean;
}

export interface NewChoice {
  readonly name: NotificationName;
  readonly isOn: boolean;
  readonly at: Temporal.Instant;
}

export class ChoiceStore {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  async listChoices({ kind, id, tenantId }: PersonKey): Promise<Choices> {
    const rows = await this.#db.rows<ChoiceRow>`
      select kind, is_on as "isOn" from notification_choices
      where person_kind = ${kind} and person_id = ${id}
        and home_id is not distinct from ${tenantId ?? null}::bigint`;
    return Object.fromEntries(rows.map((row) => [row.kind, row.isOn]));
  }

  async saveChoice(
    { kind, id, tenantId }: PersonKey,
    { name, isOn, at }: NewChoice,
  ): Promise<void> {
    await this.#db.rows`
      insert into notification_choices as known
        (person_kind, person_id, home_id, kind, is_on, changed_at)
      values (${kind}, ${id}, ${tenantId ?? null}, ${name}, ${isOn}, ${at})
      on conflict (person_kind, person_id, kind) do update
        set is_on = excluded.is_on, changed_at = excluded.changed_at
      where known.home_id is not distinct from excluded.home_id`;
  }
}
