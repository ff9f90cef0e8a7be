#!/usr/bin/env node
import { runProgram } from "./run-program.ts";
import { surviveOutputErrors } from "./terminal/output-errors.ts";

surviveOutputErrors();
const exitCode = await runProgram(process.argv.slice(2));
if (exitCode !== null) process.exitCode = exitCode;
