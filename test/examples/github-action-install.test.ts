import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import packageFile from "../../package.json" with { type: "json" };

const run = promisify(execFile);
const action = path.resolve(import.meta.dirname, "../../.github/actions/drover");
const { version } = packageFile;
const file = `${packageFile.name.replace("@", "").replace("/", "-")}-${version}.tgz`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "drover-action-"));
  // Stands for the packed Drover: its command says that it ran.
  const source = path.join(folder, "source");
  await mkdir(source);
  await writeFile(
    path.join(source, "package.json"),
    JSON.stringify({ name: packageFile.name, version, bin: { drover: "drover.sh" } }),
  );
  const command = `#!/usr/bin/env bash\necho "$*" >>"$CALLS"\n[[ "$1 $2" == "batch run" ]] && echo 01JBATCH\nexit 0\n`;
  await writeFile(path.join(source, "drover.sh"), command);
  await run("npm", ["pack", "--pack-destination", folder], { cwd: source });
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

/** As GitHub's runner calls the first step: in the folder of the workflow. */
async function install(name: string, given: Readonly<Record<string, string>>) {
  const temporary = path.join(folder, name);
  await mkdir(temporary);
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    RUNNER_TEMP: temporary,
    GITHUB_ACTION_PATH: action,
    GITHUB_SERVER_URL: "http://127.0.0.1:9",
    ACTION_REPOSITORY: "your-organisation/drover",
    INPUT_PACKAGE: "",
    npm_config_fetch_retries: "0",
    ...given,
  };
  return run(path.join(action, "install.sh"), { cwd: folder, env }).then(() => temporary);
}

it("[spec R17] installs the packed file that a workflow names, and its script runs that", async () => {
  const temporary = await install("named", { INPUT_PACKAGE: `./${file}` });
  const calls = path.join(temporary, "calls");
  const env = {
    ...{ PATH: process.env.PATH, RUNNER_TEMP: temporary, CALLS: calls, GITHUB_OUTPUT: `${calls}.output` },
    ...{ INPUT_TASKS: "tasks.yaml", INPUT_MIN_SUCCESS: "", INPUT_ARGUMENTS: "", INPUT_TOKEN: "t" },
    ...{ INPUT_API_URL: "https://farm.example", INPUT_PHONES: "2", INPUT_RESULTS: "r.xml", INPUT_EXPORT: "" },
  };
  await run(path.join(action, "run.sh"), { env });
  expect(await readFile(calls, "utf8")).toContain("batch run tasks.yaml --detach\nbatch watch 01JBATCH\n");
}, 60_000);

it("[spec R17] installs the file of its version from its own repository's releases, and says where none is", async () => {
  const packed = await readFile(path.join(folder, file));
  const server = createServer(({ url }, response) => {
    const isThere = url === `/your-organisation/drover/releases/download/v${version}/${file}`;
    response.writeHead(isThere ? 200 : 404).end(isThere ? packed : "");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    const temporary = await install("released", { GITHUB_SERVER_URL: url });
    const own = path.join(temporary, "drover/node_modules", packageFile.name, "package.json");
    expect(JSON.parse(await readFile(own, "utf8"))).toMatchObject({ version });
    const other = install("missing", { GITHUB_SERVER_URL: url, ACTION_REPOSITORY: "somebody/else" });
    await expect(other).rejects.toMatchObject({
      code: 10,
      stdout: expect.stringContaining(`::error::npm cannot install ${url}/somebody/else/releases/`),
    });
  } finally {
    server.close();
  }
}, 60_000);
