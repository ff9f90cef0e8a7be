import { droverCommand as sources } from "#shared/project-files.ts";

/** What build-drover.ts has built for the run; else the sources, which take a third longer to start. */
export const droverCommand = process.env.BUILT_DROVER ?? sources;

/** For a process that is to find nothing else of whoever runs the tests. */
export const cleanEnvironment = {
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
};
