const invoke = (FunctionName: string, key: string) => ({
  Type: "Task",
  Resource: "arn:aws:states:::lambda:invoke",
  Arguments: { FunctionName, Payload: { key: `{% $states.context.Execution.Name & '${key}' %}` } },
  Output: "{% $states.result.Payload %}",
});

const perItem = "/' & $string($states.context.Map.Item.Value) & '";

/** Everything a kill may interrupt: a wait, calls, a retry, a token, branches, and iterations. */
export const workload = {
  QueryLanguage: "JSONata",
  StartAt: "Pause",
  States: {
    Pause: {
      Type: "Wait",
      Seconds: 1,
      Assign: { name: "{% $states.context.Execution.Name %}" },
      Next: "Call",
    },
    Call: { ...invoke("echo", "/call"), Assign: { called: "{% $states.result.Payload %}" }, Next: "Flaky" },
    Flaky: {
      ...invoke("flaky", "/flaky' & $string($states.context.State.RetryCount) & '"),
      Retry: [{ ErrorEquals: ["Flaky"], IntervalSeconds: 1, MaxAttempts: 2, JitterStrategy: "FULL" }],
      Next: "Ask",
    },
    Ask: {
      Type: "Task",
      Resource: "arn:aws:states:::lambda:invoke.waitForTaskToken",
      Arguments: {
        FunctionName: "ask",
        Payload: { key: "{% $name & '/ask' %}", token: "{% $states.context.Task.Token %}" },
      },
      TimeoutSeconds: 120,
      Assign: { answer: "{% $states.result %}" },
      Next: "Fan",
    },
    Fan: {
      Type: "Parallel",
      Branches: [
        {
          StartAt: "Each",
          States: {
            Each: {
              Type: "Map",
              Items: [1, 2, 3],
              MaxConcurrency: 2,
              ItemProcessor: { StartAt: "One", States: { One: { ...invoke("echo", perItem), End: true } } },
              End: true,
            },
          },
        },
        { StartAt: "Side", States: { Side: { Type: "Pass", Output: "side", End: true } } },
      ],
      Next: "Spread",
    },
    Spread: {
      Type: "Map",
      Items: [1, 2, 3, 4],
      MaxConcurrency: 2,
      ItemProcessor: {
        ProcessorConfig: { Mode: "DISTRIBUTED", ExecutionType: "STANDARD" },
        StartAt: "Twice",
        States: { Twice: { Type: "Pass", Output: "{% $states.input * 2 %}", End: true } },
      },
      Assign: { spread: "{% $states.result %}" },
      Next: "Done",
    },
    Done: {
      Type: "Succeed",
      Output: { called: "{% $called %}", answer: "{% $answer %}", spread: "{% $spread %}" },
    },
  },
};

/** What an execution of the workload must end with, however often the engine died under it. */
export const expectedOutput = (name: string) => ({
  called: `${name}/call`,
  answer: `${name}/ask`,
  spread: [2, 4, 6, 8],
});
