import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { jobFlags } from "#cli/job-flags.ts";
import { JobRequest } from "#shared/contracts/job/job-request.ts";
import { type JobOptionRows, jobOptions, optionsIn } from "#shared/rules/job-options.ts";

/** What a job is asked for by these arguments of `drover run`. */
const askedBy = (...given: readonly string[]) =>
  jobFlags.read(jobFlags.addTo(new Command()).parse(given, { from: "user" }).opts());

/** What may be said for each kind of value; the rest is one of the option's choices. */
const values: Readonly<Record<string, string>> = {
  "--check": "app:com.android.settings",
  "--split": "com.android.settings: Turn on Bluetooth",
  "--tool": "files/read_*",
  "--agent": "human",
  "--consensus": "majority",
  "--provider": "groq",
  "--dialect": "lean",
  "--effort": "low",
  "--tree": "always",
  "--picture": "never",
  "--ocr": "auto",
  "--ask-device": "hold",
  "--snapshot": "errors",
  "--device": "host.emulator-5554",
  "--user": '{"knows":{"name":"Ada"}}',
  "--answer-schema": '{"type":"object"}',
};

describe("the options of a job", () => {
  it("are all fields of its request, each with a flag or with why it has none", () => {
    expect(Object.keys(jobOptions).sort()).toEqual(Object.keys(JobRequest.shape).sort());
  });

  it("do not compile without a field", () => {
    const { allowAlreadySatisfied: _forgotten, ...others } = jobOptions;
    // @ts-expect-error a field of the request has no row
    const rows: JobOptionRows = others;
    expect(Object.keys(rows)).toHaveLength(Object.keys(jobOptions).length - 1);
  });

  it.each(
    optionsIn(jobOptions)
      .filter(({ flag }) => !flag.endsWith("<file>"))
      .map(({ path, flag }) => [flag, path]),
  )("%s sets %s, and a job may be submitted with it", (flag, path) => {
    const [name = "", kind] = flag.split(" ");
    const value = values[name] ?? (flag.endsWith("<json>") ? "{}" : "20");
    const asked = askedBy(...(kind === undefined ? [name] : [name, value]));
    expect(asked).toHaveProperty(path);
    const [field = ""] = path.split(".");
    expect(Object.keys(asked)).toEqual([field]);
    if (name === "--split") return;
    expect(JobRequest.safeParse({ task: "Ring", ...asked })).toMatchObject({ success: true });
  });

  it("leave to the farm what nobody said", () => {
    expect(askedBy()).toEqual({});
  });
});
