import { EXIT } from './command-failure.ts';
import { interruptionBySignals } from './interruption.ts';
import { loadSettingsFile, projectRoot } from '#app/config/project-root.server.ts';
import { runProgram } from './run-program.ts';
import { printableLines } from './terminal/printable.ts';

/** Maximum delay of the exit by open handles. */
const LINGER_MS = 100;

const unreadable = loadSettingsFile(projectRoot());
if (unreadable !== null) process.stderr.write(`${printableLines(unreadable)}\n`);

const exitCode =
  unreadable === null ? await runProgram(process.argv.slice(2), process, interruptionBySignals) : EXIT.failed;
process.exitCode = exitCode;
setTimeout(() => process.exit(exitCode), LINGER_MS).unref();
