/** Generates a client with Hey API, to prove that the OpenAPI document generates one that compiles. */
import { createClient } from "@hey-api/openapi-ts";

export async function generateClient(document: object, folder: string): Promise<void> {
  await createClient({
    input: document as Record<string, unknown>,
    output: folder,
    plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"],
    logs: { level: "silent", file: false },
  });
}
