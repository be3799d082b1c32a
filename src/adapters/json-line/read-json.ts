/** Reads a body that may be anything, of any length, and comes at any speed: JSON, or nothing. */
import type { Json } from "./json.ts";

const BYTES_MAX = 64 * 1024;

/** Undefined: too long, or no JSON. The rest is not read: leaving the loop ends the connection. */
export async function readJson(
  body: AsyncIterable<Buffer>,
): Promise<{ readonly value: Json } | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > BYTES_MAX) return undefined;
    chunks.push(chunk);
  }
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}
