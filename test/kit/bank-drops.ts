/** Banks behind folders and behind an SFTP server, for tests of what both must do. */
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { TestContext } from "node:test";
import type { InboxLimits } from "../../src/adapters/bank-drop/drop-storage.ts";
import { DirectoryDrop } from "../../src/adapters/directory-drop.ts";
import { SftpDrop } from "../../src/adapters/sftp-drop/sftp-drop.ts";
import type {
  AchNetwork,
  ClaimedFile,
  IncomingFile,
  OutgoingFile,
} from "../../src/ports/ach-network.ts";
import { Secret } from "../../src/values/secret.ts";
import { StandingClock } from "./clock.ts";
import { OpenSsh, WITHOUT_OPENSSH } from "./openssh.ts";
import { type Lifetime, openShared } from "./shared.ts";

export const BANK = "first-bank";
export const FILE_NAME = "first-bank-20261116-170000-1.ach";

export interface TestDrop {
  readonly network: AchNetwork;
  readonly clock: StandingClock;
  readonly outbox: string;
  readonly drafts: string;
  readonly inbox: string;
  /** Files that are too large are moved here. */
  readonly aside: string;
  /** Looks at the inbox twice, long enough apart that complete files are read. */
  read(): Promise<readonly IncomingFile[]>;
}

export interface DropKind {
  readonly name: "directory" | "sftp";
  readonly skip: string | false;
  open(t: TestContext, limits?: Partial<InboxLimits>): Promise<TestDrop>;
}

export const DROP_KINDS: readonly DropKind[] = [
  { name: "directory", skip: false, open: openDirectory },
  { name: "sftp", skip: WITHOUT_OPENSSH, open: openSftpBank },
];

async function openDirectory(t: TestContext, limits: Partial<InboxLimits> = {}): Promise<TestDrop> {
  const root = await mkdtemp(path.join(tmpdir(), "sixdoors drop "));
  t.after(() => rm(root, { recursive: true, force: true }));
  const clock = new StandingClock();
  const network = new DirectoryDrop({ root, clock, limits });
  const { outbox, preparing: drafts, inbox, tooLarge: aside } = await network.makeFolders(BANK);
  return { network, clock, outbox, drafts, inbox, aside, read: () => readTwice(network, clock) };
}

async function openSftpBank(t: TestContext, limits: Partial<InboxLimits> = {}): Promise<TestDrop> {
  const server = await (await openSharedServer(t)).makeBank();
  const clock = new StandingClock();
  const network = new SftpDrop({ clock, findServer: async () => server, limits });
  t.after(() => network.close());
  const { archive: aside, ...folders } = server.folders;
  return { network, clock, ...folders, aside, read: () => readTwice(network, clock) };
}

/** One server for all tests of a file. Every test has folders of its own. */
export function openSharedServer(t: Lifetime): Promise<OpenSsh> {
  return openShared(t, openServer);
}

function openServer(t: Lifetime): Promise<OpenSsh> {
  return OpenSsh.open(t);
}

async function readTwice(network: AchNetwork, clock: StandingClock) {
  await Array.fromAsync(network.listIncoming(BANK, clock.business()));
  clock.advance({ seconds: 10 });
  return Array.fromAsync(network.listIncoming(BANK, clock.business()));
}

/** A file to send, with a draft of this name. Renames are counted in memory. */
export function outgoingFile(draft: string, text = "101 a file\n"): OutgoingFile & ClaimedFile {
  let renames = 0;
  const countRename = async () => ++renames;
  const parts = async function* () {
    yield new Secret(text);
  };
  const digest = createHash("sha256").update(text).digest();
  return { connection: BANK, name: FILE_NAME, draft, digest, parts, countRename };
}
