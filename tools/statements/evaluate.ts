/**
 * Reads which SQL an expression of the program stands for, without running it. It follows
 * variables, calls, conditions and lists to the templates that they end in.
 */
import ts from "typescript";
import { applyListMethod, isListMethod } from "./list-methods.ts";
import type { SourceProgram } from "./source-program.ts";
import { visitNodes } from "./source-program.ts";
import {
  combineValues,
  DYNAMIC_NAME,
  type Frame,
  findParameter,
  HOLE,
  mergeValues,
  NO_FRAME,
  UNKNOWN,
  type Value,
  type Values,
} from "./values.ts";

const DEPTH_MAX = 60;

export class Evaluator {
  readonly #program: SourceProgram;
  /** Every template that some statement contains. */
  readonly reached = new Set<ts.TaggedTemplateExpression>();
  /** Slots with SQL that could not be read. */
  readonly unreadable = new Set<ts.Node>();
  /** What expressions outside of a call stand for. */
  readonly #known = new Map<ts.Node, Values>();
  #depth = 0;

  constructor(program: SourceProgram) {
    this.#program = program;
  }

  /** The possible texts of a template with SQL. */
  evaluateTemplate(template: ts.TemplateLiteral, frame: Frame = NO_FRAME): readonly string[] {
    if (ts.isNoSubstitutionTemplateLiteral(template)) return [template.text];
    const slots = template.templateSpans.map(({ expression }) =>
      this.#evaluateSlot(expression, frame),
    );
    return combineValues(slots, (values) =>
      template.templateSpans.reduce(
        (text, span, place) => `${text}${slotText(values[place])}${span.literal.text}`,
        template.head.text,
      ),
    );
  }

  evaluate(node: ts.Expression, frame: Frame): Values {
    const known = frame === NO_FRAME ? this.#known.get(node) : undefined;
    if (known !== undefined || this.#depth >= DEPTH_MAX) return known ?? UNKNOWN;
    this.#depth++;
    try {
      const values = this.#evaluateKind(node, frame);
      if (frame === NO_FRAME) this.#known.set(node, values);
      return values;
    } finally {
      this.#depth--;
    }
  }

  /** Calls a function with these arguments, and returns what it may return. */
  apply(fn: Value, args: readonly (() => Values)[]): Values {
    if (fn.kind !== "function") return UNKNOWN;
    const { node, frame } = fn;
    const parameters = new Map<ts.Node, () => Values>();
    node.parameters.forEach((parameter, place) => {
      const { initializer, dotDotDotToken } = parameter;
      const rest = (): Values => [{ kind: "list", items: args.slice(place).map((one) => one()) }];
      const given = dotDotDotToken ? rest : args[place];
      if (given !== undefined) parameters.set(parameter, given);
      else if (initializer) parameters.set(parameter, () => this.evaluate(initializer, frame));
      else parameters.set(parameter, () => UNKNOWN);
    });
    const inner: Frame = { parameters, outer: frame };
    return mergeValues(returnedExpressions(node).map((value) => this.evaluate(value, inner)));
  }

  #evaluateKind(node: ts.Expression, frame: Frame): Values {
    if (ts.isTaggedTemplateExpression(node)) return this.#evaluateTagged(node, frame);
    if (ts.isIdentifier(node)) return this.#evaluateName(node, frame);
    if (ts.isCallExpression(node)) return this.#evaluateCall(node, frame);
    if (ts.isNewExpression(node)) return this.#evaluateNew(node, frame);
    if (ts.isConditionalExpression(node)) {
      return mergeValues([node.whenTrue, node.whenFalse].map((one) => this.evaluate(one, frame)));
    }
    if (ts.isArrayLiteralExpression(node)) return this.#evaluateList(node, frame);
    if (ts.isPropertyAccessExpression(node)) {
      return this.#readProperty(this.evaluate(node.expression, frame), node.name.text);
    }
    if (ts.isElementAccessExpression(node)) return this.#evaluateElement(node, frame);
    return this.#evaluatePlain(node, frame);
  }

  #evaluatePlain(node: ts.Expression, frame: Frame): Values {
    if (ts.isObjectLiteralExpression(node)) return [{ kind: "record", node, frame }];
    if (ts.isArrowFunction(node) || ts.isFunctionExpression(node)) {
      return [{ kind: "function", node, frame }];
    }
    if (ts.isStringLiteral(node) || ts.isNumericLiteral(node)) return [textValue(node.text)];
    if (ts.isNoSubstitutionTemplateLiteral(node)) return [textValue(node.text)];
    if (ts.isTemplateExpression(node)) return this.#evaluateText(node, frame);
    if (ts.isBinaryExpression(node)) return this.#evaluateBinary(node, frame);
    if (
      ts.isParenthesizedExpression(node) ||
      ts.isAsExpression(node) ||
      ts.isSatisfiesExpression(node) ||
      ts.isNonNullExpression(node) ||
      ts.isAwaitExpression(node)
    ) {
      return this.evaluate(node.expression, frame);
    }
    return UNKNOWN;
  }

  #evaluateTagged(node: ts.TaggedTemplateExpression, frame: Frame): Values {
    this.reached.add(node);
    return this.evaluateTemplate(node.template, frame).map((text) => ({ kind: "sql", text }));
  }

  /** A slot that is not SQL becomes a parameter. */
  #evaluateSlot(node: ts.Expression, frame: Frame): Values {
    if (!isSqlType(this.#program.checker.getTypeAtLocation(node))) return UNKNOWN;
    const values = this.evaluate(node, frame);
    if (!values.some(({ kind }) => kind === "sql")) this.unreadable.add(node);
    return values;
  }

  #evaluateName(node: ts.Identifier, frame: Frame): Values {
    const { checker } = this.#program;
    const found =
      ts.isShorthandPropertyAssignment(node.parent) && node.parent.name === node
        ? checker.getShorthandAssignmentValueSymbol(node.parent)
        : checker.getSymbolAtLocation(node);
    const symbol =
      found && found.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(found) : found;
    const declaration = symbol?.valueDeclaration;
    return declaration === undefined ? UNKNOWN : this.#evaluateDeclared(declaration, frame);
  }

  #evaluateDeclared(declaration: ts.Node, frame: Frame): Values {
    if (ts.isParameter(declaration)) return this.#evaluateParameter(declaration, frame);
    if (ts.isBindingElement(declaration)) return this.#evaluateBinding(declaration, frame);
    if (ts.isFunctionDeclaration(declaration)) {
      return [{ kind: "function", node: declaration, frame: NO_FRAME }];
    }
    if (!ts.isVariableDeclaration(declaration) || declaration.initializer === undefined) {
      return UNKNOWN;
    }
    const values = this.evaluate(declaration.initializer, frame);
    return ts.isArrayLiteralExpression(declaration.initializer)
      ? this.#withPushed(declaration, values, frame)
      : values;
  }

  /** A list that is filled with `push` is either as it was declared, or has everything. */
  #withPushed(declaration: ts.VariableDeclaration, values: Values, frame: Frame): Values {
    const pushed: Values[] = [];
    const name = declaration.name.getText();
    visitNodes(declaration.parent.parent.parent, (node) => {
      if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return;
      const { expression, name: method } = node.expression;
      if (method.text !== "push" || expression.getText() !== name) return;
      pushed.push(...node.arguments.map((argument) => this.evaluate(argument, frame)));
    });
    const [first] = values;
    if (pushed.length === 0 || first?.kind !== "list") return values;
    return [...values, { kind: "list", items: [...first.items, ...pushed] }];
  }

  /** A parameter of a function that is not being called has the values of all its calls. */
  #evaluateParameter(parameter: ts.ParameterDeclaration, frame: Frame): Values {
    const known = findParameter(frame, parameter);
    if (known !== undefined) return known;
    const place = parameter.parent.parameters.indexOf(parameter);
    const calls = this.#program.callsOf(parameter.parent);
    const given = calls.flatMap(({ arguments: args }) => args[place] ?? []);
    const values = given.map((argument) => this.evaluate(argument, NO_FRAME));
    if (parameter.initializer) values.push(this.evaluate(parameter.initializer, NO_FRAME));
    return mergeValues(values);
  }

  #evaluateBinding(element: ts.BindingElement, frame: Frame): Values {
    const pattern = element.parent;
    const owner = pattern.parent;
    const whole = ts.isBindingElement(owner)
      ? this.#evaluateBinding(owner, frame)
      : this.#evaluateDeclared(owner, frame);
    // The rest of a record has no other properties than the record.
    if (element.dotDotDotToken) return whole;
    const values = ts.isArrayBindingPattern(pattern)
      ? mergeValues(whole.map((one) => listItem(one, pattern.elements.indexOf(element))))
      : this.#readProperty(whole, (element.propertyName ?? element.name).getText());
    if (element.initializer === undefined) return values;
    const [usual] = this.evaluate(element.initializer, frame);
    return values.map((one) => (one.kind === "unknown" && usual ? usual : one));
  }

  #readProperty(whole: Values, name: string): Values {
    return mergeValues(
      whole.map((one) => {
        if (one.kind !== "record") return UNKNOWN;
        return this.#recordProperty(one.node, name, one.frame) ?? UNKNOWN;
      }),
    );
  }

  #recordProperty(
    record: ts.ObjectLiteralExpression,
    name: string,
    frame: Frame,
  ): Values | undefined {
    for (const property of record.properties.toReversed()) {
      if (ts.isSpreadAssignment(property)) {
        const spread = this.#readProperty(this.evaluate(property.expression, frame), name);
        if (spread.some(({ kind }) => kind !== "unknown")) return spread;
      } else if (property.name?.getText().replaceAll(/["']/g, "") === name) {
        return this.#propertyValue(property, frame);
      }
    }
    return undefined;
  }

  #propertyValue(property: ts.ObjectLiteralElementLike, frame: Frame): Values {
    if (ts.isPropertyAssignment(property)) return this.evaluate(property.initializer, frame);
    if (ts.isShorthandPropertyAssignment(property)) return this.#evaluateName(property.name, frame);
    if (ts.isMethodDeclaration(property)) return [{ kind: "function", node: property, frame }];
    return UNKNOWN;
  }

  #evaluateElement(node: ts.ElementAccessExpression, frame: Frame): Values {
    const whole = this.evaluate(node.expression, frame);
    const index = node.argumentExpression;
    if (ts.isStringLiteral(index)) return this.#readProperty(whole, index.text);
    return mergeValues(
      whole.map((one) => {
        if (one.kind === "list") {
          return ts.isNumericLiteral(index)
            ? listItem(one, Number(index.text))
            : mergeValues(one.items);
        }
        if (one.kind !== "record") return UNKNOWN;
        return mergeValues(one.node.properties.map((each) => this.#propertyValue(each, one.frame)));
      }),
    );
  }

  #evaluateList(node: ts.ArrayLiteralExpression, frame: Frame): Values {
    const parts = node.elements.map((element): Values => {
      if (ts.isSpreadElement(element)) return this.evaluate(element.expression, frame);
      return [{ kind: "list", items: [this.evaluate(element, frame)] }];
    });
    return combineValues(parts, (values) => ({
      kind: "list",
      items: values.flatMap((value) => (value.kind === "list" ? value.items : [])),
    }));
  }

  #evaluateCall(node: ts.CallExpression, frame: Frame): Values {
    const args = node.arguments.map((argument) => () => this.#evaluateArgument(argument, frame));
    const callee = node.expression;
    if (ts.isPropertyAccessExpression(callee) && isListMethod(callee.name.text)) {
      const receiver = this.evaluate(callee.expression, frame);
      const given = args.map((one) => one());
      return applyListMethod(callee.name.text, receiver, given, (fn, items) =>
        this.apply(
          fn,
          items.map((item) => () => item),
        ),
      );
    }
    if (callee.getText() === "sqlIdentifier") return this.#evaluateIdentifier(node, args);
    const declaration = this.#program.checker.getResolvedSignature(node)?.declaration;
    if (declaration !== undefined && hasBody(declaration) && !isClosure(declaration)) {
      const returned = this.apply({ kind: "function", node: declaration, frame: NO_FRAME }, args);
      return callee.getText() === "pinToAccount" ? keepLongest(returned) : returned;
    }
    return mergeValues(this.evaluate(callee, frame).map((fn) => this.apply(fn, args)));
  }

  #evaluateArgument(argument: ts.Expression, frame: Frame): Values {
    return this.evaluate(ts.isSpreadElement(argument) ? argument.expression : argument, frame);
  }

  /** The name of a table or column, if the value or its type says it. */
  #evaluateIdentifier(node: ts.CallExpression, args: readonly (() => Values)[]): Values {
    const known = (args[0]?.() ?? UNKNOWN).filter((one) => one.kind === "text");
    const argument = node.arguments[0];
    const names =
      known.length > 0
        ? known.map(({ text }) => text)
        : literalTypes(argument && this.#program.checker.getTypeAtLocation(argument));
    return names.map((name) => ({ kind: "sql", text: name.includes(HOLE) ? DYNAMIC_NAME : name }));
  }

  /** `new Sql([text], [])`: text that the program makes itself. */
  #evaluateNew(node: ts.NewExpression, frame: Frame): Values {
    if (node.expression.getText() !== "Sql" || node.arguments?.[0] === undefined) return UNKNOWN;
    return mergeValues(
      this.evaluate(node.arguments[0], frame).map((texts) =>
        listItem(texts, 0).map((one) => ({
          kind: "sql",
          text: one.kind === "text" ? one.text : HOLE,
        })),
      ),
    );
  }

  #evaluateText(node: ts.TemplateExpression, frame: Frame): Values {
    const slots = node.templateSpans.map(({ expression }) => this.evaluate(expression, frame));
    return combineValues(slots, (values) =>
      textValue(
        node.templateSpans.reduce((text, span, place) => {
          const value = values[place];
          return `${text}${value?.kind === "text" ? value.text : HOLE}${span.literal.text}`;
        }, node.head.text),
      ),
    );
  }

  /** `left ?? right` and the like may be either. */
  #evaluateBinary(node: ts.BinaryExpression, frame: Frame): Values {
    const { QuestionQuestionToken, BarBarToken, AmpersandAmpersandToken } = ts.SyntaxKind;
    const kinds = [QuestionQuestionToken, BarBarToken, AmpersandAmpersandToken];
    if (!kinds.some((kind) => kind === node.operatorToken.kind)) return UNKNOWN;
    const either = [node.left, node.right].map((one) => this.evaluate(one, frame));
    return mergeValues(either).filter(({ kind }) => kind !== "unknown").length > 0
      ? mergeValues(either).filter(({ kind }) => kind !== "unknown")
      : UNKNOWN;
  }
}

function textValue(text: string): Value {
  return { kind: "text", text };
}

function slotText(value: Value | undefined): string {
  return value?.kind === "sql" ? value.text : "$1";
}

/** Of a pin, the condition that a statement has on a cluster. On plain PostgreSQL it is `true`. */
function keepLongest(values: Values): Values {
  return values.filter((one) => one.kind !== "sql" || one.text !== "true");
}

function listItem(value: Value, place: number): Values {
  return value.kind === "list" ? (value.items[place] ?? UNKNOWN) : UNKNOWN;
}

function isSqlType(type: ts.Type): boolean {
  return (type.isUnion() ? type.types : [type]).some((one) => one.symbol?.name === "Sql");
}

/** The texts of a type such as "outbox" | "vault". */
function literalTypes(type: ts.Type | undefined): readonly string[] {
  const types = type?.isUnion() ? type.types : type === undefined ? [] : [type];
  const texts = types.flatMap((one) => (one.isStringLiteral() ? [one.value] : []));
  return texts.length > 0 && texts.length === types.length ? texts : [DYNAMIC_NAME];
}

function hasBody(declaration: ts.Node): declaration is ts.FunctionLikeDeclaration {
  return (declaration as { body?: ts.Node }).body !== undefined;
}

/** A function that uses variables of the function around it. */
function isClosure(declaration: ts.Node): boolean {
  return ts.isArrowFunction(declaration) || ts.isFunctionExpression(declaration);
}

function returnedExpressions(node: ts.SignatureDeclaration): readonly ts.Expression[] {
  const body = (node as { body?: ts.Node }).body;
  if (body === undefined) return [];
  if (!ts.isBlock(body)) return [body as ts.Expression];
  const found: ts.Expression[] = [];
  const visit = (at: ts.Node): void => {
    if (ts.isFunctionLike(at)) return;
    if (ts.isReturnStatement(at) && at.expression) found.push(at.expression);
    ts.forEachChild(at, visit);
  };
  ts.forEachChild(body, visit);
  return found;
}
