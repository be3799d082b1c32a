/** Reads the forms of a bank connection and of its SFTP server. */
import type { ServerChanges } from "../../../../core/ach/connections/change-server.ts";
import type { NewBank } from "../../../../core/ach/connections/connect-bank.ts";
import {
  type NewSftpServer,
  readFingerprint,
} from "../../../../core/ach/connections/sftp-values.ts";
import { LOGIN_SECRET_MAX, type SftpLogin } from "../../../../ports/sftp-server.ts";
import type { Body } from "../../read.ts";

const PORT = { min: 1, max: 65_535 } as const;
const KEYS = { most: 10, max: 100 } as const;
const WINDOWS = { most: 20, max: 100 } as const;
const PATH = { max: 200 } as const;

export function readBankIds(body: Body): Omit<NewBank, "network" | "offset" | "sftp"> {
  return {
    name: body.text("name", { max: 40 }),
    destination: body.text("destination", { max: 10 }),
    destinationName: body.text("destinationName", { max: 23 }),
    origin: body.text("origin", { max: 10 }),
    originName: body.text("originName", { max: 23 }),
    odfi: body.text("odfi", { max: 8 }),
    windows: body.texts("windows", WINDOWS),
  };
}

export function readWindows(body: Body): readonly string[] {
  const windows = body.texts("windows", WINDOWS);
  body.settle();
  return windows;
}

export function readServer(body: Body): NewSftpServer {
  const outbox = body.text("outbox", PATH);
  return {
    ...readAddress(body),
    hostKeys: readHostKeys(body),
    login: readLogin(body),
    folders: {
      outbox,
      drafts: body.optionalText("drafts", PATH) ?? outbox,
      inbox: body.text("inbox", PATH),
      archive: body.text("archive", PATH),
    },
  };
}

/** The form always sends everything except the login, which stays if it is blank. */
export function readServerChanges(body: Body): ServerChanges {
  const outbox = body.text("outbox", PATH);
  const drafts = body.optionalText("drafts", PATH) ?? outbox;
  const folders = {
    outbox,
    drafts,
    inbox: body.text("inbox", PATH),
    archive: body.text("archive", PATH),
  };
  const hasLogin = body.has("privateKey") || body.has("password");
  const changes = {
    ...readAddress(body),
    hostKeys: readHostKeys(body),
    folders,
    ...(hasLogin && { login: readLogin(body) }),
  };
  body.settle();
  return changes;
}

function readAddress(body: Body) {
  return {
    host: body.text("host"),
    port: body.whole("port", PORT),
    user: body.text("user", { max: 100 }),
  };
}

function readHostKeys(body: Body): readonly string[] {
  return body.texts("hostKeys", KEYS).map(readFingerprint);
}

function readLogin(body: Body): SftpLogin {
  if (body.choice("login", ["key", "password"]) === "password") {
    return { kind: "password", password: body.secret("password") };
  }
  const passphrase = body.has("passphrase") ? body.secret("passphrase") : undefined;
  return { kind: "key", privateKey: body.secret("privateKey", LOGIN_SECRET_MAX), passphrase };
}
