/**
 * Prints the schema of a database from its catalogs. The text is the same on every PostgreSQL since
 * 15: monthly partitions are left out, because they depend on the date, and the owner of the tables
 * is printed as `owner`, because its name depends on the server.
 */
import type { Database } from "../database.ts";
import { columnLines, groupByRelation, type Line } from "./columns.ts";
import { commentLines } from "./comments.ts";
import { grantLines, policyLines, printSchemas } from "./permissions.ts";
import { printOtherObjects, printRoutines, triggerLines } from "./programs.ts";
import { constraintLines, indexLines, listRelations, type Relation } from "./relations.ts";

const HEADING = `\
-- The schema that the migrations make, printed from the catalogs; monthly partitions left out.
-- Written by \`npm run schema\`: add a migration instead of editing it.
`;

export async function printSchema(db: Database): Promise<string> {
  const relations = await listRelations(db);
  const blocks = [
    ...(await printSchemas(db)),
    ...(await printOtherObjects(db)),
    ...(await printRelations(db, relations)),
    ...(await printRoutines(db)),
  ];
  return [HEADING, ...blocks].join("\n");
}

async function printRelations(db: Database, relations: readonly Relation[]): Promise<string[]> {
  const oids = relations.map(({ oid }) => oid);
  const columns = groupByRelation(await columnLines(db, oids));
  const constraints = groupByRelation(await constraintLines(db, oids));
  const additions = groupByRelation([
    ...(await indexLines(db, oids)),
    ...relations.flatMap(securityLines),
    ...(await policyLines(db, oids)),
    ...(await triggerLines(db, oids)),
    ...(await grantLines(db, oids)),
    ...(await commentLines(db, oids)),
  ]);
  return relations.map((relation) => {
    const { oid } = relation;
    const body = [...(columns.get(oid) ?? []), ...(constraints.get(oid) ?? [])];
    const after = (additions.get(oid) ?? []).map((text) => `${text};\n`);
    return `${createStatement(relation, body)};\n${after.join("")}`;
  });
}

function createStatement(relation: Relation, body: readonly string[]): string {
  const head = `create ${relation.noun} ${relation.name}`;
  const options = relation.options === null ? "" : ` with (${relation.options})`;
  const lines = body.map((line) => `  ${line}`).join(",\n");
  if (relation.definition !== null) {
    return `${head}${options} (\n${lines}\n) as\n${relation.definition}`;
  }
  if (relation.noun === "sequence") return head + (relation.suffix ?? "");
  return `${head} (\n${lines}\n)${relation.suffix ?? ""}${options}`;
}

function securityLines({ oid, name, isSecured, isForced }: Relation): Line[] {
  const line = (what: string) => ({
    relation: oid,
    text: `alter table ${name} ${what} row level security`,
  });
  return [...(isSecured ? [line("enable")] : []), ...(isForced ? [line("force")] : [])];
}
