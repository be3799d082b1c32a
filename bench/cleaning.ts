/** Closes resources at the end, also after errors, in reverse order. */
export class Cleaning {
  readonly #onFailure: (error: unknown) => void;
  readonly #work: (() => unknown)[] = [];
  #finished: Promise<void> | undefined;

  constructor(onFailure = (error: unknown) => console.error("clearing away:", error)) {
    this.#onFailure = onFailure;
  }

  get isOver(): boolean {
    return this.#finished !== undefined;
  }

  /** Call it before opening the resource, because it throws once cleaning has begun. */
  add(work: () => unknown): void {
    if (this.isOver) throw new Error("everything is being cleared away");
    this.#work.push(work);
  }

  /** For a part that may end earlier. It ends with the whole at the latest. */
  branch(): Cleaning {
    const branch = new Cleaning(this.#onFailure);
    this.add(() => branch.finish());
    return branch;
  }

  finish(): Promise<void> {
    this.#finished ??= this.#run();
    return this.#finished;
  }

  async #run(): Promise<void> {
    for (const work of this.#work.reverse()) {
      try {
        await work();
      } catch (error) {
        this.#onFailure(error);
      }
    }
  }
}
