import { renderEvent } from "../../history/history-event.ts";
import { read } from "../action.ts";
import { errors } from "../api-error.ts";
import { executionArnOf, optionalFlag, pageSize, pageStart, pageToken } from "../request.ts";

export const getExecutionHistory = read((engine, request) => {
  const arn = executionArnOf(request);
  const limit = pageSize(request);
  const start = pageStart(request) ?? 0;
  const includeData = optionalFlag(request, "includeExecutionData", true);
  const record = engine.findRecord(arn);
  if (record === undefined) throw errors.executionDoesNotExist(arn);
  const history = engine.journal.history(record.id);
  const ordered = optionalFlag(request, "reverseOrder", false) ? [...history].reverse() : history;
  const end = start + limit;
  return {
    events: ordered.slice(start, end).map((event) => renderEvent(event, includeData)),
    ...(end < ordered.length ? { nextToken: pageToken(end) } : {}),
  };
});
