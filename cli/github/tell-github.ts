import { appendFile } from "node:fs/promises";
import { because } from "../terminal/because.ts";
import { progress } from "../terminal/terminal.ts";

/** GitHub takes 1 MiB of a step. */
const mostCharacters = 200_000;

export interface GithubReport {
  /** Markdown. */
  readonly summary: string;
  /** Lines of workflow-command.ts; GitHub shows ten of a kind. */
  readonly annotations: readonly string[];
}

export const isInGithub = (environment: NodeJS.ProcessEnv = process.env): boolean =>
  environment.GITHUB_ACTIONS === "true";

/** The page of a run and its annotations. A report that cannot be given changes nothing of how the command ends. */
export async function tellGithub(make: () => Promise<GithubReport>): Promise<void> {
  if (!isInGithub()) return;
  try {
    const { summary, annotations } = await make();
    for (const line of annotations) progress(line);
    const { GITHUB_STEP_SUMMARY: file } = process.env;
    if (file) await appendFile(file, `${summary.slice(0, mostCharacters)}\n`);
  } catch (error) {
    progress(`warning: this run was not reported to GitHub: ${because(error)}`);
  }
}
