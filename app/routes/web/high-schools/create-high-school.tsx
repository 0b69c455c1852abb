import { keepsForm, useReply } from '#app/components/site/keeps-form.ts';
import { SAVE_REFUSED } from '#app/lib/messages/refusal-prefixes.ts';
import { NewSchoolForm } from '#app/components/high-schools/new-school-form.tsx';
import { titled } from '#app/components/site/titled.ts';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { createHighSchool } from '#app/domain/high-schools/create-high-school.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import { NewHighSchoolFormSchema } from '#app/schemas/high-school-forms.ts';
import { NothingSchema } from '#app/schemas/screen-answers.ts';
import { redirectWithFlash } from '#app/server/flash.server.ts';
import { formAction, type FormReply, screen, submitForm } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/keeps-form.ts';

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
        [{ tone: 'success', text: 'Changes saved!' }],
        ctx.settings,
      );
    },
    SAVE_REFUSED,
  );
});

export const clientAction = keepsForm(SAVE_REFUSED);

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
