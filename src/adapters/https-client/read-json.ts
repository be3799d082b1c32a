/** Reads the body of an answer as JSON, up to a maximum length. */
import type { Json } from "./json.ts";

const BYTES_MAX = 64 * 1024;

/** Undefined: too long, or not JSON. Leaving the loop early closes the connection. */
export async function readJsonBody(
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
