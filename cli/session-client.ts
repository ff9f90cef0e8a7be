import type * as z from "zod";
import type { LiveLinkRequest } from "#shared/contracts/api/responses/live-response.ts";
import type {
  SessionAct,
  SessionDo,
  SessionQuery,
  SessionRequestBody,
} from "#shared/contracts/api/responses/session-response.ts";
import type { AppSource } from "#shared/contracts/device/app-source.ts";
import { type ApiAddress, callsTo } from "./call-route.ts";

type Sent<Schema extends z.ZodType> = z.input<Schema>;

/** The part of the public API that sessions are driven by. Throws CommandFailure with the problem's words. */
export function createSessionClient(address: ApiAddress) {
  const call = callsTo(address);
  return {
    begin: (body: Sent<typeof SessionRequestBody>) => call("createSession", { body }),
    list: (query: Sent<typeof SessionQuery> = {}) => call("listSessions", { query }),
    read: (id: string, waitSeconds = 0) => call("readSession", { id, query: { wait: waitSeconds } }),
    goOn: (id: string) => call("continueSession", { id }),
    end: (id: string) => call("endSession", { id }),
    observe: (id: string, look = false) => call("observeSession", { id, query: { look: String(look) } }),
    act: (id: string, body: Sent<typeof SessionAct>) => call("actInSession", { id, body }),
    do: (id: string, body: Sent<typeof SessionDo>) => call("doInSession", { id, body }),
    screenshot: (id: string) => call("sessionScreenshot", { id }),
    upload: (id: string) => call("uploadToSession", { id }),
    install: (id: string, app: Sent<typeof AppSource>) => call("installInSession", { id, body: app }),
    uploadFirst: () => call("uploadForSession"),
    push: (id: string, path: string, uploadId: string) =>
      call("putSessionFile", { id, body: { path, uploadId } }),
    pull: (id: string, path: string) => call("getSessionFile", { id, query: { path } }),
    logcat: (id: string, query: { lines?: number; tag?: string; level?: string }) =>
      call("sessionLogcat", { id, query }),
    openAdb: (id: string, holdSeconds?: number) =>
      call("openSessionAdb", { id, body: holdSeconds === undefined ? {} : { holdSeconds } }),
    link: (id: string, body: Sent<typeof LiveLinkRequest>) => call("createSessionLink", { id, body }),
    links: (id: string) => call("listSessionLinks", { id }),
    unlink: (id: string, linkId: string) => call("revokeSessionLink", { id, linkId }),
    closeAdb: (id: string) => call("closeSessionAdb", { id }),
  };
}
export type SessionClient = ReturnType<typeof createSessionClient>;
