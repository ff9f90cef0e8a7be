import { writeFile } from "node:fs/promises";
import path from "node:path";
import { openapiDocument } from "#functions/api/openapi-document.ts";

await writeFile(
  path.join(import.meta.dirname, "openapi.json"),
  `${JSON.stringify(openapiDocument(), null, 2)}\n`,
);
