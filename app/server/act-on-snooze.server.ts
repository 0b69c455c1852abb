import { endSnooze, snoozeSchool } from '#app/domain/high-schools/snooze-school.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { NOTE_MESSAGES } from '#app/lib/messages/note-messages.ts';
import { SNOOZE_INTENTS, SNOOZE_REFUSED } from '#app/lib/messages/refusal-prefixes.ts';
import { authorize } from '#app/policy/authorize.ts';
import { SnoozeFormSchema } from '#app/schemas/school-snooze.ts';
import { redirectWithFlash } from './flash.server.ts';
import { intentOf } from './read-form.server.ts';
import type { SignedInCall } from './screen-call.server.ts';
import { submitForm } from './web-route.server.ts';

interface SnoozedPage {
  /** The page's address. */
  readonly to: string;
  readonly highSchoolId: string;
}

/** Handles the forms that snooze a school and end it. */
export async function actOnSnooze({ ctx }: SignedInCall, form: FormData, { to, highSchoolId }: SnoozedPage) {
  authorize(ctx.actor, 'note.manage');
  const say = (tone: 'success' | 'info', text: string) =>
    redirectWithFlash(to, [{ tone, text }], ctx.settings, { isSamePage: true });
  if (intentOf(form, SNOOZE_INTENTS) === 'end-snooze') {
    try {
      await endSnooze(ctx, highSchoolId);
    } catch (error) {
      if (error instanceof NotFound) return say('info', NOTE_MESSAGES.notSnoozed);
      throw error;
    }
    return say('success', NOTE_MESSAGES.snoozeEnded);
  }
  return submitForm(
    form,
    SnoozeFormSchema,
    async ({ until }) => {
      await snoozeSchool(ctx, { highSchoolId, until });
      return say('success', NOTE_MESSAGES.snoozed);
    },
    SNOOZE_REFUSED,
  );
}
