/** Settings of the address at which a process that only runs jobs answers health checks. */
import { portOrOff, type Setting, text } from "./setting.ts";

export const WORKER_SETTINGS = {
  workerHost: {
    variable: "WORKER_HOST",
    fallback: "127.0.0.1",
    read: text,
    about: "The address at which `serve --worker` answers health checks and `/metrics`.",
  },
  workerPort: {
    variable: "WORKER_PORT",
    fallback: "8081",
    read: portOrOff,
    about:
      "The port for the same, without TLS; `0` uses any free port, `off` none. If the default is in use, jobs run without it; if another port is, `serve --worker` does not start.",
  },
} as const satisfies Record<string, Setting<unknown>>;
