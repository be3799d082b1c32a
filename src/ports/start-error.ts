/** Why the program cannot start, in one sentence for the person at the terminal. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** Another process serves from the data folder. */
export class FolderInUse extends StartError {}
