import { existsSync, openAsBlob } from "node:fs";
import type * as z from "zod";
import type { AppSource } from "#shared/contracts/device/app-source.ts";
import type { SessionClient } from "../session-client.ts";
import { because } from "../terminal/because.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

const transferMilliseconds = 300_000;

/** Sends a file of this machine to storage, for one session alone (null: the next); answers its uploadId. @throws CommandFailure */
export async function uploadFile(api: SessionClient, id: string | null, file: string): Promise<string> {
  const body = await contentOf(file);
  const { uploadId, url, fields, maxBytes } = await (id === null ? api.uploadFirst() : api.upload(id));
  if (body.size > maxBytes)
    throw new CommandFailure(
      exitCodes.usage,
      `${file} is larger than ${Math.floor(maxBytes / 1_048_576)} MB.`,
      ["Copy it through 'drover session adb <session>'."],
    );
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set("file", body);
  await transferred(() => fetch(url, { method: "POST", body: form, signal: deadline() }));
  return uploadId;
}

async function contentOf(file: string): Promise<Blob> {
  try {
    return await openAsBlob(file);
  } catch (error) {
    const cause = existsSync(file) ? because(error) : "there is no such file";
    throw new CommandFailure(exitCodes.usage, `${file} cannot be read: ${cause}.`);
  }
}

/** What the API takes for an app: a link, which may end in `#sha256=…`, as it is; a file of this machine once it was sent. */
export async function appSource(
  api: SessionClient,
  id: string | null,
  app: string,
): Promise<z.input<typeof AppSource>> {
  if (!/^https?:\/\//i.test(app)) return { uploadId: await uploadFile(api, id, app) };
  const [url = "", sha256] = app.split("#sha256=");
  return { url, ...(sha256 === undefined ? {} : { sha256: sha256.toLowerCase() }) };
}

const deadline = (): AbortSignal => AbortSignal.timeout(transferMilliseconds);

async function transferred(transfer: () => Promise<Response>): Promise<Response> {
  const response = await transfer().catch((error: unknown) => {
    throw new CommandFailure(exitCodes.error, `The farm's storage is not reachable: ${because(error)}.`);
  });
  if (response.ok) return response;
  throw new CommandFailure(exitCodes.error, `The farm's storage replied with status ${response.status}.`);
}
