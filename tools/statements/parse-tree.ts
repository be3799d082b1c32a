/** The tree that PostgreSQL's parser makes of a statement, as far as the lint reads it. */

/** A node has one property with the name of its kind. */
export type TreeNode = Readonly<Record<string, unknown>>;

export interface TableReference {
  readonly schema: string | undefined;
  readonly table: string;
  readonly alias: string;
}

/** The content of a node of this kind, or undefined. */
export function nodeOf(node: unknown, kind: string): TreeNode | undefined {
  return (node as TreeNode | undefined)?.[kind] as TreeNode | undefined;
}

export function listOf(value: unknown): readonly TreeNode[] {
  return Array.isArray(value) ? value : [];
}

/** The text of a name, such as the part of a column reference or of an operator. */
export function nameOf(node: unknown): string | undefined {
  return nodeOf(node, "String")?.["sval"] as string | undefined;
}

export function readTable(range: TreeNode): TableReference {
  const table = String(range["relname"]);
  const alias = (range["alias"] as TreeNode | undefined)?.["aliasname"];
  const schema = range["schemaname"];
  return {
    schema: schema === undefined ? undefined : String(schema),
    table,
    alias: alias === undefined ? table : String(alias),
  };
}

/** The parts of a column reference: the column, or its table and the column. */
export function readColumn(node: unknown): readonly string[] | undefined {
  const column = nodeOf(node, "ColumnRef");
  return column && listOf(column["fields"]).map((field) => nameOf(field) ?? "*");
}

/** A parameter or a constant, also with a type. */
export function isGiven(node: unknown): boolean {
  const cast = nodeOf(node, "TypeCast");
  if (cast !== undefined) return isGiven(cast["arg"]);
  return nodeOf(node, "ParamRef") !== undefined || nodeOf(node, "A_Const") !== undefined;
}

/** The conditions that all have to be true. */
export function conjunctsOf(condition: unknown): readonly TreeNode[] {
  if (condition === undefined) return [];
  const both = nodeOf(condition, "BoolExpr");
  if (both?.["boolop"] !== "AND_EXPR") return [condition as TreeNode];
  return listOf(both["args"]).flatMap(conjunctsOf);
}

/** Visits every object of a tree. `visit` returns false to leave out what is below. */
export function walkTree(tree: unknown, visit: (node: TreeNode) => boolean): void {
  if (Array.isArray(tree)) {
    for (const one of tree) walkTree(one, visit);
  } else if (typeof tree === "object" && tree !== null && visit(tree as TreeNode)) {
    for (const below of Object.values(tree)) walkTree(below, visit);
  }
}
