import { once } from 'node:events';
import type { Actor } from '#tests/bench/mixed-writes/actor.server.ts';
import { schoolList } from '#tests/bench/mixed-writes/office-actions.ts';
import type { TrialScene } from '#tests/bench/mixed-writes/trial-scene.server.ts';
import { startBuiltCommand } from '#tests/bench/support/built-command.ts';
import { EXIT } from '#cli/command-failure.ts';

export interface CommandRun {
  readonly command: string;
  readonly code: number | null;
  readonly output: string;
}

/** Runs a random command. A school list is passed on standard input. */
export async function runSomeCommand(
  databaseUrl: string,
  scene: TrialScene,
  actor: Actor,
): Promise<CommandRun> {
  const { random } = actor;
  const { bannerCode } = random.of(scene.schools);
  const { email } = random.of(scene.staff);
  const designations = await scene.app.rows<{ id: string }>('select id from designation order by id');
  const { id } = random.of(designations);
  const args = random.of([
    ['schools', 'activate', bannerCode, '--yes'],
    ['schools', 'activate', ...scene.schools.map((school) => school.bannerCode), '--yes'],
    ['schools', 'deactivate', bannerCode, '--yes'],
    ['designations', 'return', id, '--reason', 'OTHER', '--note', 'By command.', '--yes'],
    ['designations', 'approve', '--year', '2026', '--yes'],
    ['users', 'flags', email, '--add', 'DELETED', '--yes'],
    ['users', 'flags', email, '--remove', 'DELETED', '--yes'],
    ['users', 'flags', email, '--add', 'ADMIN', '--yes'],
    ['schools', 'import', '-', '--yes'],
  ]);
  const { mail } = scene.app;
  const child = startBuiltCommand(
    args,
    { databaseUrl, smtpUrl: mail.url },
    { stdio: ['pipe', 'ignore', 'pipe'] },
  );
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stdin?.end(schoolList(scene, actor));
  const [code] = (await once(child, 'close')) as [number | null];
  return { command: args.slice(0, 2).join(' '), code, output };
}

/** A command may fail only because another change came first, and its message must say so. */
const LATE_MESSAGES = ['Someone else', 'Another', 'meanwhile', 'in the meantime'];

export function isDocumented({ code, output }: CommandRun): boolean {
  if (code === EXIT.failed) return LATE_MESSAGES.some((text) => output.includes(text));
  return code === EXIT.done || code === EXIT.nothingToDo || code === EXIT.partlyDone;
}
