import { parseAction } from "#agent/targets/parse-action.ts";
import { resolveTurn } from "#agent/targets/resolve-turn.ts";
import { agentTools } from "#agent/targets/tool-schema.ts";
import { actionContext } from "#device-host/actions/action-context.ts";
import { checkEnter, checkPolicy } from "#device-host/policy/check-policy.ts";
import { TypedSecrets } from "#device-host/secrets/typed-secrets.ts";
import { createActionCatalogue, hostAction } from "#shared/actions/action-catalogue.ts";
import { finish } from "#shared/actions/built-in/finish.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import type { EnvAction, EnvTool } from "#shared/contracts/env/env-messages.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { unexpected } from "#shared/errors/wire-error.ts";
import type { EnvDevice, EnvScreen, PreparedDevice } from "./devices/env-device.ts";
import { EnvError } from "./env-error.ts";

/** What an agent can do by itself: nobody is there to be asked, and no other tools. */
const catalogue = createActionCatalogue(
  builtInActions.offered.filter(({ name, device }) => device !== undefined || name === finish.name),
);

/** Looks again without a step. */
export const lookTool = "look";
/** By its name among tools, which are in small letters. */
const finishTool = "finish";
const toolName = (action: string): string => (action === finish.name ? finishTool : action);

const told: Readonly<Record<string, string>> = {
  [lookTool]: "Read the task and the screen again. It is no step.",
  [finishTool]:
    "End the task: 'success' when it is done, with the answer if it asks for one, or 'infeasible' when it cannot be done.",
};

/** In the order of the action list, after `look`. */
export const envTools: readonly EnvTool[] = [
  { name: lookTool, description: told[lookTool] ?? "", input_schema: { type: "object", properties: {} } },
  ...agentTools(catalogue).map(({ name, description, parameters }) => ({
    name: toolName(name),
    description: told[toolName(name)] ?? description,
    input_schema: parameters,
  })),
];
/** The same as actions of a step. */
export const envActionSchemas: readonly object[] = agentTools(catalogue).map(({ name, parameters }) => ({
  ...parameters,
  properties: { action: { const: name }, ...(parameters.properties as object) },
  required: ["action", ...((parameters.required as readonly string[] | undefined) ?? [])],
}));
export const envActionNames: readonly string[] = catalogue.offered.map(({ name }) => name);

/** As the action list has it. @throws EnvError VALIDATION_ERROR, which names the field and what may stand there */
export function readAction(given: EnvAction): StoredAction {
  const { metadata: _, ...rest }: Readonly<Record<string, unknown>> = given;
  const named: Readonly<Record<string, unknown>> =
    rest.type === "call_tool" ? { ...(rest.arguments as object), action: rest.tool_name } : rest;
  if (named.action === lookTool) return { action: lookTool };
  try {
    return parseAction(named, catalogue);
  } catch (error) {
    if (!(error instanceof DroverError)) throw error;
    const { field, value } = error.details;
    const errors = [
      { loc: ["action", String(field)], msg: error.message, type: "value_error", input: value },
    ];
    throw new EnvError("VALIDATION_ERROR", error.message, { errors, cause: error });
  }
}

interface Acting {
  readonly device: EnvDevice;
  readonly prepared: PreparedDevice;
  readonly seen: EnvScreen;
  readonly signal: AbortSignal;
}

interface Acted {
  readonly ok: boolean;
  /** Why not. */
  readonly message: string;
}

/** Does one action as a host does. What the agent can mend is an answer. @throws what is wrong with the device or the way to it */
export async function act(
  action: StoredAction,
  { device, prepared: { policy, apps }, seen, signal }: Acting,
): Promise<Acted> {
  const { clock } = device;
  const adb = device.adb.with({ signal });
  const { tree, facts, screen } = seen;
  try {
    for (const { deviceAction } of resolveTurn([action], catalogue, { tree, apps })) {
      if (deviceAction === undefined) continue;
      const hosted = hostAction(deviceAction, catalogue);
      await checkPolicy(hosted, policy, { adb, package: facts.package, tree });
      const acting = {
        device: { facts: { model: "", apiLevel: 1 } },
        adb,
        screen,
        signal,
        urlSchemes: policy.urls.schemes,
        checkEnter: () => checkEnter(policy, adb, new TypedSecrets()),
      };
      await hosted.definition.run(hosted.parameters, actionContext(acting, { clock, config: {} }));
    }
    return { ok: true, message: "" };
  } catch (error) {
    const known = unexpected(error);
    if (known.audience !== "model") throw known;
    return { ok: false, message: known.message.slice(0, 1_000) };
  }
}
