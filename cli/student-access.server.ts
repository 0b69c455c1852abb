import { z } from 'zod';
import { getOfflineSettings } from '#app/config/env.server.ts';
import { DISCLOSURE_MESSAGES } from '#app/messages/disclosure-labels.ts';
import type { GlobalOptions } from './command-context.ts';
import { CommandFailure, EXIT } from './command-failure.ts';
import { parseFields } from './parse-options.server.ts';

const PURPOSE_MAX = 200;
const PURPOSE_MESSAGE = `Enter a reason of 1 to ${PURPOSE_MAX} characters on one line.`;

const PurposeSchema = z.object({
  purpose: z
    .string()
    .trim()
    .min(1, PURPOSE_MESSAGE)
    .refine(({ length }) => length <= PURPOSE_MAX, PURPOSE_MESSAGE)
    .regex(/^\P{Cc}*$/u, PURPOSE_MESSAGE)
    .optional(),
});

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
  parseFields(PurposeSchema, { purpose });
}
