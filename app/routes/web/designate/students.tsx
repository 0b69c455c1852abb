import { data, type MetaFunction, redirect } from '@remix-run/node';
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from '@remix-run/react';
import { useState } from 'react';
import { placeOf, stepPath } from '#app/components/domain/designate/designate-steps.ts';
import { revalidateUnlessAboutInput } from '#app/components/domain/revalidate-after-refusal.ts';
import { loadStep } from '#app/components/domain/designate/step-client-loader.ts';
import { StepFrame } from '#app/components/domain/designate/step-frame.tsx';
import { StudentsForm } from '#app/components/domain/designate/students-form.tsx';
import { useWorkingCopy } from '#app/components/domain/designate/use-working-copy.ts';
import { MAX_IMPORT_BODY_BYTES } from '#app/config/constants.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { withoutTrailingEmpty, withStoredIds } from '#app/lib/draft.ts';
import type { CsvOutcome } from '#app/lib/student-csv-outcome.ts';
import { StudentsDraftFormSchema, StudentsFormSchema } from '#app/schemas/designate-forms.ts';
import { DesignateStepScreenSchema } from '#app/schemas/designate-screens.ts';
import { STUDENTS_FORM } from '#app/server/form-limits.ts';
import { formAction, screen, submitForm } from '#app/server/web-route.server.ts';
import { assertSavedHere, openDesignation, openStep } from './designate-place.server.ts';
import { readPostedCsv } from './posted-csv.server.ts';

export const meta: MetaFunction = () => [{ title: 'Students' }];

export const loader = screen((call) => openStep(call, 'students'), DesignateStepScreenSchema);

/** Saves the students: Review wants them complete, Back stores them as far as they are. Without scripts it also reads the file. */
export const action = formAction(
  async (call, form) => {
    const { designation, today } = await openDesignation(call);
    const intent = form.get('intent');
    if (intent === 'import') {
      return data(await readPostedCsv(call, form, { highSchoolId: designation.highSchool.id, today }));
    }
    const isBack = intent === 'back';
    return submitForm(
      form,
      isBack ? StudentsDraftFormSchema : StudentsFormSchema,
      async ({ students, version, overwrite }) => {
        assertSavedHere(designation);
        const saved = await patchDesignation(call.ctx, {
          id: designation.id,
          patch: {
            students: withoutTrailingEmpty(
              overwrite === undefined ? students : withStoredIds(students, designation.students),
            ),
          },
          ifMatch: overwrite ?? version,
        });
        return redirect(stepPath(isBack ? 'method' : 'review', placeOf(saved)));
      },
      '',
    );
  },
  { limits: { ...STUDENTS_FORM, maxBytes: MAX_IMPORT_BODY_BYTES } },
);

export const clientLoader = (args: ClientLoaderFunctionArgs) => loadStep(args);
export const shouldRevalidate = revalidateUnlessAboutInput;

/** The third step: who (specification, section 2, Submit Students). */
export default function Students() {
  const step = useLoaderData<typeof loader>();
  const { designation, today } = step;
  const answer = useActionData<typeof action>();
  const posted = answer !== undefined && 'outcome' in answer ? answer : null;
  const reply = answer !== undefined && 'outcome' in answer ? undefined : answer;
  const [outcome, setOutcome] = useState<CsvOutcome | null>(null);
  const working = useWorkingCopy(step, reply);
  return (
    <StepFrame title="Students" designation={designation} today={today} working={working}>
      <StudentsForm
        key={working.formKey}
        designation={designation}
        working={working}
        today={today}
        posted={working.isAnew ? null : posted}
        outcome={outcome ?? posted?.outcome ?? null}
        onOutcome={setOutcome}
      />
    </StepFrame>
  );
}
