import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A reference in its own process, like the product. */
export interface ReferenceProcess {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Runs a module of this folder, which may read the product's response to imitate it. It must print its port as the first
 * line and exit when its input closes.
 */
export async function startReference(
  module: string,
  databaseUrl: string,
  response = '',
): Promise<ReferenceProcess> {
  const folder = await mkdtemp(path.join(tmpdir(), 'laurel-reference-'));
  const responseFile = path.join(folder, 'response');
  await writeFile(responseFile, response);
  const file = path.join(import.meta.dirname, module);
  const child = spawn(process.execPath, ['--import', 'tsx', file, databaseUrl, responseFile], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const line = await Promise.race([once(child.stdout, 'data'), ended.then(() => undefined)]);
  if (line === undefined) throw new Error(`The reference ${module} ended before it listened.`);
  return {
    url: `http://127.0.0.1:${String(line[0]).trim()}`,
    close: async () => {
      child.stdin.end();
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
