import { data, type MetaFunction, redirect } from '@remix-run/node';
import { type ClientLoaderFunctionArgs, useLoaderData, useSearchParams } from '@remix-run/react';
import {
  formClientAction,
  revalidateUnlessAboutInput,
  useReply,
} from '#app/components/site/form-client-action.ts';
import { SAVE_REFUSED } from '#app/messages/save-messages.ts';
import { useEffect, useRef, useState } from 'react';
import { targetOf, studentPath } from '#app/components/designate/designate-steps.ts';
import { stepPath } from '#app/lib/urls/step-path.ts';
import { loadStep, useWorkingCopy } from '#app/components/designate/draft/use-working-copy.tsx';
import type { WorkingDraft } from '#app/components/designate/draft/working-copy.ts';
import {
  type DraftStudent,
  emptyStudent,
  isFilledIn,
  withoutTrailingEmpty,
  withStoredIds,
} from '#app/students/draft-students.ts';
import { studentName } from '#app/students/student-labels.ts';
import { StepFrame } from '#app/components/designate/step-frame.tsx';
import { StudentsForm } from '#app/components/designate/students-form.tsx';
import type { WaitingListChange } from '#app/components/designate/use-list-changes.ts';
import { firstOpen, type OpenSlot, useOpenStudent } from '#app/components/designate/use-open-student.ts';
import { stepTitle } from '#app/components/site/titled.ts';
import { MAX_IMPORT_BODY_BYTES } from '#app/config/constants.ts';
import { patchDesignation } from '#app/domain/designations/patch-designation.server.ts';
import { afterListStep, type ListStep, listStepOf } from '#app/students/list-step.ts';
import type { StudentsReply } from '#app/students/student-errors.ts';
import { filledOutcome, IMPORT_FIELDS } from '#app/students/csv/student-csv-outcome.ts';
import {
  type ListOutcome,
  type ListChange,
  movedOutcome,
  REDONE,
  removedOutcome,
  UNDONE,
  isLastStudent,
} from '#app/students/list-change.ts';
import { StudentsDraftFormSchema, StudentsFormSchema } from '#app/schemas/designate-forms.ts';
import { DESIGNATION_CONTENTS } from '#app/schemas/designation.ts';
import { StudentsStepScreenSchema } from '#app/schemas/designate-screens.ts';
import { intentOf, STUDENTS_FORM } from '#app/server/read-form.server.ts';
import {
  postedList,
  postedStudents,
  studentsReply,
  submitStudents,
} from '#app/server/posted-students.server.ts';
import { formAction, screen } from '#app/server/web-route.server.ts';
import { assertSavedHere, openDesignation, openStepWithWarnings } from './designate-target.server.ts';
import { readPostedCsv } from './posted-csv.server.ts';

export const meta: MetaFunction<typeof loader> = ({ data: step, matches }) =>
  stepTitle('Students', step?.designation.highSchool, matches);

export const loader = screen((call) => openStepWithWarnings(call, 'students'), StudentsStepScreenSchema);

/**
 * Review requires complete students; Back stores what it can. Without JavaScript, buttons also import a file
 * and open forms.
 */
export const action = formAction(
  async (call, form) => {
    const { designation, today } = await openDesignation(call);
    const intent = intentOf(form, ['import', 'back']);
    if (intent === 'import') {
      return data(await readPostedCsv(call, form, { highSchoolId: designation.highSchool.id, today }));
    }
    const step = listStepOf(form);
    const rearranged = rearrangedWithoutScripts(form, step, call.ctx.settings.state);
    if (rearranged !== null) return data(rearranged);
    const opened = step?.act === 'open' ? step.position : null;
    if (opened !== null && !isStorable(form, designation)) {
      return data(studentsReply(form, postedStudents(form), opened === 0 ? null : opened - 1));
    }
    const isBack = intent === 'back';
    return submitStudents(
      form,
      isBack || opened !== null ? StudentsDraftFormSchema : StudentsFormSchema,
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
        const target = targetOf(saved);
        if (opened !== null) return redirect(studentPath(target, opened));
        return redirect(stepPath(isBack ? 'method' : 'review', target));
      },
      '',
    );
  },
  { limits: { ...STUDENTS_FORM, maxBytes: MAX_IMPORT_BODY_BYTES } },
);

/** Handles removals, moves, the outcome of an import, and Undo without JavaScript. Nothing is stored until submission. */
function rearrangedWithoutScripts(
  form: FormData,
  step: ListStep | null,
  state: string,
): StudentsReply | null {
  const intent = intentOf(form, ['keep', 'replace', 'undo', 'redo']);
  const before = postedStudents(form);
  if (step?.act === 'remove') {
    const index = step.position - 1;
    const outcome = removedOutcome(studentName(before[index], index), isLastStudent(before, index));
    const students = [...afterListStep(before, step, emptyStudent(state)).students, emptyStudent(state)];
    return { ...studentsReply(form, students.slice(0, before.length), null), outcome, before };
  }
  if (step?.act === 'up' || step?.act === 'down') {
    const { students, open } = afterListStep(before, step, emptyStudent(state));
    if (open === null) return studentsReply(form, before, step.position - 1);
    const outcome = movedOutcome(studentName(before[step.position - 1], step.position - 1), open + 1);
    return { ...studentsReply(form, students, open), outcome, before };
  }
  if (intent === 'keep') return studentsReply(form, before, null);
  if (intent === 'replace') {
    const students = postedList(form.get(IMPORT_FIELDS.imported));
    const outcome = filledOutcome(students.filter(isFilledIn).length, []);
    return { ...studentsReply(form, students, null), outcome, before };
  }
  if (intent === null) return null;
  const students = postedList(form.get(IMPORT_FIELDS.before));
  return { ...studentsReply(form, students, null), outcome: intent === 'undo' ? UNDONE : REDONE, before };
}

function isStorable(form: FormData, { status }: { status: string }): boolean {
  return status !== 'PENDING' && DESIGNATION_CONTENTS.students.safeParse(postedStudents(form)).success;
}

export const clientLoader = (args: ClientLoaderFunctionArgs) => loadStep(args);
export const shouldRevalidate = revalidateUnlessAboutInput;

export const clientAction = formClientAction(SAVE_REFUSED);

/** The third step: the students (specification, section 2, Submit Students). */
export default function Students() {
  const step = useLoaderData<typeof loader>();
  const { designation, today, warnings } = step;
  const reply = useReply<StudentsReply>();
  const isEcho = reply !== undefined && reply.status === undefined;
  const working = useWorkingCopy(step, isEcho ? undefined : reply);
  const { changed, setChanged, addRemark } = useListChange(working);
  const waitingChangeRef = useRef<WaitingListChange | null>(null);
  const [echo, setEcho] = useState({ reply, round: 0 });
  if (echo.reply !== reply) setEcho({ reply, round: echo.round + 1 });
  const posted = reply === undefined || working.isRestarted || (working.isLive && !isEcho) ? null : reply;
  const [search] = useSearchParams();
  const requested = search.get('student');
  const slot = useOpenStudent(
    () => (reply === undefined ? firstOpen(working.draft.students, requested) : reply.open),
    reply === undefined && requested !== null,
  );
  useSameStudent(slot, working);
  return (
    <StepFrame title="Students" step={step}>
      <StudentsForm
        key={`${working.formKey} ${isEcho ? echo.round : 'draft'}`}
        designation={designation}
        working={working}
        today={today}
        warnings={warnings}
        posted={posted}
        slot={slot}
        change={changed ?? changeOf(reply)}
        waitingChangeRef={waitingChangeRef}
        asked={posted?.asked}
        onChange={setChanged}
        onRemark={addRemark}
      />
    </StepFrame>
  );
}

/** Closes the open form if its index belongs to another student after the forms were reset. */
function useSameStudent(slot: OpenSlot, { draft, formKey }: WorkingDraft): void {
  const student = slot.open === null ? undefined : draft.students[slot.open];
  const before = useRef({ formKey, student });
  useEffect(() => {
    const last = before.current;
    before.current = { formKey, student };
    if (last.formKey !== formKey && !isStillOpen(last.student, student)) slot.close();
  }, [formKey, slot, student]);
}

/** Returns whether the open form still has the same student. A colleague's Undo gives students new IDs. */
function isStillOpen(before: DraftStudent | undefined, now: DraftStudent | undefined): boolean {
  if (before?.id === undefined || before.id === now?.id) return true;
  return (
    before.first !== '' &&
    before.first === now?.first &&
    before.last === now.last &&
    before.dateOfBirth === now.dateOfBirth
  );
}

function changeOf(reply: StudentsReply | undefined): ListChange | null {
  return reply?.outcome === undefined ? null : { outcome: reply.outcome, before: reply.before ?? null };
}

/** Returns the list's last change. It can't be undone once newer content arrives, which would be reverted. */
function useListChange({ formKey, incoming }: WorkingDraft) {
  const [change, setChange] = useState<ListChange | null>(null);
  const [from, setFrom] = useState(formKey);
  const isLast = Number(formKey) - Number(from) <= 1 && incoming === null;
  return {
    changed: change === null || isLast ? change : { ...change, before: null },
    setChanged: (changed: ListChange) => {
      setChange(changed);
      setFrom(formKey);
    },
    addRemark: (outcome: ListOutcome, remark: string) => {
      const remarked = { ...outcome, remarks: [...outcome.remarks, remark] };
      setChange((now) => (now?.outcome === outcome ? { ...now, outcome: remarked } : now));
    },
  };
}
