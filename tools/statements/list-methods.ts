/** The methods of lists that fragments are put together with. */
import { combineValues, HOLE, mergeValues, UNKNOWN, type Value, type Values } from "./values.ts";

type Apply = (fn: Value, args: readonly Values[]) => Values;
type Items = readonly Values[];

/** A list of unknown content is read as a list with two unknown items. */
const TWO_ITEMS: Items = [UNKNOWN, UNKNOWN];

const METHODS: Readonly<Record<string, (items: Items, args: Items, apply: Apply) => Values>> = {
  map: (items, [fn = UNKNOWN], apply) => toList(applyToEach(items, fn, apply)),
  flatMap: (items, [fn = UNKNOWN], apply) => flatten(applyToEach(items, fn, apply)),
  filter: (items) => toList(items),
  toSorted: (items) => toList(items),
  reverse: (items) => toList(items),
  slice: (items) => toList(items),
  concat: (items, [more = UNKNOWN]) => flatten([toList(items), more]),
  reduce: reduceItems,
  join: joinTexts,
};

export function isListMethod(name: string): boolean {
  return Object.hasOwn(METHODS, name);
}

export function applyListMethod(name: string, receiver: Values, args: Items, apply: Apply): Values {
  return mergeValues(
    receiver.map((one) => {
      const items = one.kind === "list" ? one.items : TWO_ITEMS;
      return METHODS[name]?.(items, args, apply) ?? UNKNOWN;
    }),
  );
}

function toList(items: Items): Values {
  return [{ kind: "list", items }];
}

function applyToEach(items: Items, fn: Values, apply: Apply): Items {
  return items.map((item) => mergeValues(fn.map((one) => apply(one, [item]))));
}

function flatten(parts: Items): Values {
  return combineValues(parts, (values) => ({
    kind: "list",
    items: values.flatMap((value) => (value.kind === "list" ? value.items : [])),
  }));
}

/** Without a start value, the first item is the start. */
function reduceItems(items: Items, [fn = UNKNOWN, start]: Items, apply: Apply): Values {
  const [first, ...rest] = start === undefined ? items : [start, ...items];
  return rest.reduce(
    (joined, item) => mergeValues(fn.map((one) => apply(one, [joined, item]))),
    first ?? UNKNOWN,
  );
}

function joinTexts(items: Items, [separator = UNKNOWN]: Items): Values {
  const between = separator[0]?.kind === "text" ? separator[0].text : ",";
  return combineValues(items, (values) => ({
    kind: "text",
    text: values.map((value) => (value.kind === "text" ? value.text : HOLE)).join(between),
  }));
}
