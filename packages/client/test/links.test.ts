import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LinkProblem, openLink } from "../src/index.ts";
import { type Answer, json, startApiServer } from "./api-server.ts";

let api: Awaited<ReturnType<typeof startApiServer>>;
beforeAll(async () => {
  api = await startApiServer();
});
afterAll(() => api.close());

const wait = async (): Promise<void> => undefined;
const open = () => openLink(`${api.apiUrl}/o?X-Amz-Signature=s`, { wait });
const readAll = async (body: ReadableStream<Uint8Array<ArrayBuffer>>) => new Response(body).text();

/** Storage as S3 is: the whole with a tag, or what was asked for of it; `cut` after this many bytes. */
const stored =
  (text: string, etag: string, cut?: number): Answer =>
  (request, response) => {
    const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
    const tag = request.headers["if-match"];
    if (tag !== undefined && tag !== etag) return response.writeHead(412).end();
    const rest = text.slice(from);
    response.writeHead(from === 0 ? 200 : 206, {
      etag,
      "content-type": "text/plain",
      "content-length": rest.length,
    });
    if (cut === undefined) return response.end(rest);
    response.write(rest.slice(0, cut), () => response.destroy());
  };

describe("what a link leads to", () => {
  it("comes as a stream, with its type and its size", async () => {
    api.answer(stored("0123456789", '"a"'));
    const { body, contentType, size } = await open();
    expect([contentType, size, await readAll(body)]).toEqual(["text/plain", 10, "0123456789"]);
  });

  it("goes on where it was when its connection is lost", async () => {
    api.answer(stored("0123456789", '"a"', 4), stored("0123456789", '"a"', 3), stored("0123456789", '"a"'));
    const { body } = await open();
    expect(await readAll(body)).toBe("0123456789");
    expect(api.asked.slice(-2).map(({ headers }) => headers.range)).toEqual(["bytes=4-", "bytes=7-"]);
  });

  it("is not put together of two things that were stored there", async () => {
    api.answer(stored("0123456789", '"a"', 4), stored("abcdefghij", '"b"'));
    const { body } = await open();
    await expect(readAll(body)).rejects.toMatchObject({ name: "LinkProblem", status: 412 });
  });

  it.each([
    [404, { isGone: true, isOver: false }],
    [403, { isGone: false, isOver: true }],
  ])("that answers %i is not asked again", async (status, says) => {
    api.answer(json({}, status));
    const problem = await open().catch((error: unknown) => error);
    expect(problem).toBeInstanceOf(LinkProblem);
    expect(problem).toMatchObject({ status, ...says });
  });

  it("is asked for again when storage is busy, and given up in the end", async () => {
    api.answer(json({}, 503), stored("0", '"a"'));
    expect(await readAll((await open()).body)).toBe("0");
    api.answer(...Array.from({ length: 4 }, () => json({}, 503)));
    await expect(open()).rejects.toMatchObject({ status: 503 });
  });

  it("is hung up on by who closes it", async () => {
    const hungUp = Promise.withResolvers<void>();
    api.answer((_request, response) => {
      response.once("close", () => hungUp.resolve());
      response.writeHead(200, { etag: '"a"' }).write("0");
    });
    const opened = await open();
    await opened.close();
    await hungUp.promise;
  });
});
