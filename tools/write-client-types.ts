/** Writes client/openapi.ts. `npm run client-types` runs it. */
import { writeFile } from "node:fs/promises";
import { CLIENT_TYPES, generateClientTypes } from "./client-types.ts";

await writeFile(CLIENT_TYPES, await generateClientTypes());
