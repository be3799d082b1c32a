/**
 * An independent program, Wireshark's `tshark`, reads an exchange with an ISO 8583:1987 host. It does not
 * know our forms of fields 48, 55 and 61, and takes field 35 for binary, so those are left out.
 */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { randomUUIDv7 } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import type { FieldValue, IsoMessage } from "../../src/adapters/iso8583/codec/message-spec.ts";
import { openIsoProcessor } from "../../src/adapters/iso8583/open-iso-processor.ts";
import { withTraceNumber } from "../../src/values/order-reference.ts";
import { ORDER } from "../kit/card-host.ts";
import { IsoCardHost } from "../kit/iso-card-host.ts";
import type { WireFrame } from "../kit/iso-host.ts";

const hasTools = ["tshark", "text2pcap"].every((tool) => {
  return spawnSync(tool, ["--version"], { stdio: "ignore" }).status === 0;
});
const skip = hasTools ? false : "needs Debian's package tshark (apt-get install tshark)";

const PORT = 8583;
const COMPARED = [2, 3, 4, 7, 11, 12, 13, 14, 18, 22, 25, 32, 37, 38, 39, 41, 42, 49, 70, 90];
/** tshark reads these as numbers of fixed length, our side writes them without leading zeros. */
const WIDTHS: Readonly<Record<number, number>> = { 4: 12 };

type Layer = Readonly<Record<string, string>>;

/** As `text2pcap -D` reads frames: the direction, then an offset and the bytes in hex. */
function hexDump(frames: readonly WireFrame[]): string {
  return frames
    .map(({ from, bytes }) => {
      const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
      return `${from === "us" ? "O" : "I"} 000000 ${hex}\n`;
    })
    .join("\n");
}

async function readWithTshark(folder: string, frames: readonly WireFrame[]): Promise<Layer[]> {
  const [dump, capture] = [path.join(folder, "dump.txt"), path.join(folder, "dump.pcap")];
  await writeFile(dump, hexDump(frames));
  execFileSync("text2pcap", ["-q", "-D", "-T", `40000,${PORT}`, dump, capture], {
    stdio: "ignore",
  });
  const options = ["len_endian:Big endian", "binencode:Bin data not encoded"];
  const read = execFileSync(
    "tshark",
    [
      ...["-r", capture, "-d", `tcp.port==${PORT},iso8583`, "-T", "json", "-J", "iso8583"],
      ...options.flatMap((option) => ["-o", `iso8583.${option}`]),
    ],
    { stdio: ["ignore", "pipe", "ignore"], encoding: "utf8" },
  );
  const packets = JSON.parse(read) as { _source: { layers: { iso8583: Layer } } }[];
  return packets.map(({ _source }) => _source.layers.iso8583);
}

function fieldText(number: number, value: FieldValue | undefined): string | undefined {
  return value === undefined
    ? undefined
    : String(value)
        .trim()
        .padStart(WIDTHS[number] ?? 0, "0");
}

function readFields(layer: Layer): readonly (string | undefined)[] {
  return COMPARED.map((number) => layer[`iso8583.bit${number}`]?.trim());
}

function ownFields({ fields }: IsoMessage): readonly (string | undefined)[] {
  return COMPARED.map((number) => fieldText(number, fields.get(number)));
}

test("tshark reads orders, reversals and network messages as we mean them", { skip }, async (t) => {
  const host = await IsoCardHost.open(t);
  const processor = openIsoProcessor(host.settings({ connections: 1 }), {
    ...{ name: "switch", environment: "certification", limitMs: 5_000 },
    onTrouble: () => {},
    onConnectionTrouble: () => {},
  });
  const merchant = { merchantId: "MERCHANT1", terminalId: "TERM1", categoryCode: "5411" };
  const sale = { ...ORDER, reference: withTraceNumber(randomUUIDv7(), 42), merchant };
  await processor.submit(sale);
  await processor.submit({ ...sale, transactionType: "FORCE", authorizationCode: "V12345" });
  await processor.reverse({ ...sale, openCard: async () => ORDER.card });
  await processor.reverse(sale, true);
  await processor.close();

  const folder = await mkdtemp(path.join(tmpdir(), "sixdoors-tshark-"));
  t.after(() => rm(folder, { recursive: true }));
  const layers = await readWithTshark(folder, host.wire.wire);
  assert.deepEqual(
    layers.map((layer) => layer["iso8583.mti"]),
    [
      ...["0800", "0810", "0200", "0210", "0220", "0230"],
      ...["0420", "0430", "0421", "0430", "0800", "0810"],
    ],
  );
  const requests = layers.filter((_, place) => place % 2 === 0);
  assert.deepEqual(requests.map(readFields), host.wire.requests.map(ownFields));
});
