/** A connection to the server that a ServerChoice names at the moment of connecting. */
import pg from "pg";
import type { ServerChoice } from "./server-choice.ts";
import { readServerState } from "./server-state.ts";

type Done = (error?: Error) => void;

/** The class of clients that a pool opens. */
export function chosenClientClass(choice: ServerChoice): typeof pg.Client {
  return class ChosenClient extends pg.Client {
    override connect(): Promise<this>;
    override connect(done: Done): void;
    override connect(done?: Done): Promise<this> | undefined {
      const connected = this.#connectToChosen();
      if (done === undefined) return connected;
      connected.then(
        () => done(),
        (error: Error) => done(error),
      );
      return undefined;
    }

    async #connectToChosen(): Promise<this> {
      const state = readServerState(this);
      try {
        const { host, port } = await choice.choose();
        Object.assign(this, { host, port });
        await super.connect();
      } catch (error) {
        choice.forget();
        throw error;
      }
      if (!choice.isWanted(state())) await this.#refuseServer();
      return this;
    }

    /** The server has become a standby since it was chosen. */
    async #refuseServer(): Promise<void> {
      choice.forget();
      await this.end();
      throw Object.assign(new Error("the database server has changed its role"), {
        code: "ECONNREFUSED",
      });
    }
  };
}
