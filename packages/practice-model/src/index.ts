export { mostActions } from "./answer-request.ts";
export { ChatService } from "./chat/chat-service.ts";
export { promptBlocks, tokensOf } from "./count-tokens.ts";
export type { MessagesRequest } from "./messages-request.ts";
export { answerAboutApps } from "./practice/answer-about-apps.ts";
export { decide } from "./practice/decide.ts";
export { farmFaults } from "./practice/farm-faults.ts";
export { fillAnswerForm } from "./practice/fill-answer-form.ts";
export { readGoals } from "./practice/goals/read-goals.ts";
export { readPrompt } from "./practice/prompt/read-prompt.ts";
export { answerTools } from "./practice/roles/answer-tools.ts";
export { practiceRoles } from "./practice/roles/practice-roles.ts";
export { PromptCache } from "./prompt-cache.ts";
export { Scenario, type ScenarioInput } from "./scenario.ts";
export { modelUsage, readModelArguments, startModelCommand, UsageError } from "./server-command.ts";
export {
  type ModelServer,
  type ModelServerOptions,
  practiceModel,
  startModelServer,
} from "./start-model-server.ts";
