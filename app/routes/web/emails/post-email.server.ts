import { CHANGES_SAVED, SAVE_REFUSED } from '#app/messages/save-messages.ts';
import { carriedAudience, withAudience } from '#app/components/emails/carried-audience.ts';
import { changeEmailTemplate, deleteEmailTemplate } from '#app/domain/emails/email-templates.server.ts';
import { duplicateEmailTemplate } from '#app/domain/emails/start-email-template.server.ts';
import {
  DeleteEmailFormSchema,
  DuplicateEmailFormSchema,
  EmailFormSchema,
} from '#app/schemas/email-forms.ts';
import { redirectWithFlash } from '#app/server/flash.server.ts';
import type { SignedInCall } from '#app/server/screen-call.server.ts';
import { EMAIL_MESSAGES } from '#app/messages/email-messages.ts';
import { refusalMessage, submitForm } from '#app/server/web-route.server.ts';
import { intentOf } from '#app/server/read-form.server.ts';

/** Handles a template page's forms. A failed save keeps what was typed; a failed deletion explains why. */
export async function postEmail({ ctx, url }: SignedInCall, form: FormData, id: string) {
  const here = withAudience(`/emails/${id}`, carriedAudience(url.searchParams));
  const intent = intentOf(form, ['duplicate', 'delete']);
  if (intent === 'duplicate') {
    return submitForm(form, DuplicateEmailFormSchema, async () => {
      const copy = await duplicateEmailTemplate(ctx, id);
      const text = 'This is your copy. Change its name and text, then save it.';
      return redirectWithFlash(`/emails/${copy.id}`, [{ tone: 'success', text }], ctx.settings);
    });
  }
  if (intent !== 'delete') {
    return submitForm(
      form,
      EmailFormSchema,
      async ({ intent: _intent, version, ...patch }) => {
        await changeEmailTemplate(ctx, { id, patch, ifMatch: version });
        return redirectWithFlash(here, [{ tone: 'success', text: CHANGES_SAVED }], ctx.settings, {
          isSamePage: true,
        });
      },
      SAVE_REFUSED,
    );
  }
  return submitForm(form, DeleteEmailFormSchema, async ({ version }) => {
    try {
      await deleteEmailTemplate(ctx, { id, ifMatch: version });
    } catch (error) {
      const text = `Unable to delete email: ${refusalMessage(error).message}`;
      return redirectWithFlash(here, [{ tone: 'danger', text }], ctx.settings, { isSamePage: true });
    }
    return redirectWithFlash(
      '/emails',
      [{ tone: 'success', text: EMAIL_MESSAGES.templateDeleted }],
      ctx.settings,
    );
  });
}
