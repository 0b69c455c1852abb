import { data } from '@remix-run/node';
import { useLoaderData, useSearchParams } from '@remix-run/react';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { DESIGNATION_REFUSED } from '#app/messages/save-messages.ts';
import { EditStudentsForm } from '#app/components/designations/edit-students-form.tsx';
import { listQueryOf, reviewHref } from '#app/components/designations/review-url.ts';
import { titled } from '#app/components/site/titled.ts';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { getDesignation, loadDesignation } from '#app/domain/designations/get-designation.server.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { findStudentWarnings } from '#app/domain/students/find-student-warnings.server.ts';
import { designationSize } from '#app/schemas/designation-size.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { contentOf } from '#app/components/designate/draft/draft.ts';
import { emptyStudent, withoutTrailingEmpty, withStoredIds } from '#app/students/draft-students.ts';
import { afterListStep, listStepOf } from '#app/students/list-step.ts';
import type { StudentsReply } from '#app/students/student-errors.ts';
import { zonedDay } from '#app/lib/time/zoned-time.ts';
import { StudentsDraftFormSchema } from '#app/schemas/designate-forms.ts';
import { NO_STUDENTS_MESSAGE } from '#app/schemas/designation-forms.ts';
import { EditStudentsScreenSchema } from '#app/schemas/designation-screens.ts';
import { STUDENTS_FORM } from '#app/server/read-form.server.ts';
import { redirectWithFlash } from '#app/server/flash.server.ts';
import { postedStudents, studentsReply, submitStudents } from '#app/server/posted-students.server.ts';
import { DESIGNATION_MESSAGES } from '#app/messages/designation-messages.ts';
import { formAction, screen, screenId } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessAboutInput as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Edit students');

/** For administrators (specification, section 2): one form per student, plus empty ones to fill the class. */
export const loader = screen(async ({ ctx, params }) => {
  const designation = await getDesignation(ctx, screenId(params), 'designation.decide');
  const { students } = contentOf(designation);
  const empty = emptyStudent(ctx.settings.state);
  const missing = Math.max(0, designationSize(designation.classSize ?? 0) - students.length);
  return {
    designation,
    students: [...students, ...Array.from({ length: missing }, () => empty)],
    emptyStudent: empty,
    today: zonedDay(ctx.now(), ctx.settings.timeZone),
    warnings: await findStudentWarnings(ctx, designation, 'office'),
  };
}, EditStudentsScreenSchema);

/** Saves the whole list. Without JavaScript, it also opens, adds, and removes forms, without storing them. */
export const action = formAction(
  async ({ ctx, params, url }, form) => {
    const id = screenId(params);
    const stored = await loadDesignation(ctx, id, 'designation.decide');
    const step = listStepOf(form);
    if (step !== null) {
      const { students, open } = afterListStep(postedStudents(form), step, emptyStudent(ctx.settings.state));
      return data(studentsReply(form, students, open));
    }
    return submitStudents(
      form,
      StudentsDraftFormSchema,
      async ({ version, students }) => {
        const entered = withoutTrailingEmpty(students);
        if (entered.length === 0) throw new Invalid([{ path: [], message: NO_STUDENTS_MESSAGE }]);
        // Students removed by someone else are added again, but only after the version check reports the conflict.
        const patch = { students: withStoredIds(entered, stored.students) };
        await patchDesignation(ctx, { id, patch, ifMatch: version });
        const saved = { tone: 'success', text: DESIGNATION_MESSAGES.updated } as const;
        return redirectWithFlash(reviewHref(id, listQueryOf(url.searchParams)), [saved], ctx.settings);
      },
      DESIGNATION_REFUSED,
    );
  },
  { limits: STUDENTS_FORM },
);

export const clientAction = formClientAction(DESIGNATION_REFUSED);

export default function EditStudents() {
  const { designation, students, ...response } = useLoaderData<typeof loader>();
  const reply = useReply<StudentsReply>();
  const [search] = useSearchParams();
  const { highSchool, academicYear } = designation;
  const detailsHref = reviewHref(designation.id, listQueryOf(search));
  return (
    <>
      <PageHeader
        back={{ to: detailsHref, label: highSchool.name }}
        title="Edit students"
        subtitle={`${highSchool.name}, ${academicYear.year} academic year`}
      />
      <EditStudentsForm
        {...response}
        stored={students}
        detailsHref={detailsHref}
        version={designation.version}
        reply={reply}
      />
    </>
  );
}
