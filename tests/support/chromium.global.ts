import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder where Chromium was unpacked for this run; empty if the installed Chrome is used. */
    chromiumFolder: string;
  }
}

const UNPACK_PROGRAM = `
import chromium from '@sparticuz/chromium';
await chromium.executablePath();
`;

/** Deletes the folder when standard input closes, which also happens if the run is killed. */
const SWEEPER_PROGRAM = `
const sweep = () => require('node:fs').rmSync(process.argv[1], { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.stdin.on('end', sweep).resume();
`;

let stopSweeping: (() => Promise<unknown>) | undefined;

/** Unpacks Chromium from its npm package on Linux x64. On other systems, tests use the installed Chrome. */
export async function setup(project: TestProject): Promise<void> {
  project.provide('chromiumFolder', await unpackChromium());
}

/** Returns the folder for `launchChromium`, which `teardown` deletes. Empty if the installed Chrome is used. */
export async function unpackChromium(): Promise<string> {
  const isPackaged = process.platform === 'linux' && process.arch === 'x64';
  return isPackaged ? unpack() : '';
}

export async function teardown(): Promise<void> {
  await stopSweeping?.();
}

async function unpack(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'laurel-chromium-'));
  sweepWhenOver(folder);
  // The package unpacks into TMPDIR, and includes the libraries only when it detects AWS Lambda.
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK_PROGRAM], {
    env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
  });
  await writeFile(path.join(folder, 'fonts', 'fonts.conf'), fontConfiguration(folder));
  return folder;
}

function sweepWhenOver(folder: string): void {
  const sweeper = spawn(process.execPath, ['-e', SWEEPER_PROGRAM, folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const swept = once(sweeper, 'exit');
  sweeper.unref();
  stopSweeping = () => {
    sweeper.ref();
    sweeper.stdin.end();
    return swept;
  };
}

function fontConfiguration(home: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path.join(home, 'fonts', 'fonts')}</dir>
  <cachedir>${path.join(home, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}
