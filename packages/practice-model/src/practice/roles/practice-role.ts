import type { MessagesRequest } from "../../messages-request.ts";

/** How the practice model answers as one of the roles: the input of the role's tool, from its prompt alone. */
export type PracticeRole = (text: string, request: MessagesRequest) => unknown;
