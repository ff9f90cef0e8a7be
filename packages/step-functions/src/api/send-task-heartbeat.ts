import { change } from "./action.ts";
import { heartbeatByToken } from "./send-task.ts";

export const sendTaskHeartbeat = change(heartbeatByToken);
