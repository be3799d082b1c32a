/**
 * Remembers which PIN file the HSM refused, in a file that all processes of the machine share: most HSMs
 * lock a token after a few wrong PINs, and a service that is restarted sends its PIN at every start.
 * Only the identity of the PIN file is written, never the PIN.
 */
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";

const FILE_NAME = "hsm-pin-refused";

export interface RefusedPinNeeds {
  readonly pinFile: string;
  /** The data folder. Undefined: only this process remembers. */
  readonly folder: string | undefined;
  /** The module and the token: the same PIN may be right for another token. */
  readonly token: string;
}

export class RefusedPin {
  readonly #needs: RefusedPinNeeds;
  #refused: string | undefined;

  constructor(needs: RefusedPinNeeds) {
    this.#needs = needs;
  }

  /** Whether the PIN that is in the file now was refused, by this process or another one. */
  isRefused(): boolean {
    const now = this.describe();
    return now !== "" && (now === this.#refused || now === this.#readShared());
  }

  /** Changes when the PIN file is written or replaced. */
  describe(): string {
    const { pinFile, token } = this.#needs;
    const found = statSync(pinFile, { throwIfNoEntry: false });
    if (found === undefined) return "";
    return `${token} ${pinFile} ${found.ino} ${found.size} ${found.mtimeMs}`;
  }

  /** `seen`: as the file was before its PIN was sent. */
  remember(seen: string): void {
    this.#refused = seen;
    this.#tryShared((file) => {
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, seen, { mode: 0o600 });
    });
  }

  forget(): void {
    this.#refused = undefined;
    this.#tryShared((file) => rmSync(file, { force: true }));
  }

  #readShared(): string | undefined {
    return this.#tryShared((file) => readFileSync(file, "utf8"));
  }

  /** A folder that cannot be used must not keep the HSM from being used. */
  #tryShared<Result>(work: (file: string) => Result): Result | undefined {
    const { folder } = this.#needs;
    if (folder === undefined) return undefined;
    try {
      return work(path.join(folder, FILE_NAME));
    } catch {
      return undefined;
    }
  }
}
