import { parseForm } from '#app/lib/parse-form.ts';
import { data, type MetaFunction, redirect } from '@remix-run/node';
import { type ClientLoaderFunctionArgs, useLoaderData } from '@remix-run/react';
import {
  formClientAction,
  revalidateUnlessAboutInput,
  useReply,
} from '#app/components/site/form-client-action.ts';
import { SUBMIT_REFUSED } from '#app/messages/save-messages.ts';
import { targetOf } from '#app/components/designate/designate-steps.ts';
import { stepPath } from '#app/lib/urls/step-path.ts';
import { type Refusal, ReviewForm } from '#app/components/designate/review-form.tsx';
import { loadStep, useWorkingCopy } from '#app/components/designate/draft/use-working-copy.tsx';
import { StepFrame } from '#app/components/designate/step-frame.tsx';
import { stepTitle } from '#app/components/site/titled.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { isRecord } from '#app/lib/records.ts';
import { ReviewFormSchema } from '#app/schemas/designate-forms.ts';
import { StudentsStepScreenSchema } from '#app/schemas/designate-screens.ts';
import { DesignationPatchBodySchema } from '#app/schemas/designation.ts';
import { DRAFT_FORM } from '#app/server/read-form.server.ts';
import { issuesOf } from '#app/server/parse-input.server.ts';
import { formAction, refusalMessage, screen } from '#app/server/web-route.server.ts';
import { openDesignation, openStepWithWarnings } from './designate-target.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data: step, matches }) =>
  stepTitle('Review', step?.designation.highSchool, matches);

export const loader = screen((call) => openStepWithWarnings(call, 'review'), StudentsStepScreenSchema);

/** Submits: sets the status to PENDING and stores the draft's remaining changes (specification, section 4). */
export const action = formAction(
  async (call, form) => {
    const { designation } = await openDesignation(call);
    try {
      const { version, overwrite, contents } = formOf(form);
      // The draft of a pending designation includes the agreement. Others store it in its own step.
      const agreement = designation.status === 'PENDING' ? { acceptedTermsAndConditions: true } : {};
      const patch = contents === undefined ? {} : { ...contentsOf(contents), ...agreement };
      await patchDesignation(call.ctx, {
        id: designation.id,
        patch: { ...patch, status: 'PENDING' },
        ifMatch: overwrite ?? version,
      });
      return redirect(stepPath('submit', targetOf(designation)));
    } catch (error) {
      const { message, status } = refusalMessage(error, form);
      return data<Refusal>({ message, issues: error instanceof Invalid ? error.issues : [] }, { status });
    }
  },
  { limits: DRAFT_FORM },
);

function formOf(form: FormData) {
  const submission = parseForm(form, { schema: ReviewFormSchema });
  if (submission.status !== 'success') throw new Invalid([]);
  return submission.value;
}

/** @throws {Invalid} unless the browser's draft would be a valid REST body */
function contentsOf(json: string) {
  const parsed = DesignationPatchBodySchema.safeParse(submissionOf(json));
  if (!parsed.success) throw new Invalid(issuesOf(parsed.error));
  return parsed.data;
}

/** Parses the submission; null if the text isn't JSON. */
function submissionOf(text: string): unknown {
  try {
    const contents: unknown = JSON.parse(text);
    return isRecord(contents) ? { ...contents, status: 'PENDING' } : contents;
  } catch {
    return null;
  }
}

export const clientLoader = (args: ClientLoaderFunctionArgs) => loadStep(args);
export const shouldRevalidate = revalidateUnlessAboutInput;

export const clientAction = formClientAction(SUBMIT_REFUSED);

/** The fourth step: check and submit (specification, section 2). */
export default function Review() {
  const step = useLoaderData<typeof loader>();
  const { designation, previousSize, today, warnings } = step;
  const refusal = useReply<typeof action>() ?? null;
  const working = useWorkingCopy(step, undefined);
  return (
    <StepFrame title="Review" step={step}>
      <ReviewForm
        key={working.formKey}
        designation={designation}
        working={working}
        today={today}
        previousSize={previousSize}
        warnings={warnings}
        refusal={refusal}
      />
    </StepFrame>
  );
}
