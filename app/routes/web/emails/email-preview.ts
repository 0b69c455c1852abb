import { parseForm } from '#app/lib/parse-form.ts';
import { issueOf } from '#app/domain/emails/compile-template.server.ts';
import { validateTemplate } from '#app/domain/emails/preview-email.server.ts';
import { inColorScheme } from '#app/domain/emails/recolored-preview.ts';
import { escapeHtml } from '#app/lib/markup/merge-fields.ts';
import { authorize } from '#app/policy/authorize.ts';
import { EmailPreviewFormSchema } from '#app/schemas/email-forms.ts';
import { TEMPLATE_FORM } from '#app/server/read-form.server.ts';
import { postedFileRoute } from '#app/server/screen-call.server.ts';
import { emailFrame } from './framed-email.ts';

const SIGNED_OUT = 'Your session has ended. Sign in again to see the preview.';

/** The editor's preview frame: the posted form as an email, or its errors. */
const frame = postedFileRoute(
  async ({ ctx }, form) => {
    authorize(ctx.actor, 'email.manage');
    const submission = parseForm(form, { schema: EmailPreviewFormSchema });
    if (submission.status !== 'success') {
      const { error } = submission.reply();
      return emailFrame(documentOf(Object.values(error ?? {}).flatMap((messages) => messages ?? [])));
    }
    const { scheme, ...content } = submission.value;
    const { message, problems } = await validateTemplate(ctx, content);
    const html = message?.html ?? documentOf(problems.map((problem) => issueOf(problem).message));
    return emailFrame(inColorScheme(html, scheme));
  },
  {
    limits: TEMPLATE_FORM,
    returnTo: '/emails',
    inFrame: ({ status, body }) =>
      emailFrame(documentOf([status === 401 ? SIGNED_OUT : body.message]), status),
  },
);

export const loader = frame.loader;
export const action = frame.action;

function documentOf(errors: readonly string[]): string {
  const items = errors.map((error) => `<li>${escapeHtml(error)}</li>`);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Preview</title></head>
<body style="font:16px/1.5 sans-serif"><p>This can't be previewed yet:</p><ul>${items.join('')}</ul></body></html>`;
}
