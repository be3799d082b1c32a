/**
 * The roles that the application works under. Roles belong to the whole server, not to one
 * database, so they stand outside the migrations.
 */
import type pg from "pg";

export const APP_ROLE = "sixdoors_app";
export const PAYMENTS_ROLE = "sixdoors_payments";
const ROLES = [APP_ROLE, PAYMENTS_ROLE];

// Another database of the same server may be doing the same at this moment.
const RACED = new Set(["42710", "23505", "XX000"]);
const NOT_ALLOWED = "42501";
const TRIES = 10;

/** The login may not create what is missing. */
export class RolesMissing extends Error {
  override readonly name = "RolesMissing";
}

export async function ensureRoles(client: pg.ClientBase): Promise<void> {
  for (const role of ROLES) {
    await createRole(client, role);
    await becomeMember(client, role);
  }
}

async function createRole(client: pg.ClientBase, role: string): Promise<void> {
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [role]);
  if (rowCount !== 0) return;
  await insist(
    client,
    `create role ${role} nologin nosuperuser nobypassrls nocreatedb nocreaterole`,
  );
}

/** From PostgreSQL 16 on, who creates a role may grant it but not yet act as it. */
async function becomeMember(client: pg.ClientBase, role: string): Promise<void> {
  if (await mayActAs(client, role)) return;
  const { rows } = await client.query("select quote_ident(current_user) as login");
  await insist(client, `grant ${role} to ${rows[0].login}`);
}

async function mayActAs(client: pg.ClientBase, role: string): Promise<boolean> {
  try {
    await client.query(`set role ${role}`);
    await client.query("reset role");
    return true;
  } catch (error) {
    if (codeOf(error) === NOT_ALLOWED) return false;
    throw error;
  }
}

async function insist(client: pg.ClientBase, statement: string): Promise<void> {
  for (let left = TRIES; ; left--) {
    try {
      await client.query(statement);
      return;
    } catch (error) {
      const code = codeOf(error);
      if (code === NOT_ALLOWED) throw new RolesMissing(statement);
      if (code === "42710") return;
      if (code === undefined || !RACED.has(code) || left === 0) throw error;
    }
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string } | null)?.code;
}
