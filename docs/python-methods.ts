import { namedRoutes } from "./client-routes.ts";
import { answerOf, documentedTypes, jsonOf, type Operation, type Schema } from "./client-types.ts";
import { hasMembers, type PythonTypes, pascal, pythonName } from "./python-types.ts";

type NamedRoute = ReturnType<typeof namedRoutes>[number];

const snake = (name: string): string => pythonName(name.replaceAll(/-|(?=[A-Z])/g, "_").toLowerCase());

/** `api_methods.py`: a class for each group of routes, with a method for each route. */
export function pythonMethods(types: PythonTypes): string {
  const operations = new Map(documentedTypes().operations.map((one) => [one.operationId, one]));
  const groups = Map.groupBy(namedRoutes(), ({ group }) => group);
  const classes = [...groups].map(([group, members]) =>
    [
      `class ${pascal(group)}Group(Group):`,
      ...members.flatMap((route) => {
        const operation = operations.get(route.name);
        return operation ? method(route, operation, types) : [];
      }),
    ].join("\n"),
  );
  return [
    '"""The API\'s routes by group. Written by `npm run openapi`."""',
    "from __future__ import annotations",
    "from collections.abc import Iterator",
    "from typing import TYPE_CHECKING, Any, Literal, Unpack",
    "from .connection import Connection, Group, segment",
    "from .events import Event",
    "if TYPE_CHECKING:",
    "    from .api_types import *",
    "",
    ...classes.map((text) => `\n${text}\n`),
    "",
    "class Groups:",
    "    def __init__(self, connection: Connection) -> None:",
    ...[...groups.keys()].map((group) => `        self.${snake(group)} = ${pascal(group)}Group(connection)`),
    "",
  ].join("\n");
}

function method(route: NamedRoute, operation: Operation, types: PythonTypes): readonly string[] {
  const { name, short, takesKey, route: asked } = route;
  const { parameters = [], requestBody, responses, summary } = operation;
  const named = (where: string) => parameters.filter((one) => one.in === where);
  const answer = answerOf(responses);
  const isStream = answer?.content?.["text/event-stream"] !== undefined;
  const given = bodyOf(jsonOf(requestBody), pascal(name), types);
  const options = [...named("query"), ...named("header")].map(({ name: option, required, schema }) => {
    const type = types.typeOf(schema, pascal(`${name}-${option}`));
    return `${argument(option)}: ${required ? type : `${type} | None = None`}`;
  });
  const path = named("path").map((one) => `${snake(one.name)}: str`);
  const taken = [
    "self",
    ...path,
    ...given.positional,
    ...(path.length > 0 ? ["/"] : []),
    ...(options.length > 0
      ? ["*", ...options, ...(isStream ? ["timeout_seconds: float | None = None"] : [])]
      : []),
    ...given.named,
  ];
  const passed = (where: string) =>
    `{${named(where)
      .map((one) => `"${one.name}": ${argument(one.name)}`)
      .join(", ")}}`;
  const url = `f"${asked.path.replaceAll(/\{(\w+)\}/g, (_all, one: string) => `{segment('${one}', ${snake(one)})}`)}"`;
  const rest = [given.value, `takes_key=${takesKey ? "True" : "False"}`];
  const json = jsonOf(answer);
  const returned = json ? types.typeOf(json, pascal(`${name}Answer`)) : "None";
  return [
    `    def ${snake(short)}(${taken.join(", ")}) -> ${isStream ? "Iterator[Event]" : returned}:`,
    `        ${JSON.stringify(summary)}`,
    isStream
      ? `        return self._connection.events(${url}, last_event_id, timeout_seconds)`
      : `        return self._connection.ask("${asked.method}", ${url}, ${passed("query")}, ${passed("header")}, ${rest.join(", ")})`,
    "",
  ];
}

/** Fields are named as the API names them, headers as Python does. */
const argument = (name: string): string => (name.includes("-") ? snake(name) : pythonName(name));

/** A body of fields is given by name; another one as it is. */
function bodyOf(schema: Schema | undefined, name: string, types: PythonTypes) {
  if (schema === undefined) return { positional: [], named: [], value: "None" };
  const whole = types.resolved(schema);
  if (hasMembers(whole)) {
    const type = types.argumentsOf(schema, `${name}Body`);
    return { positional: [], named: [`**body: Unpack[${type}]`], value: "body" };
  }
  if (whole.additionalProperties === false) return { positional: [], named: [], value: "{}" };
  return { positional: [`body: ${types.typeOf(schema, `${name}Body`)}`], named: [], value: "body" };
}
