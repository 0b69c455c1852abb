import { type MetaFunction, redirect } from '@remix-run/node';
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react';
import {
  formClientAction,
  revalidateUnlessAboutInput,
  useReply,
} from '#app/components/site/form-client-action.ts';
import { SAVE_REFUSED } from '#app/messages/save-messages.ts';
import { targetOf } from '#app/components/designate/designate-steps.ts';
import { stepPath } from '#app/lib/urls/step-path.ts';
import { MethodForm } from '#app/components/designate/method-form.tsx';
import { contentOf } from '#app/components/designate/draft/draft.ts';
import { loadStep, useWorkingCopy } from '#app/components/designate/draft/use-working-copy.tsx';
import { countDropped, countRemoved, isFilledIn, withoutRemoved } from '#app/students/draft-students.ts';
import { chosenMessage, removalQuestion } from '#app/students/student-labels.ts';
import { StepFrame } from '#app/components/designate/step-frame.tsx';
import { stepTitle } from '#app/components/site/titled.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { designationSize } from '#app/schemas/designation-size.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { methodFormSchema } from '#app/schemas/designate-forms.ts';
import { DESIGNATION_CONTENTS } from '#app/schemas/designation.ts';
import { DesignateStepScreenSchema } from '#app/schemas/designate-screens.ts';
import { formAction, screen, submitForm } from '#app/server/web-route.server.ts';
import { assertSavedHere, openDesignation, openStep } from './designate-target.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data: step, matches }) =>
  stepTitle('Method', step?.designation.highSchool, matches);

export const loader = screen((call) => openStep(call, 'method'), DesignateStepScreenSchema);

/** Saves class size, criteria, and comment. Redirects to the students, or to the review if the class size is 0. */
export const action = formAction(async (call, form) => {
  const { designation, previous } = await openDesignation(call);
  const schema = methodFormSchema(previous?.criteria ?? null);
  return submitForm(
    form,
    schema,
    async ({ dropStudents, removed, version, overwrite, ...method }) => {
      const { classSize } = method;
      assertSavedHere(designation);
      const { students } = contentOf(designation);
      const going = new Set(removed);
      const remaining = withoutRemoved(students, classSize, ({ id }) => id !== undefined && going.has(id));
      const count = countRemoved(students, classSize);
      const chosen = students.filter(isFilledIn).length - remaining.length;
      if (count > 0 && (!dropStudents || chosen !== count)) {
        const message = dropStudents ? chosenMessage(count, chosen) : removalQuestion(classSize, count);
        throw new Invalid([{ path: ['dropStudents'], message }]);
      }
      const fewer =
        countDropped(students, classSize) === 0
          ? {}
          : { students: DESIGNATION_CONTENTS.students.parse(remaining) };
      const saved = await patchDesignation(call.ctx, {
        id: designation.id,
        patch: { ...method, ...fewer },
        ifMatch: overwrite ?? version,
      });
      return redirect(stepPath(designationSize(classSize) === 0 ? 'review' : 'students', targetOf(saved)));
    },
    '',
  );
});

export const clientLoader = (args: ClientLoaderFunctionArgs) => loadStep(args);
export const shouldRevalidate = revalidateUnlessAboutInput;

export const clientAction = formClientAction(SAVE_REFUSED);

/** The second step: class size and criteria (specification, section 2). */
export default function Method() {
  const step = useLoaderData<typeof loader>();
  const { designation, previous, previousSize, today } = step;
  const working = useWorkingCopy(step, useReply<typeof action>());
  return (
    <StepFrame title="Method" step={step}>
      <MethodForm
        key={working.formKey}
        designation={designation}
        today={today}
        previous={previous}
        previousSize={previousSize}
        working={working}
      />
    </StepFrame>
  );
}
