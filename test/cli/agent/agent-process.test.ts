import { afterEach, describe, expect, it } from "vitest";
import { AgentFailure, AgentProcess } from "../../../cli/agent/agent-process.ts";

let agent: AgentProcess | undefined;
const said: string[] = [];
afterEach(() => {
  agent?.kill();
  said.length = 0;
});

const longEnough = 60_000;
const turn = (turnId: string) => ({ type: "turn", turnId });

/** A program of Node in so many words. */
function running(code: string): AgentProcess {
  agent = new AgentProcess([process.execPath, "-e", code], {
    onStderr: (line) => said.push(`| ${line}`),
    onStray: (why) => said.push(why),
  });
  return agent;
}

/** Does this for each line that it is told. */
const onLine = (code: string): string =>
  `require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => { const told = JSON.parse(line); ${code} });`;
const say = (value: string): string => `console.log(JSON.stringify(${value}));`;

const failureOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => "",
    (error: unknown) => (error instanceof AgentFailure ? error.message : String(error)),
  );

describe("a program that takes turns", () => {
  it("is told each turn as a line and answers with a line, in one process", async () => {
    const one = running(onLine(say("{ actions: [], pid: process.pid, turnId: told.turnId }")));
    const first = await one.ask(turn("a"), longEnough);
    const second = await one.ask(turn("b"), longEnough);
    expect(first).toMatchObject({ answer: { turnId: "a" } });
    expect(second).toMatchObject({ answer: { turnId: "b" } });
    expect("answer" in first && "answer" in second && first.answer.pid === second.answer.pid).toBe(true);
  });

  it("is told the end of its job and may end by itself", async () => {
    const one = running(
      onLine(`if (told.type === "end") { console.error("bye"); process.exit(0); } ${say("{ actions: [] }")}`),
    );
    await one.ask(turn("a"), longEnough);
    await one.close({ type: "end" });
    expect(said).toEqual(["| bye"]);
  });

  it("that answers twice is heard once: the second answer is to another turn", async () => {
    const one = running(
      onLine(`${say("{ n: 1, turnId: told.turnId }")} ${say("{ n: 2, turnId: told.turnId }")}`),
    );
    expect(await one.ask(turn("a"), longEnough)).toMatchObject({ answer: { n: 1 } });
    expect(await one.ask(turn("b"), longEnough)).toMatchObject({ answer: { n: 1, turnId: "b" } });
    expect(said[0]).toMatch(/another turn|no turn waits for/);
  });

  it.each([
    ["not JSON", '"tap it"', "not JSON"],
    ["no object", '"[1]"', "JSON object"],
  ])("is told what is wrong with a line that is %s, and may answer again", async (_, line, words) => {
    const one = running(onLine(`console.log(told.refused ? '{"n":2}' : ${line});`));
    expect(await one.ask(turn("a"), longEnough)).toEqual({ unreadable: expect.stringContaining(words) });
    expect(await one.ask({ ...turn("a"), refused: "x" }, longEnough)).toEqual({ answer: { n: 2 } });
  });

  it("is not given the farm's token", async () => {
    process.env.DROVER_TOKEN = "secret";
    const one = running(onLine(say("{ token: process.env.DROVER_TOKEN ?? null }")));
    delete process.env.DROVER_TOKEN;
    expect(await one.ask(turn("a"), longEnough)).toEqual({ answer: { token: null } });
  });
});

describe("a program that fails", () => {
  it("by ending is told with its code and its last words", async () => {
    const one = running(onLine('console.error("no key"); process.exit(3);'));
    expect(await failureOf(one.ask(turn("a"), longEnough))).toBe(
      "ended with code 3; its last output: no key",
    );
    expect(await failureOf(one.ask(turn("b"), longEnough))).toContain("ended with code 3");
  });

  it("by not being there is told so", async () => {
    agent = new AgentProcess(["/no/such/program"], { onStderr: () => undefined, onStray: () => undefined });
    expect(await failureOf(agent.ask(turn("a"), longEnough))).toContain("could not be started");
  });

  it("by silence is ended", async () => {
    const one = running("setInterval(() => undefined, 1000)");
    expect(await failureOf(one.ask(turn("a"), 1))).toBe("did not reply within 0 s");
    expect(await failureOf(one.ask(turn("b"), longEnough))).toContain("was ended by SIGKILL");
  });

  it("by a line without an end is stopped before it fills the memory", async () => {
    const one = running(onLine('const more = () => process.stdout.write("x".repeat(100000), more); more();'));
    expect(await failureOf(one.ask(turn("a"), longEnough))).toContain(
      "a line of more than 1,000,000 characters",
    );
  });

  it("on stderr is shown line by line, each cut", async () => {
    const one = running(
      onLine(
        `if (told.type === "end") process.exit(); console.error("y".repeat(5000)); console.error("z"); ${say("{}")}`,
      ),
    );
    await one.ask(turn("a"), longEnough);
    await one.close({ type: "end" });
    expect(said).toEqual([`| ${"y".repeat(2_000)}`, "| z"]);
  });
});
