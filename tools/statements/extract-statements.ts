/**
 * Finds every SQL statement of the product in its sources. A statement is a template of
 * `db.rows` or `db.count`, a `Statement`, or a text that is passed to `query`.
 */
import path from "node:path";
import ts from "typescript";
import { Evaluator } from "./evaluate.ts";
import { enclosingName, openSourceProgram, visitNodes } from "./source-program.ts";
import { HOLE, NO_FRAME } from "./values.ts";

export interface SourceStatement {
  /** The file and function, for example "core/vault/vault-store.ts findToken". */
  readonly name: string;
  readonly line: number;
  /** What the statement may read as, depending on what the program decides when it runs. */
  readonly texts: readonly string[];
  /** Slots with SQL that could not be followed to a template. */
  readonly unreadable: readonly string[];
}

export interface ExtractedStatements {
  readonly statements: readonly SourceStatement[];
  /** Templates with SQL that no statement contains. */
  readonly unused: readonly string[];
}

export function extractStatements(files: readonly string[], root: string): ExtractedStatements {
  const program = openSourceProgram(files, root);
  const evaluator = new Evaluator(program);
  const statements: SourceStatement[] = [];
  const templates: ts.TaggedTemplateExpression[] = [];
  for (const file of program.files) {
    visitNodes(file, (node) => {
      if (ts.isTaggedTemplateExpression(node)) templates.push(node);
      const texts = readRoot(node, evaluator);
      if (texts === undefined) return;
      const unreadable = [...evaluator.unreadable].map((slot) => slot.getText());
      evaluator.unreadable.clear();
      const distinct = [...new Set(texts.map(fillHoles))];
      statements.push({ ...placeOf(node, root), texts: distinct, unreadable });
    });
  }
  const unused = templates
    .filter((node) => node.tag.getText() === "sql" && !evaluator.reached.has(node))
    .map((node) => `${placeOf(node, root).name}: ${node.getText()}`);
  return { statements, unused };
}

/** The texts of a statement, or undefined if the node is not one. */
function readRoot(node: ts.Node, evaluator: Evaluator): readonly string[] | undefined {
  if (ts.isTaggedTemplateExpression(node)) {
    return /\.(rows|count)$/.test(node.tag.getText())
      ? evaluator.evaluateTemplate(node.template)
      : undefined;
  }
  const argument = statementArgument(node);
  if (argument === undefined) return undefined;
  const values = evaluator.evaluate(argument, NO_FRAME);
  const texts = values.flatMap((one) => ("text" in one ? [one.text] : []));
  return texts.length === 0 ? undefined : texts;
}

/** The SQL that is passed to `new Statement`, `query`, or made into a query or a text. */
function statementArgument(node: ts.Node): ts.Expression | undefined {
  if (ts.isNewExpression(node) && node.expression.getText() === "Statement") {
    return node.arguments?.[0];
  }
  if (!ts.isCallExpression(node)) return undefined;
  const callee = node.expression;
  if (ts.isPropertyAccessExpression(callee) && callee.name.text === "toQuery") {
    return callee.expression;
  }
  return /\.query$|^inlineValues$/.test(callee.getText()) ? node.arguments[0] : undefined;
}

/** Numbers of parameters and names of types that only the running program knows. */
function fillHoles(text: string): string {
  return text.replaceAll(`$${HOLE}`, "$1").replaceAll(`::${HOLE}`, "::text");
}

function placeOf(node: ts.Node, root: string): { name: string; line: number } {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  const relative = path.relative(root, file.fileName).split(path.sep).join("/");
  return { name: `${relative} ${enclosingName(node)}`, line: line + 1 };
}
