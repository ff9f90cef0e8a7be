import { defineConfig } from "vitest/config";
import { CountReporter } from "./test/hostile/count-reporter.ts";
import whole from "./vitest.config.ts";

const { projects: _everything, ...settings } = whole.test ?? {};

/** `npm run test:hostile`: the doors alone, with a count of what was tried and what held. */
export default defineConfig({
  ...whole,
  test: {
    ...settings,
    include: ["test/hostile/**/*.test.ts"],
    reporters: ["default", new CountReporter()],
  },
});
