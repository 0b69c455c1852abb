import { data } from '@remix-run/node';
import { keepsForm, useReply } from '#app/components/site/keeps-form.ts';
import { SAVE_REFUSED } from '#app/lib/messages/refusal-prefixes.ts';
import { counted } from '#app/lib/text/counted.ts';
import { SchoolImportFields } from '#app/components/high-schools/school-import-fields.tsx';
import { SchoolImportPreview } from '#app/components/high-schools/school-import-preview.tsx';
import { titled } from '#app/components/site/titled.ts';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { MAX_SCHOOL_IMPORT_BODY_BYTES } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { importSchools } from '#app/domain/high-schools/import-schools.server.ts';
import { planSchoolImport } from '#app/domain/high-schools/plan-school-import.server.ts';
import { Invalid, VersionConflict } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import { type SchoolImportPlan, SimilarChoicesSchema } from '#app/schemas/school-import.ts';
import { NothingSchema } from '#app/schemas/screen-answers.ts';
import { SIGNED_IN_FORM } from '#app/server/form-limits.ts';
import { redirectWithFlash } from '#app/server/flash.server.ts';
import { malformedForm } from '#app/server/http-errors.ts';
import { formAction, screen } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/keeps-form.ts';

export const meta = titled('Import schools');

export const loader = screen(async ({ actor }) => {
  authorize(actor, 'highSchool.create');
  return {};
}, NothingSchema);

/** What comes back: what the list would do, or why it cannot be told. */
interface ImportReply {
  readonly refusal: readonly string[];
  readonly shown: { readonly plan: SchoolImportPlan; readonly text: string } | null;
}

export const action = formAction(
  async ({ ctx }, form) => {
    authorize(ctx.actor, 'highSchool.create');
    const bytes = await postedList(form);
    if (bytes === null) return reply(['Choose a CSV file, or paste cells.'], null, 400);
    const plan = form.get('plan');
    try {
      if (typeof plan !== 'string') return reply([], await preview(ctx, bytes));
      const choices = SimilarChoicesSchema.safeParse(form.getAll('choice'));
      if (!choices.success) throw malformedForm();
      const { counts } = await importSchools(ctx, { bytes, plan, choices: choices.data });
      const text = `Changes saved! ${counted(counts.create, 'school was', 'schools were')} added, ${counted(counts.update, 'school', 'schools')} changed.`;
      return await redirectWithFlash('/highschools', [{ tone: 'success', text }], ctx.settings);
    } catch (error) {
      if (error instanceof Invalid)
        return reply(
          error.issues.map(({ message }) => message),
          null,
          400,
        );
      // Somebody else was faster: nothing is done, and the page shows what the list would do now.
      if (error instanceof VersionConflict)
        return reply([`${SAVE_REFUSED}${error.message}`], await preview(ctx, bytes), 412);
      throw error;
    }
  },
  { limits: { ...SIGNED_IN_FORM, maxBytes: MAX_SCHOOL_IMPORT_BODY_BYTES } },
);

/** The list of the confirmation, of the file that was chosen, or of the cells that were pasted; null where there is none. */
async function postedList(form: FormData): Promise<Uint8Array | null> {
  const file = form.get('list');
  if (file instanceof File && file.name !== '') return new Uint8Array(await file.arrayBuffer());
  const text = form.get('text') ?? form.get('pasted');
  return typeof text === 'string' && text.trim() !== '' ? new TextEncoder().encode(text) : null;
}

async function preview(ctx: Ctx, bytes: Uint8Array) {
  const { shown, text } = await planSchoolImport(ctx, bytes);
  return { plan: shown, text };
}

function reply(refusal: readonly string[], shown: ImportReply['shown'], status = 200) {
  return data<ImportReply>({ refusal, shown }, { status });
}

export const clientAction = keepsForm(SAVE_REFUSED);

/** High schools from a list (decisions, section 3, for administrators): a dry run first, then exactly what it showed. */
export default function ImportSchools() {
  const answer = useReply<typeof action>();
  return (
    <>
      <PageHeader back={{ to: '/highschools', label: 'High schools' }} title="Import schools" />
      <Stack>
        <SchoolImportFields refusal={answer?.refusal ?? []} />
        {answer === undefined || answer.shown === null ? null : <SchoolImportPreview {...answer.shown} />}
      </Stack>
    </>
  );
}
