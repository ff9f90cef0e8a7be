// The settings of this project. Drover reads them where it starts; docs/extending.md explains each part.
import { defineConfig } from "@drover/cli/config";

export default defineConfig({
  // No job goes beyond this, whatever it asks for.
  limits: { maxSteps: 50, totalSeconds: 900 },
  // Prices in US dollars for a million tokens, for models that Drover does not know.
  // prices: { "my-model": { input: 1, output: 4 } },
});
