import { data } from '@remix-run/node';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { SAVE_REFUSED } from '#app/messages/save-messages.ts';
import { schoolImportResult } from '#app/messages/school-import-labels.ts';
import { SchoolColumnsPanel } from '#app/components/high-schools/school-columns-panel.tsx';
import { SchoolImportFields } from '#app/components/high-schools/school-import-fields.tsx';
import { SchoolImportPreview } from '#app/components/high-schools/school-import-preview.tsx';
import { titled } from '#app/components/site/titled.ts';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { MAX_SCHOOL_IMPORT_BODY_BYTES } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { importSchools } from '#app/domain/high-schools/import-schools.server.ts';
import { planSchoolImport } from '#app/domain/high-schools/plan-school-import.server.ts';
import { UnmatchedColumns } from '#app/domain/high-schools/read-school-list.server.ts';
import { Invalid, VersionConflict } from '#app/lib/domain-errors.ts';
import { parseForm } from '#app/lib/parse-form.ts';
import { authorize } from '#app/policy/authorize.ts';
import {
  ImportSchoolsFormSchema,
  PreviewSchoolsFormSchema,
  type SchoolImportPlan,
} from '#app/schemas/school-import.ts';
import { type ChosenColumns, NO_FIELD, type SchoolColumn } from '#app/schemas/school-columns.ts';
import { NothingSchema } from '#app/schemas/screen-responses.ts';
import { intentOf, SIGNED_IN_FORM } from '#app/server/read-form.server.ts';
import { redirectWithFlash } from '#app/server/flash.server.ts';
import { malformedForm } from '#app/server/http-errors.ts';
import { formAction, type FormReply, screen } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Import schools');

export const loader = screen(async ({ actor }) => {
  authorize(actor, 'highSchool.create');
  return {};
}, NothingSchema);

/** The form's errors, the preview if the list could be read, or its columns if they have to be matched first. */
interface ImportReply {
  readonly reply: FormReply | undefined;
  readonly shown: {
    readonly plan: SchoolImportPlan;
    readonly text: string;
    /** The columns that the user chose, as in the form. */
    readonly chosen: readonly string[];
  } | null;
  readonly unmatched?: { readonly columns: readonly SchoolColumn[]; readonly text: string };
}

export const action = formAction(
  async ({ ctx }, form) => {
    authorize(ctx.actor, 'highSchool.create');
    return intentOf(form, ['confirm']) === null ? previewImport(ctx, form) : confirmImport(ctx, form);
  },
  { limits: { ...SIGNED_IN_FORM, maxBytes: MAX_SCHOOL_IMPORT_BODY_BYTES } },
);

const MATCH_BELOW = 'Match your columns below, then preview the changes.';

async function previewImport(ctx: Ctx, form: FormData) {
  const submission = parseForm(form, { schema: PreviewSchoolsFormSchema });
  if (submission.status !== 'success') return respondWith({ reply: submission.reply(), shown: null }, 400);
  const { list, pasted, text, column } = submission.value;
  const bytes =
    list === undefined
      ? new TextEncoder().encode(text === '' ? pasted : text)
      : new Uint8Array(await list.arrayBuffer());
  try {
    return respondWith({
      reply: undefined,
      shown: await preview(ctx, bytes, { file: list, columns: column }),
    });
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const isUnmatched = error instanceof UnmatchedColumns;
    const messages = isUnmatched ? [error.message, MATCH_BELOW] : messagesOf(error);
    const field = list === undefined && text === '' ? 'pasted' : 'list';
    const reply = submission.reply({ fieldErrors: { [field]: messages } });
    return respondWith({ reply, shown: null, ...(isUnmatched && { unmatched: error.list }) }, 400);
  }
}

async function confirmImport(ctx: Ctx, form: FormData) {
  const submission = parseForm(form, { schema: ImportSchoolsFormSchema });
  if (submission.status !== 'success') throw malformedForm();
  const { text, plan, choice: choices, column: columns } = submission.value;
  const bytes = new TextEncoder().encode(text);
  try {
    const { counts } = await importSchools(ctx, { bytes, plan, choices, columns });
    const tone = counts.create + counts.update === 0 ? 'info' : 'success';
    const flash = { tone, text: schoolImportResult(counts) } as const;
    return await redirectWithFlash('/highschools', [flash], ctx.settings);
  } catch (error) {
    if (error instanceof Invalid) return respondWith({ reply: refused(messagesOf(error)), shown: null }, 400);
    if (!(error instanceof VersionConflict)) throw error;
    // The schools have changed since the preview: import nothing, and show a new preview.
    const reply = refused([`${SAVE_REFUSED}${error.message}`]);
    return respondWith({ reply, shown: await preview(ctx, bytes, { columns }) }, 412);
  }
}

async function preview(
  ctx: Ctx,
  bytes: Uint8Array,
  { file, columns }: { file?: File | undefined; columns: ChosenColumns },
) {
  const { shown, text } = await planSchoolImport(ctx, bytes, { file, columns });
  const chosen = [...columns].map(([index, field]) => `${index} ${field ?? NO_FIELD}`);
  return { plan: shown, text, chosen };
}

function messagesOf({ issues }: Invalid): string[] {
  return issues.map(({ message }) => message);
}

/** Returns form errors without a field. The list itself isn't sent back. */
function refused(messages: string[]): FormReply {
  return { status: 'error', error: { '': messages } };
}

function respondWith(reply: ImportReply, status = 200) {
  return data<ImportReply>(reply, { status });
}

export const clientAction = formClientAction(SAVE_REFUSED);

/** Imports high schools (decisions, section 3, for administrators): a dry run, then exactly its changes. */
export default function ImportSchools() {
  const reply = useReply<typeof action>();
  return (
    <>
      <PageHeader back={{ to: '/highschools', label: 'High schools' }} title="Import schools" />
      <Stack>
        <SchoolImportFields reply={reply?.reply} isMatching={reply?.unmatched !== undefined} />
        {reply?.unmatched === undefined ? null : <SchoolColumnsPanel {...reply.unmatched} isOpen />}
        {reply === undefined || reply.shown === null ? null : <SchoolImportPreview {...reply.shown} />}
      </Stack>
    </>
  );
}
