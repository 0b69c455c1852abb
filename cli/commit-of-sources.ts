import { execFileSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '..');

/** Returns the commit that both builds show; '' if Git isn't available, as in a source archive. */
export function commitOfSources(): string {
  try {
    const git = ['-C', ROOT, 'rev-parse', '--short=12', 'HEAD'];
    return execFileSync('git', git, { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' }).trim();
  } catch {
    return '';
  }
}
