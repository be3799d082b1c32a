/**
 * The database server of product and peer: an embedded one with the product's durable settings, or
 * the one of BENCH_DATABASE_URL.
 */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { startEmbedded } from "../src/adapters/embedded-postgres/embedded-postgres.ts";
import type { Cleaning } from "./cleaning.ts";
import { makeDataDir } from "./data-folder.ts";

export interface DatabaseServer {
  /** A new, empty database. It is dropped with the cleaning. */
  createDatabase(cleaning: Cleaning): Promise<string>;
}

export async function openDatabaseServer(cleaning: Cleaning): Promise<DatabaseServer> {
  const given = process.env["BENCH_DATABASE_URL"];
  const url = given === undefined || given === "" ? await startOwn(cleaning) : given;
  return {
    createDatabase: async (until) => {
      const name = `sixdoors_bench_${randomBytes(4).toString("hex")}`;
      until.add(() => onServer(url, `drop database if exists ${name} with (force)`));
      await onServer(url, `create database ${name}`);
      const made = new URL(url);
      made.pathname = `/${name}`;
      return made.href;
    },
  };
}

async function startOwn(cleaning: Cleaning): Promise<string> {
  const dataDir = await makeDataDir(cleaning);
  let stop = async () => {};
  cleaning.add(() => stop());
  const server = await startEmbedded({ dataDir, dataDirIsDefault: false, log: () => {} });
  stop = () => server.stop();
  return server.connectionString;
}

async function onServer(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
