/** Why the program or a command cannot start or finish, as a message for the terminal. */
export class StartError extends Error {
  override readonly name = "StartError";
}

/** Another process uses the data folder. */
export class FolderInUse extends StartError {}
