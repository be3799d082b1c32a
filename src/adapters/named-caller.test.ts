/** Orders know the interface that they came through. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { CardOrder, Processor } from "../ports/processor.ts";
import { nameCaller } from "./named-caller.ts";
import { noProcessor } from "./no-processor.ts";

test("orders get the name of their interface, and everything else stays", async () => {
  const names: (string | undefined)[] = [];
  const submit: Processor["submit"] = async ({ interfaceName }) => {
    names.push(interfaceName);
    return { kind: "not_sent" };
  };
  const processor: Processor = { ...noProcessor, submit };
  const needs = { processor, other: 1 };
  const order = { reference: "one" } as CardOrder;
  await nameCaller(needs, "pos").processor.submit(order);
  await needs.processor.submit(order);
  assert.deepEqual(names, ["pos", undefined]);
  assert.equal(nameCaller(needs, "pos").other, 1);
});
