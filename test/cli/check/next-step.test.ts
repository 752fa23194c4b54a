import { expect, test } from "vitest";
import { commandLine, nextCommand } from "../../../src/cli/check/next-step.js";

test("a printed command takes a file whose name begins like an option", () => {
  expect(commandLine("undo", ["-a b.json.migration/journal"], ["--to", "https://a.example"])).toBe(
    "credport undo './-a b.json.migration/journal' --to https://a.example",
  );
  const flags = { from: "table" } as Parameters<typeof nextCommand>[1];
  expect(nextCommand("-users.csv", flags)).toBe("credport import ./-users.csv --from table");
  expect(nextCommand("-", flags)).toBe("credport import - --from table");
  expect(nextCommand("u", { ...flags, known: "-" })).toBe("credport import u --from table");
  expect(nextCommand("u", { ...flags, known: "k.csv" })).toBe("credport import u --from table --known k.csv");
});
