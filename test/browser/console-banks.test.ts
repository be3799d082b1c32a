/** Bank connections over SFTP in a browser. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { assertAccessible } from "../kit/accessible.ts";
import { openTestApp } from "../kit/app.ts";
import { NO_BROWSER } from "../kit/browser.ts";
import { OpenSsh, WITHOUT_OPENSSH } from "../kit/openssh.ts";
import { openOperatorConsole } from "../kit/operator-page.ts";

test("an operator connects a bank by SFTP, tests it and changes its server", {
  skip: NO_BROWSER || WITHOUT_OPENSSH,
}, async (t) => {
  const { page, trouble } = await openOperatorConsole(t, await openTestApp(t));
  const host = await OpenSsh.open(t);
  await page.getByRole("link", { name: "Bank files" }).first().click();
  await page.getByRole("tab", { name: "Banks" }).click();
  await page.getByText("No exchange yet").waitFor();
  await page.getByRole("link", { name: "Connect bank" }).click();
  await fillForm(page, host);
  await page.getByRole("button", { name: "Connect bank" }).click();
  const offered = `The server offers: ssh-ed25519 ${host.fingerprint()}.`;
  await page.getByText(offered).waitFor();
  await assertAccessible(page);
  await page.getByLabel("Host key fingerprints").fill(host.fingerprint());
  await page.getByRole("button", { name: "Connect bank" }).click();
  await page.getByText("Bank connected.").waitFor();
  const bank = page.getByRole("region", { name: "browser-bank" });
  await bank.getByText(`@127.0.0.1:${host.port}`).waitFor();
  await assertAccessible(page);
  await bank.getByRole("button", { name: "Test connection" }).click();
  await page.getByText("browser-bank can be reached.").waitFor();
  await bank.getByRole("link", { name: "Edit" }).click();
  await changeArchive(page);
  // Nobody was signed in at first, a form had no fingerprint, and a folder was missing.
  const wanted = /status of (401|422|409)/;
  assert.deepEqual(
    trouble.filter((line) => !wanted.test(line)),
    [],
  );
});

async function fillForm(page: Page, host: OpenSsh): Promise<void> {
  const { folders, user, port } = await host.makeBank();
  const fields = {
    Name: "browser-bank",
    "Immediate destination": "061000146",
    "Destination name": "First Bank",
    "Immediate origin": "1234567890",
    "Origin name": "Sixdoors",
    ODFI: "06100014",
    Host: "127.0.0.1",
    Port: String(port),
    "User name": user,
    "Outbox folder": folders.outbox,
    "Inbox folder": folders.inbox,
    "Archive folder": folders.archive,
    "Private key": (await host.privateKey()).reveal(),
  };
  for (const [label, value] of Object.entries(fields)) {
    await page.getByRole("textbox", { name: label, exact: true }).fill(value);
  }
}

/** The stored login stays, although the form shows none. */
async function changeArchive(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "SFTP server of browser-bank" }).waitFor();
  assert.equal(await page.getByRole("textbox", { name: "Private key" }).inputValue(), "");
  const archive = page.getByRole("textbox", { name: "Archive folder" });
  const before = await archive.inputValue();
  await archive.fill("/nowhere");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The server has no folder /nowhere").waitFor();
  await assertAccessible(page);
  await archive.fill(before);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("SFTP server saved.").waitFor();
}
