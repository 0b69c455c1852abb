import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
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

let folder = '';

/**
 * Unpacks the Chromium that comes as an npm package, with the libraries and fonts it needs, into a folder of this run. The package
 * unpacks into the temporary folder and takes these libraries along only where it believes to be on one host: both are told
 * to a process of its own. It exists for Linux on x64; elsewhere the tests use the Chrome that is installed.
 */
export async function setup(project: TestProject): Promise<void> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    folder = await mkdtemp(path.join(tmpdir(), 'laurel-chromium-'));
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK_PROGRAM], {
      env: { ...process.env, TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
    });
    await writeFile(path.join(folder, 'fonts', 'fonts.conf'), fontConfiguration(folder));
  }
  project.provide('chromiumFolder', folder);
}

export async function teardown(): Promise<void> {
  if (folder !== '') await rm(folder, { recursive: true, force: true, maxRetries: 5 });
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
