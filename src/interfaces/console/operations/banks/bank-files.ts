/** Outgoing and incoming bank files, and unmatched returns. */

import { BankFileStore, type UnmatchedFilter } from "../../../../core/ach/bank-file-store.ts";
import { findReturnCode } from "../../../../core/ach/codes/return-code.ts";
import { type BankAnswer, recordBankAnswer } from "../../../../core/ach/confirm-file.ts";
import { FileViewStore } from "../../../../core/ach/file-view-store.ts";
import { resolveUnmatched, resolveUnreadFile } from "../../../../core/ach/resolve-unmatched.ts";
import { type AsJson, asJson } from "../../as-json.ts";
import type { CursorPage } from "../../contract.ts";
import { cursorId, cursorPage } from "../../cursor-page.ts";
import { conflict } from "../../errors.ts";
import { numericId } from "../../ids.ts";
import { addList } from "../../lists/export-list.ts";
import {
  BANK_FILE_COLUMNS,
  FILE_ENTRY_COLUMNS,
  INBOUND_FILE_COLUMNS,
  UNMATCHED_COLUMNS,
} from "../../lists/operations-columns.ts";
import type { Call, Routes } from "../../routes.ts";
import type { OperationsBaseNeeds } from "../operations-needs.ts";
import type {
  BankFile,
  BankFileLine,
  BatchLine,
  FileEntryLine,
  InboundFileLine,
  UnmatchedLine,
} from "./contract.ts";

const STATES = ["building", "fixed", "prepared", "handed_over"] as const;
const INBOUND_STATES = ["read", "invalid", "too_big"] as const;

export function addBankFiles(routes: Routes, needs: OperationsBaseNeeds): void {
  addOutbound(routes, needs);
  addUnconfirmed(routes, needs);
  addInbound(routes, needs);
  addUnmatched(routes, needs);
}

function addOutbound(routes: Routes, { payments: db }: OperationsBaseNeeds): void {
  const [overview, view] = [new BankFileStore(db), new FileViewStore(db)];
  addList(routes, {
    ...{ path: "/operations/bank-files", needs: "operations", name: "bank-files" },
    columns: BANK_FILE_COLUMNS,
    read: async ({ query }): Promise<CursorPage<BankFileLine>> => {
      const state = query.choice("state", STATES);
      const filter = { connection: query.text("connection"), state };
      const take = query.take();
      const files = await overview.listSentFiles(take + 1, cursorId(query, "after"), filter);
      return cursorPage(files.map(writeBankFile), take, ({ id }) => id);
    },
  });
  routes.get("/operations/bank-files/:id", "operations", async (call) => {
    const id = numericId(call.param("id"));
    const [file] = id === undefined ? [] : await overview.listSentFiles(1, undefined, { id });
    if (file === undefined) return undefined;
    const batches = (await view.listBatches(file.id)).map(writeBatch);
    return { file: writeBankFile(file), batches } satisfies BankFile;
  });
  addList(routes, {
    ...{ path: "/operations/bank-files/:id/batches/:number/entries", needs: "operations" },
    ...{ name: "bank-file-entries", columns: FILE_ENTRY_COLUMNS },
    read: (call) => listFileEntries(view, call),
  });
}

async function listFileEntries(
  view: FileViewStore,
  call: Call,
): Promise<CursorPage<FileEntryLine> | undefined> {
  const [fileId, batch] = [numericId(call.param("id")), smallNumber(call.param("number"))];
  if (fileId === undefined || batch === undefined) return undefined;
  const take = call.query.take();
  const after = smallNumber(call.query.text("after") ?? "") ?? 0;
  const entries = await view.listEntries({ fileId, batch }, after, take + 1);
  return cursorPage(entries.map(writeFileEntry), take, ({ sequence }) => String(sequence));
}

/** The answer of the bank about a file of which it was not certain that the bank has it. */
function addUnconfirmed(routes: Routes, { payments: db }: OperationsBaseNeeds): void {
  const record = async (call: Call, answer: BankAnswer) => {
    const { actor, from } = call;
    const id = numericId(call.param("id"));
    call.body.settle();
    if (id === undefined) return undefined;
    const name = await recordBankAnswer({ db }, { id }, { answer, by: { actor, from } });
    if (name === undefined) throw conflict("This file needs no confirmation. Reload the page.");
    return null;
  };
  routes.post("/operations/bank-files/:id/confirm", "operations", (call) =>
    record(call, "bank_has_file"),
  );
  routes.post("/operations/bank-files/:id/resend", "operations", (call) =>
    record(call, "bank_lacks_file"),
  );
}

function addInbound(routes: Routes, { payments: db, clock }: OperationsBaseNeeds): void {
  const overview = new BankFileStore(db);
  addList(routes, {
    ...{ path: "/operations/inbound-files", needs: "operations", name: "incoming-bank-files" },
    columns: INBOUND_FILE_COLUMNS,
    read: async ({ query }): Promise<CursorPage<InboundFileLine>> => {
      const state = query.choice("state", INBOUND_STATES);
      const isUnread = query.choice("unread", ["yes"]) !== undefined;
      const filter = { connection: query.text("connection"), state, isUnread };
      const take = query.take();
      const files = await overview.listInboundFiles(take + 1, cursorId(query, "after"), filter);
      const lines = files.map((file) => asJson(file) as InboundFileLine);
      return cursorPage(lines, take, ({ id }) => id);
    },
  });
  routes.post("/operations/inbound-files/:id/deal", "operations", async (call) => {
    const resolving = readResolution(call);
    const id = numericId(call.param("id"));
    if (id === undefined) return undefined;
    const isDone = await resolveUnreadFile({ db, clock }, id, resolving);
    if (!isDone) throw conflict("This file is already resolved, or it was read. Reload the list.");
    return null;
  });
}

function readResolution({ body, actor, from }: Call) {
  const note = body.text("note", { max: 500 });
  body.settle();
  return { note, by: { actor, from } };
}

function addUnmatched(routes: Routes, { payments: db, clock }: OperationsBaseNeeds): void {
  const overview = new BankFileStore(db);
  addList(routes, {
    ...{ path: "/operations/unmatched", needs: "operations", name: "unmatched-returns" },
    columns: UNMATCHED_COLUMNS,
    read: async (call): Promise<CursorPage<UnmatchedLine>> => {
      const take = call.query.take();
      const after = cursorId(call.query, "after");
      const items = await overview.listUnmatched(take + 1, after, unmatchedFilter(call));
      return cursorPage(items.map(writeUnmatched), take, ({ id }) => id);
    },
  });
  routes.post("/operations/unmatched/:id/deal", "operations", async (call) => {
    const resolving = readResolution(call);
    const id = numericId(call.param("id"));
    if (id === undefined) return undefined;
    const isDone = await resolveUnmatched({ db, clock }, id, resolving);
    if (!isDone) throw conflict("This return is already resolved. Reload the list.");
    return null;
  });
}

/** Unresolved returns by default. */
function unmatchedFilter({ query }: Call): UnmatchedFilter {
  const status = query.choice("status", ["open", "resolved", "all"]) ?? "open";
  return {
    connection: query.text("connection"),
    inboundFileId: numericId(query.text("file")),
    ...(status === "all" ? {} : { isResolved: status === "resolved" }),
  };
}

/** A number of up to nine digits, which fits into a database integer. */
function smallNumber(text: string): number | undefined {
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

type Line<Store extends (...args: never) => Promise<readonly unknown[]>> = Awaited<
  ReturnType<Store>
>[number];

function writeBankFile(file: Line<BankFileStore["listSentFiles"]>): BankFileLine {
  const { debitCents, creditCents, ...line } = file;
  return {
    ...(asJson(line) as AsJson<typeof line> & Pick<BankFileLine, "state">),
    debitCents: Number(debitCents),
    creditCents: Number(creditCents),
  };
}

function writeBatch({ amountCents, ...batch }: Line<FileViewStore["listBatches"]>): BatchLine {
  return { ...batch, amountCents: Number(amountCents) };
}

function writeFileEntry(entry: Line<FileViewStore["listEntries"]>): FileEntryLine {
  const { returnCode } = entry;
  const known = returnCode === null ? undefined : findReturnCode(returnCode);
  return { ...entry, returnMeaning: known?.title ?? null };
}

function writeUnmatched(item: Line<BankFileStore["listUnmatched"]>): UnmatchedLine {
  const { amountCents, ...line } = item;
  return {
    ...(asJson(line) as AsJson<typeof line> & Pick<UnmatchedLine, "reason">),
    amountCents: Number(amountCents),
    meaning: findReturnCode(line.code)?.title ?? null,
  };
}
