import { getOfflineSettings } from '#app/config/env.server.ts';
import { DISCLOSURE_MESSAGES } from '#app/messages/disclosure-labels.ts';
import type { GlobalOptions } from './command-context.ts';
import { CommandFailure, EXIT } from './command-failure.ts';

const PURPOSE_MAX = 200;

/**
 * Checks the options of a command that returns students' data, before it does anything.
 *
 * @throws {CommandFailure} when it needs an administrator, or when the purpose is empty, too long, or not one line
 */
export function checkStudentAccess({ as, purpose }: GlobalOptions): void {
  const { requireActor, commandActor } = getOfflineSettings();
  if (requireActor === 'students' && as === undefined && commandActor === null) {
    throw new CommandFailure(DISCLOSURE_MESSAGES.actorRequired, EXIT.usage);
  }
  if (purpose === undefined) return;
  const { length } = purpose.trim();
  if (length === 0 || length > PURPOSE_MAX || /\p{Cc}/u.test(purpose.trim())) {
    throw new CommandFailure(
      `--purpose: Enter a reason of 1 to ${PURPOSE_MAX} characters on one line.`,
      EXIT.usage,
    );
  }
}
