import Table from "cli-table3";
import { out, plain } from "./terminal.ts";

/** A table without borders: one line a row, columns padded, cells sanitised. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const none = {
    top: "",
    "top-mid": "",
    "top-left": "",
    "top-right": "",
    bottom: "",
    "bottom-mid": "",
    "bottom-left": "",
  };
  const chars = {
    ...none,
    "bottom-right": "",
    left: "",
    "left-mid": "",
    mid: "",
    "mid-mid": "",
    right: "",
    "right-mid": "",
    middle: "  ",
  };
  const printed = new Table({
    head: [...head],
    chars,
    style: { "padding-left": 0, "padding-right": 0, head: [], border: [] },
  });
  for (const row of rows) printed.push(row.map(plain));
  out(printed.toString().replace(/ +$/gm, ""));
}
