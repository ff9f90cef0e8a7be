import { vi } from "vitest";

/**
 * Before each file of a worker that several share: our own modules are evaluated anew, so that no file finds what another left in
 * them. Packages stay loaded, which is what takes the time.
 */
vi.resetModules();
