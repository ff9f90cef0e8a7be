import { createRequire } from "node:module";
import path from "node:path";
import { readyTextEngine } from "#shared/project-files.ts";
import type { ReadWord } from "./read-lines.ts";

/** Reads the text of one picture at a time, in pixels of that picture. */
export interface TextEngine {
  read(picture: Buffer): Promise<readonly ReadWord[]>;
  /** Ends it at once, whatever it is doing. */
  stop(): Promise<void>;
}

/** The model that the package brings for its neural engine alone: 3 MB, where the one for both engines has 11. */
const languageFolder = (): string =>
  path.join(
    path.dirname(createRequire(import.meta.url).resolve("@tesseract.js-data/eng/package.json")),
    "4.0.0_best_int",
  );

const engineFiles = () =>
  readyTextEngine === undefined
    ? { langPath: languageFolder() }
    : { langPath: readyTextEngine, workerPath: path.join(readyTextEngine, "worker.cjs") };

/**
 * Tesseract as WebAssembly in its own thread: loaded with the first picture, it takes a quarter of a second and
 * 200 MB. Everything it needs is installed: without these settings it would fetch its language from the network and
 * leave a copy in the working directory.
 */
export async function startTextEngine(): Promise<TextEngine> {
  // It is CommonJS: compiled into an installed Drover it has no names of its own.
  const { createWorker, OEM, PSM } = (await import("tesseract.js")).default;
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => {});
  // The library does not listen for the end of its thread: unheard, it would be the end of the host.
  process.once("worker", (thread) => thread.on("error", failed.reject));
  const worker = await Promise.race([
    createWorker("eng", OEM.LSTM_ONLY, {
      ...engineFiles(),
      cacheMethod: "none",
      gzip: true,
      // Otherwise a picture that cannot be read would throw beside its promise, and a missing language keep silent.
      errorHandler: (problem) => failed.reject(new Error(String(problem))),
    }),
    failed.promise,
  ]);
  // Text here and there, in no order, as on a screen; what its dots an inch are decides only what is said of it.
  await worker.setParameters({ tessedit_pageseg_mode: PSM.SPARSE_TEXT, user_defined_dpi: "300" });
  return {
    async read(picture) {
      const reading = worker.recognize(picture, {}, { text: false, blocks: true });
      const { data } = await Promise.race([reading, failed.promise]);
      const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((one) => one.lines));
      return lines.flatMap(({ words }, line) =>
        words.map(({ text, confidence, bbox: { x0, y0, x1, y1 } }) => ({
          text,
          confidence,
          bounds: { left: x0, top: y0, right: x1, bottom: y1 },
          line,
        })),
      );
    },
    async stop() {
      await worker.terminate();
    },
  };
}
