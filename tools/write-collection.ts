/** Writes the Postman collection. `npm run collection` runs it. */
import { writeFile } from "node:fs/promises";
import { COLLECTION, generateCollection } from "./collection/collection.ts";

await writeFile(COLLECTION, await generateCollection());
