import { userInfo } from "node:os";
import { createInterface, type ReadLineOptions } from "node:readline/promises";
import type { ApiClient } from "../api-client.ts";
import { because } from "../terminal/because.ts";
import { plain, progress } from "../terminal/terminal.ts";

/** Somebody can type, and sees what is asked. */
export const isAttended = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** One line from the keyboard, asked on stderr so that stdout stays what it is; "" when it was broken off. Ctrl-C interrupts the command. */
export async function askOnTerminal(
  words: string,
  signal?: AbortSignal,
  keyboard: ReadLineOptions = { input: process.stdin, output: process.stderr },
): Promise<string> {
  const terminal = createInterface(keyboard);
  const interrupted = new AbortController();
  // In raw mode the terminal sends no signal, and readline keeps the key to itself.
  terminal.on("SIGINT", () => {
    interrupted.abort();
    process.kill(process.pid, "SIGINT");
  });
  try {
    const either = AbortSignal.any([interrupted.signal, ...(signal === undefined ? [] : [signal])]);
    return (await terminal.question(words, { signal: either })).trim();
  } catch {
    return "";
  } finally {
    terminal.close();
  }
}

/** Who answers, as this machine knows him. */
export function answeringUser(): string | undefined {
  try {
    return userInfo().username || undefined;
  } catch {
    return undefined;
  }
}

/** Lets whoever watches a job answer its questions, and stops asking when somebody else did. */
export class TerminalAnswers {
  readonly #api: ApiClient;
  #asked = "";
  #asking = new AbortController();

  constructor(api: ApiClient) {
    this.#api = api;
  }

  /** Called with each look at the job; the question that is open now, if there is one. */
  follow(jobId: string, question: { readonly questionId: string; readonly text: string } | undefined): void {
    const id = question?.questionId ?? "";
    if (id === this.#asked) return;
    this.#asked = id;
    this.#asking.abort();
    if (question === undefined || !isAttended()) return;
    this.#asking = new AbortController();
    void this.#answer(jobId, id, this.#asking.signal);
  }

  async #answer(jobId: string, questionId: string, signal: AbortSignal): Promise<void> {
    const answer = await askOnTerminal("your answer: ", signal);
    if (answer === "") return;
    const by = answeringUser();
    await this.#api
      .answer(jobId, questionId, { answer, ...(by === undefined ? {} : { by }) })
      .catch((error: unknown) => progress(plain(because(error))));
  }

  [Symbol.dispose](): void {
    this.#asking.abort();
  }
}
