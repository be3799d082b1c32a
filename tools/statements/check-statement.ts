/**
 * Checks a statement for a database that is distributed by account. Every table that is distributed
 * must be fixed to accounts that the statement is given: by a parameter, or by a join with a table
 * that is. Otherwise Citus sends the statement to all shards, or refuses it.
 */
import { parseSync } from "libpg-query";
import {
  conjunctsOf,
  isGiven,
  listOf,
  nodeOf,
  readColumn,
  readTable,
  type TableReference,
  type TreeNode,
  walkTree,
} from "./parse-tree.ts";

export interface ShardingRules {
  readonly distributionColumn: string;
  /** Whether a table is distributed by account. */
  readonly isDistributed: (table: string) => boolean;
  /** Whether it has row-level security. */
  readonly hasRowSecurity: (table: string) => boolean;
  /** Whether it is one of our tables that is not distributed. */
  readonly isLocal: (table: string) => boolean;
}

/** Throws what PostgreSQL says about a statement that it cannot read. */
export function parseStatement(text: string): readonly TreeNode[] {
  const tree = parseSync(text) as { stmts?: readonly { stmt: TreeNode }[] };
  return (tree.stmts ?? []).map(({ stmt }) => stmt);
}

/** Returns what Citus would not run on one shard. */
export function checkStatement(text: string, rules: ShardingRules): readonly string[] {
  return parseStatement(text).flatMap((stmt) => {
    const check = new StatementCheck(rules);
    check.checkNode(stmt, NO_NAMES);
    return [...check.findings, ...check.mixedTables()];
  });
}

type CteNames = ReadonlySet<string>;
const NO_NAMES: CteNames = new Set();

const QUERIES = ["SelectStmt", "InsertStmt", "UpdateStmt", "DeleteStmt"] as const;
type QueryKind = (typeof QUERIES)[number];

class StatementCheck {
  readonly findings: string[] = [];
  readonly #rules: ShardingRules;
  readonly #distributed = new Set<string>();
  readonly #local = new Set<string>();

  constructor(rules: ShardingRules) {
    this.#rules = rules;
  }

  /** Workers do not have the tables of the coordinator. */
  mixedTables(): readonly string[] {
    if (this.#distributed.size === 0 || this.#local.size === 0) return [];
    const [distributed, local] = [[...this.#distributed], [...this.#local]];
    return [`uses ${distributed.join(", ")} together with ${local.join(", ")} of the coordinator`];
  }

  /** Checks the queries in a tree. A table outside of a query is that of DDL or COPY. */
  checkNode(tree: unknown, ctes: CteNames): void {
    walkTree(tree, (node) => {
      const kind = QUERIES.find((name) => name in node);
      if (kind !== undefined) this.#checkQuery(kind, node[kind] as TreeNode, ctes);
      else if ("RangeVar" in node) this.#noteOutside(node["RangeVar"] as TreeNode);
      else if ("relname" in node) this.#noteOutside(node);
      return kind === undefined;
    });
  }

  #noteOutside(range: TreeNode): void {
    const { schema, table } = readTable(range);
    if (schema === undefined && this.#rules.isDistributed(table)) {
      this.findings.push(`${table} is used by a statement without rows of an account`);
    }
  }

  #checkQuery(kind: QueryKind, query: TreeNode, outer: CteNames): void {
    const ctes = this.#checkCtes(query["withClause"] as TreeNode | undefined, outer);
    for (const side of ["larg", "rarg"]) {
      const part = query[side] as TreeNode | undefined;
      if (part !== undefined) this.#checkQuery("SelectStmt", part, ctes);
    }
    const level = this.#readLevel(kind, query, ctes);
    for (const table of level.tables) this.#checkTable(table, level);
    if (kind === "InsertStmt") this.#checkInsert(query);
    for (const below of level.below) this.checkNode(below, ctes);
  }

  #checkCtes(withClause: TreeNode | undefined, outer: CteNames): CteNames {
    const parts = listOf(withClause?.["ctes"])
      .map((one) => nodeOf(one, "CommonTableExpr"))
      .filter((one) => one !== undefined);
    const names = new Set([...outer, ...parts.map((part) => String(part["ctename"]))]);
    for (const part of parts) this.checkNode(part["ctequery"], names);
    return names;
  }

  /** The tables, conditions and subqueries of one level of a query. */
  #readLevel(kind: QueryKind, query: TreeNode, ctes: CteNames): Level {
    const level: Level = { tables: [], conditions: conjunctsOf(query["whereClause"]), below: [] };
    for (const item of listOf(query["fromClause"] ?? query["usingClause"])) {
      this.#readFrom(item, level, ctes);
    }
    const target = query["relation"] as TreeNode | undefined;
    if (target !== undefined && kind !== "InsertStmt") this.#addTable(target, level, ctes);
    if (target !== undefined && kind === "InsertStmt") this.#note(readTable(target));
    const { whereClause, targetList, selectStmt, valuesLists, havingClause } = query;
    level.below.push(whereClause, targetList, selectStmt, valuesLists, havingClause);
    return level;
  }

  #readFrom(item: TreeNode, level: Level, ctes: CteNames): void {
    const table = nodeOf(item, "RangeVar");
    const join = nodeOf(item, "JoinExpr");
    if (table !== undefined) this.#addTable(table, level, ctes);
    else if (join !== undefined) {
      level.conditions = [...level.conditions, ...conjunctsOf(join["quals"])];
      level.below.push(join["quals"]);
      for (const side of ["larg", "rarg"]) this.#readFrom(join[side] as TreeNode, level, ctes);
    } else level.below.push(item);
  }

  #addTable(range: TreeNode, level: Level, ctes: CteNames): void {
    const table = readTable(range);
    if (table.schema === undefined && ctes.has(table.table)) return;
    this.#note(table);
    level.tables.push(table);
  }

  #note({ schema, table }: TableReference): void {
    const full = schema === undefined ? table : `${schema}.${table}`;
    if (this.#rules.isDistributed(full)) this.#distributed.add(full);
    else if (this.#rules.isLocal(full)) this.#local.add(full);
  }

  #checkTable(table: TableReference, level: Level): void {
    if (!this.#rules.isDistributed(table.table) || table.schema !== undefined) return;
    const fixed = fixedAliases(level, this.#rules.distributionColumn);
    if (fixed.has(table.alias)) return;
    const name = table.alias === table.table ? table.table : `${table.table} ${table.alias}`;
    this.findings.push(`${name} is not fixed to an account`);
  }

  /** The account of an inserted row must be given, too. */
  #checkInsert(insert: TreeNode): void {
    const { table } = readTable(insert["relation"] as TreeNode);
    if (!this.#rules.isDistributed(table)) return;
    const place = listOf(insert["cols"]).findIndex(
      (column) => nodeOf(column, "ResTarget")?.["name"] === this.#rules.distributionColumn,
    );
    const rows = insertedRows(insert);
    if (place < 0 || !rows.every((row) => isGiven(row[place]))) {
      this.findings.push(`the account of a row for ${table} is not given by a parameter`);
    }
    if (this.#rules.hasRowSecurity(table) && isCopied(insert)) {
      this.findings.push(`rows are selected into ${table}, without returning`);
    }
  }
}

interface Level {
  readonly tables: TableReference[];
  conditions: readonly TreeNode[];
  /** What may contain further queries. */
  readonly below: unknown[];
}

/**
 * Citus copies selected rows to the shards, unless it has to return them or to handle conflicts. COPY
 * does not work with row-level security.
 */
function isCopied(insert: TreeNode): boolean {
  const select = nodeOf(insert["selectStmt"], "SelectStmt");
  const isSelected = listOf(select?.["valuesLists"]).length === 0;
  const { returningClause, returningList, onConflictClause } = insert;
  return isSelected && !returningClause && !returningList && !onConflictClause;
}

function insertedRows(insert: TreeNode): readonly (readonly unknown[])[] {
  const select = nodeOf(insert["selectStmt"], "SelectStmt");
  const values = listOf(select?.["valuesLists"]);
  if (values.length > 0) return values.map((row) => listOf(nodeOf(row, "List")?.["items"]));
  return [listOf(select?.["targetList"]).map((one) => nodeOf(one, "ResTarget")?.["val"])];
}

/** The tables whose account is given, directly or by equality with another table of the level. */
function fixedAliases({ tables, conditions }: Level, column: string): ReadonlySet<string> {
  const ownerOf = (node: unknown): string | undefined => {
    const [first, second] = readColumn(node) ?? [];
    if (second === column) return first;
    return first === column && second === undefined && tables.length === 1
      ? tables[0]?.alias
      : undefined;
  };
  const fixed = new Set<string>();
  const pairs: (readonly [string, string])[] = [];
  for (const condition of conditions) {
    const { left, right, isAny } = readEquality(condition);
    const [one, other] = [ownerOf(left), ownerOf(right)];
    if (one !== undefined && isGiven(right)) fixed.add(one);
    if (other !== undefined && isGiven(left) && !isAny) fixed.add(other);
    if (one !== undefined && other !== undefined && !isAny) pairs.push([one, other]);
  }
  return spread(fixed, pairs);
}

function spread(fixed: Set<string>, pairs: readonly (readonly [string, string])[]) {
  for (let before = -1; before !== fixed.size; ) {
    before = fixed.size;
    for (const [one, other] of pairs) {
      if (fixed.has(one)) fixed.add(other);
      if (fixed.has(other)) fixed.add(one);
    }
  }
  return fixed;
}

interface Equality {
  readonly left?: unknown;
  readonly right?: unknown;
  readonly isAny?: boolean;
}

/** Reads `left = right` and `left = any (right)`. */
function readEquality(condition: TreeNode): Equality {
  const comparison = nodeOf(condition, "A_Expr");
  const [operator] = listOf(comparison?.["name"]);
  const isAny = comparison?.["kind"] === "AEXPR_OP_ANY";
  if (comparison === undefined || nodeOf(operator, "String")?.["sval"] !== "=") return {};
  if (!isAny && comparison["kind"] !== "AEXPR_OP") return {};
  return { left: comparison["lexpr"], right: comparison["rexpr"], isAny };
}
