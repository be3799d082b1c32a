/**
 * A time limit for steps on a disk. A network disk that is gone lets a call hang forever. The call
 * cannot be stopped, but its caller must go on: every step of the directory drop can be repeated.
 */
import { clearTimeout, setTimeout } from "node:timers";

export type DiskLimit = <Result>(step: () => Promise<Result>) => Promise<Result>;

/** The disk did not answer. The step may still happen later. */
export class DiskTimeout extends Error {
  override readonly name = "DiskTimeout";
}

export function diskLimit(root: string, timeoutMs: number): DiskLimit {
  return <Result>(step: () => Promise<Result>) => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    const giveUp = () =>
      reject(
        new DiskTimeout(
          `The disk of ${root} did not answer within ${timeoutMs / 1_000} s. Is it still mounted?`,
        ),
      );
    const timer = setTimeout(giveUp, timeoutMs);
    step().then(resolve, reject);
    return promise.finally(() => clearTimeout(timer));
  };
}
