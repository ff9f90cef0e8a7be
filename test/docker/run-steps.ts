// Runs the RUN steps of docker/*.Dockerfile in a clean folder instead of an image, then what the image would start, with --help:
// npm run test:docker. It packs Drover first and installs it twice: a minute, on a busy machine two.
import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { DockerfileParser } from "../tools/dockerfile.ts";

const root = path.resolve(import.meta.dirname, "../..");
const say = (line: string): boolean => process.stdout.write(`${line}\n`);
const top = mkdtempSync(path.join(tmpdir(), "drover-docker-"));

/** Paths of the image become paths of the folder; packages of the system are only asked for, not installed. */
const inFolder = (command: string, folder: string): string =>
  command
    .replaceAll(/\/(opt|var\/lib)\/drover/g, `${folder}/$1/drover`)
    .replaceAll(/apt-get install/g, "apt-get --simulate install")
    .replaceAll(/rm -rf \/var\/lib\/apt\/lists\/\*/g, "true");

function runSteps(file: string, packed: string): void {
  const folder = path.join(top, path.basename(file, ".Dockerfile"));
  mkdirSync(path.join(folder, "opt"), { recursive: true });
  execFileSync("cp", [packed, path.join(folder, "opt/drover.tgz")]);
  const dockerfile = DockerfileParser.parse(readFileSync(path.join(root, file), "utf8"));
  const env = { ...process.env, PATH: `${folder}/opt/drover/bin:${process.env.PATH}` };
  const run = (command: string): void => {
    say(`${file}: ${command}`);
    execFileSync("sh", ["-euc", command], { cwd: folder, env, stdio: ["ignore", "ignore", "inherit"] });
  };
  for (const instruction of dockerfile.getInstructions())
    if (instruction.getInstruction() === "RUN")
      run(inFolder((instruction.getArgumentsContent() ?? "").replaceAll(/\\\n/g, ""), folder));
  const [entry] = dockerfile.getENTRYPOINTs();
  const words = entry?.getJSONStrings().map((word) => word.getJSONValue()) ?? [];
  run(`${words.join(" ")} --help`);
}

try {
  execFileSync("npm", ["pack", "--pack-destination", top], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [name = ""] = readdirSync(top).filter((file) => file.endsWith(".tgz"));
  renameSync(path.join(top, name), path.join(top, "drover.tgz"));
  for (const file of globSync("docker/*.Dockerfile", { cwd: root }))
    runSteps(file, path.join(top, "drover.tgz"));
  say("all steps ran");
} finally {
  rmSync(top, { recursive: true, force: true });
}
