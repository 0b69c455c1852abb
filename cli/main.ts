import { existsSync } from 'node:fs';
import path from 'node:path';
import { interruptionBySignals } from './interruption.ts';
import { projectRoot } from './project-root.ts';
import { runProgram } from './run-program.ts';

/** How long a command whose work is done may take to let go of what it held open. */
const LINGER_MS = 100;

const settingsFile = path.join(projectRoot(), '.env');
if (existsSync(settingsFile)) process.loadEnvFile(settingsFile);

const exitCode = await runProgram(process.argv.slice(2), process, interruptionBySignals);
process.exitCode = exitCode;
setTimeout(() => process.exit(exitCode), LINGER_MS).unref();
