import { defineConfig } from "vitest/config";
import { CountReporter } from "./test/hostile/count-reporter.ts";
import whole from "./vitest.config.ts";

/** `npm run test:hostile`: the doors alone, with a count of what was tried and what held. */
export default defineConfig({
  ...whole,
  test: {
    ...whole.test,
    include: ["test/hostile/**/*.test.ts"],
    reporters: ["default", new CountReporter()],
  },
});
