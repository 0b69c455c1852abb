import { endSnooze, snoozeSchool } from '#app/domain/high-schools/snooze-school.server.ts';
import { NOTE_MESSAGES } from '#app/lib/messages/note-messages.ts';
import { SNOOZE_INTENTS, SNOOZE_REFUSED } from '#app/lib/messages/refusal-prefixes.ts';
import { authorize } from '#app/policy/authorize.ts';
import { SnoozeFormSchema } from '#app/schemas/school-snooze.ts';
import { redirectWithFlash } from './flash.server.ts';
import { intentOf } from './read-form.server.ts';
import type { SignedInCall } from './screen-call.server.ts';
import { type ResultMessage, resultMessage, submitForm } from './web-route.server.ts';

interface SnoozedPage {
  /** The page's address. */
  readonly to: string;
  readonly highSchoolId: string;
}

/** Handles the forms that snooze a school and end it. */
export async function actOnSnooze({ ctx }: SignedInCall, form: FormData, { to, highSchoolId }: SnoozedPage) {
  authorize(ctx.actor, 'note.manage');
  const redirectWith = (message: ResultMessage) =>
    redirectWithFlash(to, [message], ctx.settings, { isSamePage: true });
  if (intentOf(form, SNOOZE_INTENTS) === 'end-snooze') {
    const end = async () => {
      await endSnooze(ctx, highSchoolId);
      return NOTE_MESSAGES.snoozeEnded;
    };
    return redirectWith(await resultMessage('end-snooze', end, NOTE_MESSAGES.notSnoozed));
  }
  return submitForm(
    form,
    SnoozeFormSchema,
    async ({ until }) => {
      await snoozeSchool(ctx, { highSchoolId, until });
      return redirectWith({ tone: 'success', text: NOTE_MESSAGES.snoozed });
    },
    SNOOZE_REFUSED,
  );
}
