import { expect, it } from "vitest";
import { JobRequest } from "#shared/contracts/job/job-request.ts";

it("shows elements, and a picture where they may not do, when a job says nothing of it", () => {
  expect(JobRequest.parse({ task: "Look" }).perception).toEqual({
    tree: "always",
    picture: "auto",
    ocr: "auto",
    marks: false,
    metadata: true,
  });
});

it("refuses a job whose agent would see nothing", () => {
  const read = JobRequest.safeParse({ task: "Look", perception: { tree: "never", picture: "never" } });
  expect(read.error?.issues).toMatchObject([{ path: ["perception", "picture"] }]);
});
