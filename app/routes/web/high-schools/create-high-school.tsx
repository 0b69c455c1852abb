import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { CHANGES_SAVED, SAVE_REFUSED } from '#app/messages/save-messages.ts';
import { titled } from '#app/components/site/titled.ts';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { createHighSchool } from '#app/domain/high-schools/create-high-school.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import { NewHighSchoolFormSchema } from '#app/schemas/high-school-forms.ts';
import { NothingSchema } from '#app/schemas/screen-responses.ts';
import { redirectWithFlash } from '#app/server/flash.server.ts';
import { formAction, type FormReply, screen, submitForm } from '#app/server/web-route.server.ts';
import { Form } from '@remix-run/react';
import { UnsavedChanges } from '#app/components/designations/unsaved-changes.tsx';
import { ContactFields, TextFields } from '#app/components/high-schools/school-fields.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import type { ServerReply } from '#app/components/forms/server-errors.ts';
import { useLazyForm } from '#app/components/forms/use-lazy-form.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Panel } from '#app/components/ui/panel.tsx';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Add high school');

export const loader = screen(async ({ actor }) => {
  authorize(actor, 'highSchool.create');
  return {};
}, NothingSchema);

export const action = formAction(async ({ ctx }, form) => {
  authorize(ctx.actor, 'highSchool.create');
  return submitForm(
    form,
    NewHighSchoolFormSchema,
    async (input) => {
      const { id } = await createHighSchool(ctx, input);
      return redirectWithFlash(
        `/highschools/${id}`,
        [{ tone: 'success', text: CHANGES_SAVED }],
        ctx.settings,
      );
    },
    SAVE_REFUSED,
  );
});

export const clientAction = formClientAction(SAVE_REFUSED);

/** Creates a high school (specification, section 2). For administrators. */
export default function CreateHighSchool() {
  const reply = useReply<FormReply>();
  return (
    <>
      <PageHeader back={{ to: '/highschools', label: 'High schools' }} title="Add high school" />
      <NewSchoolForm reply={reply} />
    </>
  );
}

const FORM_ID = 'new-school';
const fetchCheck = async () =>
  (await import('#app/components/high-schools/high-school-validation.ts')).checkNewSchool;

/** Creates a school with status INACTIVE (specification, section 2). */
function NewSchoolForm({ reply }: { reply: ServerReply }) {
  const { formProps, fieldOf, summary, loaded } = useLazyForm({ id: FORM_ID, reply, fetchCheck });
  return (
    <Panel title="General information" isScreenOnly>
      <UnsavedChanges forms={[FORM_ID]} />
      <Form method="post" {...formProps}>
        {loaded}
        <FormStack>
          <ErrorSummary form={summary} refusal={reply} />
          <p>New schools are inactive and can&apos;t designate until you activate them on their page.</p>
          <TextField {...fieldOf('name')} label="Name" autoComplete="off" width="full" />
          <ContactFields fieldOf={fieldOf} />
          <TextFields fieldOf={fieldOf} />
          <FormActions>
            <SubmitButton pendingLabel="Adding…">Add high school</SubmitButton>
            <ButtonLink to="/highschools">Cancel</ButtonLink>
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}
