/** What support and auditors see of the screens on which an administrator changes something. */
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { assertAccessible } from "../kit/accessible.ts";
import { showScreen } from "../kit/browser.ts";
import type { TestDatabase } from "../kit/database.ts";
import { assertFitBothWidths } from "./narrow-screens.ts";

const BOOKS = "120000000001";

/** What support operators and auditors look at every day. */
const READ_SCREENS = {
  "/": "Overview",
  "/operations/jobs": "Jobs and queues",
  "/operations/audit": "Audit log",
  "/accounts": "Accounts",
  "/approvals": "Approvals",
};

interface RoleWalk {
  readonly page: Page;
  readonly database: TestDatabase;
  button(name: string): Locator;
}

interface Seen {
  readonly unblock: number;
  readonly remove: number;
  readonly isUrlDisabled: boolean;
  readonly addsFirstEndpoint: boolean;
  readonly check: number;
  readonly advance: number;
}

const READER: Seen = {
  unblock: 0,
  remove: 0,
  isUrlDisabled: true,
  addsFirstEndpoint: false,
  check: 0,
  advance: 0,
};
const ADMINISTRATOR: Seen = {
  unblock: 1,
  remove: 1,
  isUrlDisabled: false,
  addsFirstEndpoint: true,
  check: 1,
  advance: 1,
};

/** A role counts at the next request, so the one session of an administrator shows all three. */
export async function showRoles(walk: RoleWalk, userName: string): Promise<void> {
  const { owner } = walk.database;
  await owner.rows`
    insert into bank_blocks (account_id, fingerprint, transaction_id, return_code, last4, blocked_at)
    values (${BOOKS}, 'blocked', 1, 'R10', '6789', now())`;
  const expected: Readonly<Record<string, Seen>> = {
    administrator: ADMINISTRATOR,
    support: { ...READER, check: 1, advance: 1 },
    auditor: READER,
  };
  for (const [role, seen] of Object.entries(expected)) {
    await owner.rows`update operators set role = ${role} where user_name = ${userName}`;
    if (role !== "administrator") await walk.page.reload();
    assert.deepEqual(await lookAround(walk), seen, role);
    if (role !== "administrator") await assertFitBothWidths(walk.page, READ_SCREENS);
  }
}

async function lookAround({ page, database, button }: RoleWalk): Promise<Seen> {
  const [shop] = await database.owner.rows<{ id: string }>`
    select id::text as id from accounts where name = 'Corner Shop'`;
  await show(page, `/accounts/${BOOKS}?tab=verification`, "Main Street Books");
  await page.getByRole("cell", { name: "****6789" }).waitFor();
  const unblock = await button("Unblock").count();
  await assertAccessible(page);
  await show(page, `/accounts/${BOOKS}?tab=webhook`, "Main Street Books");
  await page.getByText("No events yet").waitFor();
  await button("Save and show secret").or(page.getByText("No endpoints")).waitFor();
  const addsFirstEndpoint = (await button("Save and show secret").count()) === 1;
  await assertAccessible(page);
  await show(page, `/accounts/${shop?.id}/webhook/endpoints/1`, "Endpoint 1");
  const url = page.getByLabel("URL", { exact: true });
  await url.waitFor();
  const isUrlDisabled = await url.isDisabled();
  const remove = await button("Remove").count();
  assert.equal(await button("Replace secret").count(), remove);
  await assertAccessible(page);
  await show(page, "/operations/doctor", "System check");
  const check = await button("Run again").count();
  await show(page, "/certification/clock", "Business clock");
  const advance = await button("Advance by duration").count();
  await assertAccessible(page);
  return { unblock, remove, isUrlDisabled, addsFirstEndpoint, check, advance };
}

async function show(page: Page, path: string, title: string): Promise<void> {
  await showScreen(page, path);
  await page.getByRole("heading", { level: 1, name: title }).waitFor();
}
