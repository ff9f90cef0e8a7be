import type { SynthesisedStack } from "./cloudformation/template.ts";

type Change = (stack: SynthesisedStack) => SynthesisedStack;

/** The same stack with each resource of one kind made other, in those whose id begins so. */
const changed = (
  stack: SynthesisedStack,
  type: string,
  idPrefix: string,
  change: (properties: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): SynthesisedStack => ({
  ...stack,
  template: {
    ...stack.template,
    Resources: Object.fromEntries(
      Object.entries(stack.template.Resources).map(([id, resource]) => [
        id,
        resource.Type === type && id.startsWith(idPrefix)
          ? { ...resource, Properties: change(resource.Properties) }
          : resource,
      ]),
    ),
  },
});

/** A deployment in which the role whose policy's id begins so may not do this any more. */
export const withoutAction =
  (policyIdPrefix: string, action: string): Change =>
  (stack) =>
    changed(stack, "AWS::IAM::Policy", policyIdPrefix, (properties) => {
      const { Statement, ...document } = properties.PolicyDocument as {
        readonly Statement: readonly Statement[];
      };
      const left = Statement.map((one) => ({
        ...one,
        Action: [one.Action].flat().filter((name) => name !== action),
      }));
      return {
        ...properties,
        PolicyDocument: { ...document, Statement: left.filter(({ Action }) => Action.length > 0) },
      };
    });

interface Statement {
  readonly Action: string | readonly string[];
}

/** A deployment in which the policy of a queue or bucket whose id begins so forbids this to everybody. */
export const withDenial =
  (type: string, idPrefix: string, action: string): Change =>
  (stack) =>
    changed(stack, type, idPrefix, (properties) => {
      const { Statement, ...document } = properties.PolicyDocument as {
        readonly Statement: readonly (Statement & { readonly Resource: unknown })[];
      };
      const denial = { Effect: "Deny", Principal: "*", Action: action, Resource: Statement[0]?.Resource };
      return { ...properties, PolicyDocument: { ...document, Statement: [...Statement, denial] } };
    });

/** A deployment in which the function whose id begins so lacks a variable. */
export const withoutVariable =
  (functionIdPrefix: string, variable: string): Change =>
  (stack) =>
    changed(stack, "AWS::Lambda::Function", functionIdPrefix, (properties) => {
      const { Variables } = properties.Environment as {
        readonly Variables: Readonly<Record<string, unknown>>;
      };
      const { [variable]: _gone, ...left } = Variables;
      return { ...properties, Environment: { Variables: left } };
    });

/** A deployment with one more resource. */
export const withResource =
  (stackName: RegExp, id: string, type: string): Change =>
  (stack) =>
    stackName.test(stack.name)
      ? {
          ...stack,
          template: {
            ...stack.template,
            Resources: { ...stack.template.Resources, [id]: { Type: type, Properties: {}, DependsOn: [] } },
          },
        }
      : stack;
