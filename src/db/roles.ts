/**
 * Creates the roles that the application uses. Roles belong to the whole server, not to one
 * database, so they are not part of the migrations.
 */
import type pg from "pg";

export const APP_ROLE = "sixdoors_app";
export const PAYMENTS_ROLE = "sixdoors_payments";
const ROLES = [APP_ROLE, PAYMENTS_ROLE];

// Errors of a race: another database of the same server may create the roles at the same time.
const RACED = new Set(["42710", "23505", "XX000"]);
const NOT_ALLOWED = "42501";
const TRIES = 10;

/** The login is not allowed to create the missing roles. The message has the statements to run. */
export class RolesMissing extends Error {
  override readonly name = "RolesMissing";
}

/** Collects everything that is missing, so that an administrator is asked only once. */
export async function ensureRoles(client: pg.ClientBase): Promise<void> {
  const refused: string[] = [];
  for (const role of ROLES) refused.push(...(await ensureRole(client, role)));
  if (refused.length > 0) throw new RolesMissing(refused.join("; "));
}

/**
 * Returns the statements that an administrator must run. Since PostgreSQL 16, a login that creates
 * a role may grant it, but must grant it to itself before it can use it.
 */
async function ensureRole(client: pg.ClientBase, role: string): Promise<readonly string[]> {
  const { rows } = await client.query("select quote_ident(current_user) as login");
  const create = `create role ${role} nologin nosuperuser nobypassrls nocreatedb nocreaterole`;
  const grant = `grant ${role} to ${rows[0].login}`;
  if (!(await isThere(client, role)) && !(await runAsOwner(client, create))) return [create, grant];
  if (await mayActAs(client, role)) return [];
  return (await runAsOwner(client, grant)) ? [] : [grant];
}

async function isThere(client: pg.ClientBase, role: string): Promise<boolean> {
  const { rowCount } = await client.query("select from pg_roles where rolname = $1", [role]);
  return rowCount !== 0;
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

/** Returns false if the login is not allowed to run the statement. */
async function runAsOwner(client: pg.ClientBase, statement: string): Promise<boolean> {
  for (let left = TRIES; ; left--) {
    try {
      await client.query(statement);
      return true;
    } catch (error) {
      const code = codeOf(error);
      if (code === NOT_ALLOWED) return false;
      if (code === "42710") return true;
      if (code === undefined || !RACED.has(code) || left === 0) throw error;
    }
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string } | null)?.code;
}
