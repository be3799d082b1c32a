/** What every connection to a bank does: drafts are sent once, and the bank's files are read once. */
import assert from "node:assert/strict";
import { mkdir, readdir, rename, symlink, utimes, writeFile } from "node:fs/promises";
import path from "node:path";
import { type TestContext, test } from "node:test";
import type { AchNetwork } from "../../src/ports/ach-network.ts";
import { openTestAch } from "../kit/ach.ts";
import {
  BANK,
  DROP_KINDS,
  type DropKind,
  FILE_NAME,
  outgoingFile,
  type TestDrop,
} from "../kit/bank-drops.ts";

type Opened = Pick<TestDrop, "network"> & { readonly at: Temporal.Instant };

interface NetworkKind {
  readonly name: string;
  readonly skip: string | false;
  readonly open: (t: TestContext) => Promise<Opened>;
}

const NETWORKS: readonly NetworkKind[] = [
  ...DROP_KINDS.map(({ name, skip, open }) => ({
    name,
    skip,
    open: async (t: TestContext) => {
      const { network, clock } = await open(t);
      return { network, at: clock.business() };
    },
  })),
  { name: "simulator", skip: false, open: openSimulator },
];

async function openSimulator(t: TestContext): Promise<Opened> {
  const { needs, clock } = await openTestAch(t);
  return { network: needs.networks.simulator ?? assert.fail(), at: clock.business() };
}

const A = outgoingFile(`${FILE_NAME}.a`, `101 0610001461234567890${"x".repeat(71)}\n`);
const B = { ...A, draft: `${FILE_NAME}.b` };

for (const { name: kind, skip, open } of NETWORKS) {
  test(`${kind}: a draft is handed over once`, { skip }, async (t) => {
    const { network, at } = await open(t);
    await network.prepareDraft(A);
    assert.deepEqual(await network.listDrafts(BANK), [A.draft]);
    assert.equal(await network.handOver(A, at), "handed_over");
    await assertSent(network, at);
    assert.deepEqual(await network.listDrafts(BANK), []);
  });

  test(`${kind}: the name of a draft can be used once`, { skip }, async (t) => {
    const { network } = await open(t);
    await network.prepareDraft(A);
    await assert.rejects(network.prepareDraft(A), /EEXIST|duplicate key/);
  });

  test(`${kind}: removing a draft again changes nothing`, { skip }, async (t) => {
    const { network, at } = await open(t);
    await network.prepareDraft(A);
    await network.prepareDraft(B);
    await network.removeDraft(A);
    await network.removeDraft(A);
    assert.deepEqual(await network.listDrafts(BANK), [B.draft]);
    assert.match(await network.handOver(A, at), /renamed_earlier|both_missing/);
    assert.equal(await network.handOver(B, at), "handed_over");
  });

  test(`${kind}: of two concurrent hand-overs both say that the file was sent`, {
    skip,
  }, async (t) => {
    const { network, at } = await open(t);
    await network.prepareDraft(A);
    const both = await Promise.all([network.handOver(A, at), network.handOver(A, at)]);
    assert.ok(both.includes("handed_over"), String(both));
    assert.ok(!both.includes("both_missing"), String(both));
  });
}

/** While the bank has not taken the file, an adapter may see it under its final name. */
async function assertSent(network: AchNetwork, at: Temporal.Instant): Promise<void> {
  assert.match(await network.handOver(A, at), /renamed_earlier|handed_over/);
}

/** Puts a file into the inbox, finished a minute ago. */
async function put({ inbox, clock }: TestDrop, name: string, text: string, secondsAgo = 60) {
  const place = path.join(inbox, name);
  await writeFile(place, text);
  const seconds = clock.wall().epochMilliseconds / 1_000 - secondsAgo;
  await utimes(place, seconds, seconds);
}

/** What was read, as name and text. */
function shown(files: Awaited<ReturnType<TestDrop["read"]>>): string[] {
  return files.map(({ name, text }) => `${name}: ${text?.reveal() ?? "too large"}`);
}

for (const kind of DROP_KINDS) {
  const check = (rule: string, work: (drop: TestDrop) => Promise<void>, limits = {}) =>
    test(`${kind.name}: ${rule}`, { skip: kind.skip }, async (t) => {
      await work(await kind.open(t, limits));
    });
  addInboxRules(check);
  addFolderRules(kind);
}

type Check = (rule: string, work: (drop: TestDrop) => Promise<void>, limits?: object) => unknown;

function addInboxRules(check: Check): void {
  check("a file leaves the inbox once it is acknowledged", async (drop) => {
    await put(drop, "returns.ach", "one");
    const [file, ...others] = await drop.read();
    assert.ok(file);
    assert.deepEqual([shown([file]), others], [["returns.ach: one"], []]);
    await drop.network.acknowledge(file);
    assert.deepEqual(await readdir(drop.inbox), []);
    await drop.network.acknowledge(file);
    assert.deepEqual(await drop.read(), []);
  });

  check("a file whose name is not UTF-8 is reported, and the others are read", async (drop) => {
    await put(drop, "returns.ach", "one");
    const name = Buffer.from("r\u00fcckgaben.ach", "latin1");
    await writeFile(Buffer.concat([Buffer.from(`${drop.inbox}/`), name]), "two");
    const seen: string[] = [];
    const read = async () => {
      for (let look = 0; look < 2; look++) {
        drop.clock.advance({ seconds: 10 });
        for await (const file of drop.network.listIncoming(BANK, drop.clock.business())) {
          seen.push(file.name);
        }
      }
    };
    await assert.rejects(read(), /could not be opened: r\u{FFFD}ckgaben\.ach\..*names are UTF-8/u);
    assert.ok(!seen.some((one) => one.includes("ckgaben")));
  });

  check("a file that was not acknowledged is listed again, with the same digest", async (drop) => {
    await put(drop, "returns.ach", "one");
    const [[first], [again]] = [await drop.read(), await drop.read()];
    assert.ok(first && again);
    assert.deepEqual(first.digest, again.digest);
  });

  check("a file that is still growing is not read", async (drop) => {
    const look = () => Array.fromAsync(drop.network.listIncoming(BANK, drop.clock.business()));
    for (const text of ["on", "one", "one mo"]) {
      await put(drop, "returns.ach", text, 0);
      assert.deepEqual(await look(), []);
      drop.clock.advance({ seconds: 3 });
      assert.deepEqual(await look(), []);
    }
    drop.clock.advance({ seconds: 10 });
    assert.deepEqual(shown(await look()), ["returns.ach: one mo"]);
  });

  check("errors in a file do not count for ten minutes", async (drop) => {
    await put(drop, "returns.ach", "half", 0);
    const [file] = await drop.read();
    assert.equal(file?.isFresh, true);
    drop.clock.advance({ minutes: 11 });
    const [later] = await drop.read();
    assert.equal(later?.isFresh, false);
  });

  check("names of unfinished files, folders and links are skipped", async (drop) => {
    for (const name of [".returns.ach", "returns.ach.part", "returns.tmp", "returns.filepart"]) {
      await put(drop, name, "unfinished");
    }
    await mkdir(path.join(drop.inbox, "folder.ach"));
    await symlink("/etc/hostname", path.join(drop.inbox, "link.ach"));
    assert.deepEqual(await drop.read(), []);
  });

  check("a file that was changed since it was read stays and is read again", async (drop) => {
    await put(drop, "returns.ach", "one");
    const [file] = await drop.read();
    assert.ok(file);
    await put(drop, "returns.ach", "the next one", 30);
    await drop.network.acknowledge(file);
    assert.deepEqual(shown(await drop.read()), ["returns.ach: the next one"]);
  });

  check(
    "another file of the same size and time is not taken for the one that was read",
    async (drop) => {
      await put(drop, "returns.ach", "one");
      const [file] = await drop.read();
      assert.ok(file);
      await put(drop, "returns.ach", "two");
      await drop.network.acknowledge(file);
      assert.deepEqual(shown(await drop.read()), ["returns.ach: two"]);
    },
  );

  check("of two that acknowledge a file at once, none fails", async (drop) => {
    await put(drop, "returns.ach", "one");
    const [[first], [again]] = [await drop.read(), await drop.read()];
    assert.ok(first && again);
    await Promise.all([first, again].map((file) => drop.network.acknowledge(file)));
    assert.deepEqual(await readdir(drop.inbox), []);
  });

  const small = { bytesMax: 10 };
  check(
    "a file that is too large is put aside unread, and the others are read",
    async (drop) => {
      await put(drop, "large.ach", "a very large file", 90);
      await put(drop, "small.ach", "small");
      const files = await drop.read();
      assert.deepEqual(shown(files), ["large.ach: too large", "small.ach: small"]);
      for (const file of files) await drop.network.acknowledge(file);
      assert.deepEqual(await readdir(drop.inbox), []);
      assert.ok((await readdir(drop.aside)).some((name) => name.endsWith("-large.ach")));
    },
    small,
  );

  check(
    "a large inbox is read in parts, the oldest files first",
    async (drop) => {
      for (let number = 10; number < 30; number++) {
        await put(drop, `${number}.ach`, `file ${number}`, 1_000 - number);
      }
      for (const [first, last] of [
        [10, 17],
        [18, 25],
        [26, 29],
      ] as const) {
        const files = await drop.read();
        assert.deepEqual([files[0]?.name, files.at(-1)?.name], [`${first}.ach`, `${last}.ach`]);
        for (const file of files) await drop.network.acknowledge(file);
      }
      assert.deepEqual(await drop.read(), []);
    },
    { filesMax: 8 },
  );
}

function addFolderRules({ name: kind, skip, open }: DropKind): void {
  test(`${kind}: a draft is not gone because a folder is missing`, { skip }, async (t) => {
    const { network, outbox, drafts, clock } = await open(t);
    const at = clock.business();
    await network.prepareDraft(A);
    for (const folder of new Set([drafts, outbox])) {
      await rename(folder, `${folder}-away`);
      await assert.rejects(network.handOver(A, at), /ENOENT.*preparing'|is missing|has no folder/);
      await rename(`${folder}-away`, folder);
    }
    assert.equal(await network.handOver(A, at), "handed_over");
    assert.deepEqual(await readdir(outbox), [FILE_NAME]);
  });

  test(`${kind}: a check names the folder that is missing`, { skip }, async (t) => {
    const { network, inbox } = await open(t);
    await network.checkConnection(BANK);
    await rename(inbox, `${inbox}-away`);
    await assert.rejects(network.checkConnection(BANK), (error: Error) => {
      assert.ok(error.message.includes(inbox), error.message);
      return true;
    });
  });
}
