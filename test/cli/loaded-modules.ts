import { execFile } from "node:child_process";
import path from "node:path";

const command = path.resolve(import.meta.dirname, "../../bin/drover.js");
const tellModules = `
  import { registerHooks } from "node:module";
  registerHooks({ load: (url, context, next) => { console.error("loaded", url); return next(url, context); } });
`;

/** The addresses of all modules that `drover` loads to run with these arguments. */
export const loadedModules = (...args: string[]): Promise<readonly string[]> =>
  modulesOfNode(command, ...args);

/** The same of any program of Node's. */
export function modulesOfNode(...args: string[]): Promise<readonly string[]> {
  const hook = `data:text/javascript,${encodeURIComponent(tellModules)}`;
  return new Promise((resolve) => {
    execFile(process.execPath, ["--import", hook, ...args], (_error, _stdout, stderr) => {
      const lines = stderr.split("\n").filter((line) => line.startsWith("loaded file:"));
      resolve(lines.map((line) => line.slice("loaded ".length)));
    });
  });
}
