import {
  forEachChild,
  type ParsedScript,
  type ParseError,
  parse,
  type Script,
  type SyntaxNode,
} from "unbash";

/** A command line that the shell refuses before it runs anything; `message` is what follows `/system/bin/sh: `. */
export class ShellSyntaxError extends Error {
  /** More lines could make it whole. */
  readonly isIncomplete: boolean;

  constructor(message: string, isIncomplete = false) {
    super(message);
    this.isIncomplete = isIncomplete;
  }
}

/** Longer and deeper than people write: it would only exhaust our own stack. */
const longestScript = 1024 * 1024;
const maximumDepth = 150;

/** Takes a whole script apart. Throws `ShellSyntaxError` with mksh's text, also for what this shell does not do. */
export function parseScript(text: string): Script {
  if (text.length > longestScript) throw new ShellSyntaxError("syntax error: script too long");
  const script = parse(text);
  checkNode(script, text, 0);
  return script;
}

function checkNode(node: SyntaxNode, source: string, depth: number): void {
  if (depth > maximumDepth) throw new ShellSyntaxError("syntax error: nested too deeply");
  const inner = node.type === "Script" ? (node.source ?? source) : source;
  if (node.type === "Script") checkErrors(node, inner);
  const refused = refusal(node);
  if (refused !== null) throw refused;
  forEachChild(node, (child) => checkNode(child, inner, depth + 1));
}

function checkErrors(script: ParsedScript, source: string): void {
  const errors = script.errors ?? [];
  const end = source.trimEnd().length;
  // What is missing at the end matters before what stands there too early.
  const first =
    errors.find(({ pos, message }) => pos >= end || message.startsWith("unterminated")) ?? errors[0];
  if (first !== undefined) throw inMkshWords(first, source);
}

/** The parser's complaint as mksh says it. */
function inMkshWords({ message, pos }: ParseError, source: string): ShellSyntaxError {
  if (/^unterminated (?:single quote|double quote|backtick|ANSI-C|parameter)/.test(message))
    return new ShellSyntaxError("no closing quote", true);
  if (/^unterminated (?:command sub|arith|extended)/.test(message))
    return new ShellSyntaxError("syntax error: unmatched '('", true);
  const unmatched = /to close (?:'(\S+)'|(subshell)|brace group)/.exec(message);
  const token = /^\s*(&&|\|\||;;|[;&|()<>]|[^\s;&|()<>]+)/.exec(source.slice(pos))?.[1];
  if (token !== undefined && !message.startsWith("unterminated"))
    return new ShellSyntaxError(`syntax error: unexpected '${token}'`);
  if (unmatched !== null) {
    const opening = unmatched[1] ?? (unmatched[2] === undefined ? "{" : "(");
    return new ShellSyntaxError(`syntax error: unmatched '${opening}'`, true);
  }
  return new ShellSyntaxError("syntax error: unexpected EOF", true);
}

const unsupported = (what: string): ShellSyntaxError =>
  new ShellSyntaxError(`${what} is not supported by this virtual phone's shell`);

/** What bash's grammar takes and mksh does not, and what mksh does and this shell does not. */
function refusal(node: SyntaxNode): ShellSyntaxError | null {
  switch (node.type) {
    case "ProcessSubstitution":
      return new ShellSyntaxError("syntax error: unexpected '('");
    case "Coproc":
      return unsupported("'coproc'");
    case "Select":
      return unsupported("'select'");
    case "ArithmeticFor":
      return new ShellSyntaxError("syntax error: unexpected '('");
    case "LocaleString":
      return unsupported('quoting with $"…"');
    case "ArrayValue":
      return unsupported("an array");
    case "Assignment":
      return node.index === undefined ? null : unsupported("an array");
    case "ArithmeticExpansion":
      return node.text.startsWith("$[") ? unsupported("arithmetic $[…]") : null;
    case "Pipeline":
      return node.operators.includes("|&") ? unsupported("a coprocess with |&") : null;
    case "CaseItem":
      return node.terminator === ";&" || node.terminator === ";;&"
        ? unsupported(`'${node.terminator}'`)
        : null;
    case "TestBinary":
      return node.operator === "=~"
        ? new ShellSyntaxError("syntax error: unexpected operator/operand '=~'")
        : null;
    case "ExtendedGlob":
      return node.parts?.every(({ type }) => type === "Literal" || type === "Glob") === false
        ? unsupported("an expansion in a pattern list")
        : null;
    case "FileDescriptorVariable":
      return unsupported("redirection of {name}");
    case "Redirect":
      return node.operator === "<>" ? unsupported("redirection with <>") : null;
    case "HereDoc":
      return node.closing === undefined
        ? new ShellSyntaxError(`here document '${node.delimiter?.value ?? ""}' unclosed`, true)
        : null;
    case "ParameterExpansion":
      return refusedExpansion(node);
    default:
      return null;
  }
}

function refusedExpansion(
  node: SyntaxNode & { readonly type: "ParameterExpansion" },
): ShellSyntaxError | null {
  const bad = new ShellSyntaxError(`${node.text}: bad substitution`);
  if (node.index !== undefined) return unsupported("an array");
  if (node.prefix === "!" || !/^(?:[A-Za-z_]\w*|\d+|[@*#?$!-])$/.test(node.parameter)) return bad;
  const { operation } = node;
  if (operation === undefined) return null;
  if (node.prefix === "#") return bad;
  if (operation.type === "Transform") return operation.operand.text === "Q" ? null : bad;
  if (operation.type === "Slice")
    return operation.offset.text === "" || "@*".includes(node.parameter) ? bad : null;
  return operation.type === "Default" || operation.type === "Remove" || operation.type === "Replace"
    ? null
    : bad;
}
