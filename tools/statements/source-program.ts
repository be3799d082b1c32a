/** The sources of the product, with the types of TypeScript 5, whose JavaScript API can be called. */
import path from "node:path";
import ts from "typescript";

export interface SourceProgram {
  readonly checker: ts.TypeChecker;
  readonly files: readonly ts.SourceFile[];
  /** Calls of a function, found by its name. */
  readonly callsOf: (declaration: ts.SignatureDeclaration) => readonly ts.CallExpression[];
}

const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ["lib.esnext.d.ts"],
  types: [],
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  resolveJsonModule: true,
};

export function openSourceProgram(names: readonly string[], root: string): SourceProgram {
  const options = { ...OPTIONS, baseUrl: root };
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (literals, containingFile) =>
    literals.map(({ text }) => resolveOwnModule(text, containingFile));
  const program = ts.createProgram({ rootNames: names, options, host });
  const wanted = new Set(names.map((name) => path.resolve(name)));
  const files = program.getSourceFiles().filter(({ fileName }) => wanted.has(fileName));
  const checker = program.getTypeChecker();
  const byName = indexCalls(files);
  return {
    checker,
    files,
    callsOf: (declaration) =>
      (byName.get(declarationName(declaration)) ?? []).filter((call) =>
        isCallOf(checker.getResolvedSignature(call)?.declaration, declaration),
      ),
  };
}

/** Statements contain nothing of packages, and their types take longer to read than the product. */
function resolveOwnModule(
  name: string,
  containingFile: string,
): ts.ResolvedModuleWithFailedLookupLocations {
  if (!name.startsWith(".")) return { resolvedModule: undefined };
  const resolvedFileName = path.resolve(path.dirname(containingFile), name);
  return { resolvedModule: { resolvedFileName, extension: path.extname(name) } };
}

/** Visits a node and everything below it. */
export function visitNodes(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => visitNodes(child, visit));
}

/** A call through an interface is a call of the methods of the classes that implement it. */
function isCallOf(called: ts.Node | undefined, declaration: ts.SignatureDeclaration): boolean {
  if (called === declaration) return true;
  if (called === undefined || !ts.isMethodSignature(called)) return false;
  const owner = declaration.parent;
  if (!ts.isClassDeclaration(owner) || !ts.isInterfaceDeclaration(called.parent)) return false;
  const { text } = called.parent.name;
  const clauses = owner.heritageClauses ?? [];
  return clauses.some(({ types }) => types.some(({ expression }) => expression.getText() === text));
}

function indexCalls(files: readonly ts.SourceFile[]): ReadonlyMap<string, ts.CallExpression[]> {
  const calls = new Map<string, ts.CallExpression[]>();
  for (const file of files) {
    visitNodes(file, (node) => {
      if (!ts.isCallExpression(node)) return;
      const name = calledName(node.expression);
      const known = calls.get(name);
      if (known === undefined) calls.set(name, [node]);
      else known.push(node);
    });
  }
  return calls;
}

function calledName(callee: ts.Expression): string {
  if (ts.isPropertyAccessExpression(callee)) return callee.name.text;
  return ts.isIdentifier(callee) ? callee.text : "";
}

/** An arrow function has the name of the variable or property that holds it. */
function declarationName(declaration: ts.SignatureDeclaration): string {
  const { name = (declaration.parent as { name?: ts.Node }).name } = declaration;
  if (name === undefined) return "";
  return ts.isIdentifier(name) || ts.isPrivateIdentifier(name) ? name.text : "";
}

/** The function, method or file that contains a node, for messages and for named lists. */
export function enclosingName(node: ts.Node): string {
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent) {
    if (ts.isFunctionDeclaration(at) || ts.isMethodDeclaration(at)) {
      return at.name?.getText() ?? "default";
    }
    if (ts.isVariableDeclaration(at) && ts.isSourceFile(at.parent.parent.parent)) {
      return at.name.getText();
    }
  }
  return "file";
}
