/** Puts objects, saying each once it was answered, until somebody kills it: durability.test.ts. */
import { openObjects } from "../../src/s3/start-objects.ts";

const [dataDir = ""] = process.argv.slice(2);
const objects = await openObjects({ dataDir });

async function put(path: string, body: string): Promise<void> {
  const { status } = await objects.service({
    method: "PUT",
    path,
    query: "",
    headers: {},
    body: Buffer.from(body),
  });
  if (status !== 200) throw new Error(`${path} was answered ${status}`);
}

await put("/kept", "");
for (let count = 1; ; count += 1) {
  // By turns a body that is a file and one that is a row.
  await put(`/kept/${count % 20}`, `${count};`.repeat(count % 2 === 0 ? 50 : 20_000));
  await new Promise<void>((resolve) => process.stdout.write(`${count}\n`, () => resolve()));
}
