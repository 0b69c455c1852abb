import { PassThrough } from 'node:stream';
import type { Command } from 'commander';
import { makeProgram } from './program.ts';
import type { Run } from './tree/runner.ts';

const noopRun: Run = () => () => Promise.resolve();

/** Returns the help of each command by its path, like 'laurel years add'. The build saves it for bin.js. */
export function helpTexts(): Record<string, string> {
  const nowhere = new PassThrough();
  let shown = '';
  const program = makeProgram(noopRun, { stdin: nowhere, stdout: nowhere, stderr: nowhere }, (text) => {
    shown += text;
  });
  const helpOf = (command: Command) => {
    shown = '';
    command.outputHelp();
    return shown;
  };
  const textsOf = (command: Command, path: string): [string, string][] => [
    [path, helpOf(command)],
    ...command.commands.flatMap((one) => textsOf(one, `${path} ${one.name()}`)),
  ];
  return Object.fromEntries(textsOf(program, program.name()));
}
