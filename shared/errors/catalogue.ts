import { agentErrors } from "./catalogue/agent-errors.ts";
import { callerErrors } from "./catalogue/caller-errors.ts";
import { deviceErrors } from "./catalogue/device-errors.ts";
import { farmErrors } from "./catalogue/farm-errors.ts";
import { modelServiceErrors } from "./catalogue/model-service-errors.ts";

/** Every error Drover raises, by code. Each has a page in docs/errors, whose first paragraph is written from here. */
export const catalogue = {
  ...callerErrors,
  ...agentErrors,
  ...modelServiceErrors,
  ...deviceErrors,
  ...farmErrors,
};

export type ErrorCode = keyof typeof catalogue;
export const isErrorCode = (name: string): name is ErrorCode => Object.hasOwn(catalogue, name);
