// Writes what derives from the contracts: docs/openapi.json and docs/*.schema.json, which are not in git, the clients' routes and types,
// what the catalogue says on the pages of errors, and the digest by which a change of the interface is reviewed. `--breaking` takes a change that breaks clients.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { openapiDocument } from "#api/farm/openapi-document.ts";
import { publishedSchemas } from "#api/farm/published-schemas.ts";
import { clientRoutes } from "./client-routes.ts";
import { clientTypes } from "./client-types.ts";
import { errorPages } from "./error-pages.ts";
import { breakingChanges, interfaceDigest } from "./interface-digest.ts";
import { pythonMethods } from "./python-methods.ts";
import { PythonTypes } from "./python-types.ts";

const write = (file: string, text: string): Promise<void> =>
  writeFile(path.join(import.meta.dirname, file), text);

for (const [file, document] of Object.entries({ "openapi.json": openapiDocument(), ...publishedSchemas() }))
  await write(file, `${JSON.stringify(document, null, 2)}\n`);
await write("../packages/client/src/routes.ts", clientRoutes());
await write("../packages/client/src/api.ts", clientTypes());
const python = new PythonTypes();
await write("../packages/python-client/drover_client/api_methods.py", pythonMethods(python));
await write("../packages/python-client/drover_client/api_types.py", python.text());
for (const [page, text] of Object.entries(errorPages())) await write(page, text);

const digest = interfaceDigest();
const committed = await readFile(path.join(import.meta.dirname, "interface-digest.txt"), "utf8").catch(
  () => "",
);
const breaking = breakingChanges(committed, digest);
if (breaking.length > 0 && !process.argv.includes("--breaking")) {
  process.stderr.write(
    `This change breaks clients:\n  ${breaking.join("\n  ")}\nIf that is meant: npm run openapi -- --breaking\n`,
  );
  process.exitCode = 1;
} else await write("interface-digest.txt", digest);
