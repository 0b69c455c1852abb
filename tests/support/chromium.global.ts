import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where this run's own Chromium was unpacked; empty where an installed Chrome is used. */
    chromiumFolder: string;
  }
}

const UNPACK_PROGRAM = `
import chromium from '@sparticuz/chromium';
await chromium.executablePath();
`;

/** Waits until its standard input closes, which happens when the run ends, however it ends; then the folder goes. */
const SWEEPER_PROGRAM = `
const sweep = () => require('node:fs').rmSync(process.argv[1], { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.stdin.on('end', sweep).resume();
`;

let stopSweeping: (() => Promise<unknown>) | undefined;

/**
 * Unpacks the Chromium that comes as an npm package, with the libraries and fonts it needs, into a folder of this run. The package
 * unpacks into the temporary folder and takes these libraries along only where it believes to be on one host: both are told
 * to a process of its own. It exists for Linux on x64; elsewhere the tests use the Chrome that is installed.
 */
export async function setup(project: TestProject): Promise<void> {
  project.provide('chromiumFolder', await unpackChromium());
}

/** Answers the folder for `launchChromium`; `teardown` removes it. */
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
