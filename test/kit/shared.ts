/**
 * Opens something expensive, such as an app, once for all tests of a file that do not disturb each
 * other. It closes when the tests of another file open a database or share something, or at the end.
 */
import { after } from "node:test";

type Closer = () => void | Promise<void>;

/** What an opener needs of a test: its file, and a hook for closing. */
export interface Lifetime {
  readonly filePath: string | undefined;
  after(close: Closer): void;
}

type Opener<Value> = (t: Lifetime) => Promise<Value>;

/** Tests of a process run one after another, so only one file shares something at a time. */
let file: string | undefined;
const opened = new Map<Opener<unknown>, Promise<unknown>>();
const closers: Closer[] = [];

after(closeShared);

/**
 * Returns what `open` returns, the same for all tests of the file. Use it in tests of refusals, of
 * reading and of formats, and in tests that look only at what they made themselves. A test that
 * moves the clock, changes settings, locks a login or counts everything opens its own.
 */
export async function openShared<Value>(t: Lifetime, open: Opener<Value>): Promise<Value> {
  await closeSharedByOthers(t);
  file = t.filePath;
  const value = opened.get(open) ?? openFor(t, open);
  opened.set(open, value);
  return value as Promise<Value>;
}

/** After a failure the next test tries again. */
async function openFor<Value>({ filePath }: Lifetime, open: Opener<Value>): Promise<Value> {
  try {
    return await open({ filePath, after: (close) => closers.push(close) });
  } catch (error) {
    opened.delete(open);
    throw error;
  }
}

/** Closes what the tests of another file have shared. */
export async function closeSharedByOthers({ filePath }: Pick<Lifetime, "filePath">): Promise<void> {
  if (filePath !== file) await closeShared();
}

/** In the order of a test's own hooks: what was opened first closes first. */
export async function closeShared(): Promise<void> {
  opened.clear();
  for (const close of closers.splice(0)) await close();
}
