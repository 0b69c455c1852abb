import { plural } from '#app/lib/text/counted.ts';
import { useEffect, useRef, useState } from 'react';
import {
  ONLY_IN_LABELS,
  formatDifferences,
  METHOD_LABELS,
  STUDENT_LABELS,
} from '#app/components/designate/draft/draft-differences.ts';
import { useDraftServices, useEditingSessionView } from '#app/components/designate/draft/draft-context.tsx';
import { CONFLICT_ID, contentOf, type DraftMethod } from '#app/components/designate/draft/draft.ts';
import type { LiveConflictNoticeProps } from '#app/components/designate/draft/working-copy.ts';
import type { Choices, Side, StudentField } from '#app/components/designate/draft/merge-student.ts';
import type { Conflict } from '#app/components/designate/draft/merge.ts';
import { RadioGroupField } from '#app/components/forms/choice-group-field.tsx';
import { useSite } from '#app/components/site/site-context.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';
import { formatBothChanged, formatLastChange, formatOtherSide } from '#app/messages/editing-labels.ts';
import { lockedSentence } from '#app/messages/locked-designation.ts';
import type { DraftStudent } from '#app/students/draft-students.ts';
import { formatStudent } from '#app/students/student-labels.ts';
import { criteriaLabel } from '#app/schemas/enums.ts';

/**
 * Shows who changed the designation and when, and asks which version to keep: by field if possible, otherwise whole.
 */
export function LiveConflictNotice({ designation, today, working, asked }: LiveConflictNoticeProps) {
  const { userId, store } = useDraftServices();
  const { timeZone } = useSite();
  const { locked } = useEditingSessionView();
  const reader = { userId, today, timeZone };
  const { about } = asked;
  const wasSubmitted = designation.status === 'PENDING' && working.draft.status !== 'PENDING';
  const change = formatLastChange(working.changed, reader, wasSubmitted ? 'submitted' : 'changed');
  useFreshQuestion(() => working.decide(new Map()));

  const seeLatest = (
    <ButtonLink to={`/designations/${designation.id}`} newTab reloadDocument size="sm">
      See the latest version (opens in a new tab)
    </ButtonLink>
  );
  if (locked !== null) {
    return (
      <div id={CONFLICT_ID} tabIndex={-1}>
        <Banner tone="warning" title={lockedSentence(locked) ?? ''}>
          <p>Your changes are still on this page, but they can&apos;t be saved anymore.</p>
          {seeLatest}
        </Banner>
      </div>
    );
  }
  const chooseAll = (side: Side) => {
    if (about !== 'version') working.decide(new Map(about.map(({ name }) => [name, side])));
    else if (side === 'mine') working.keepMine();
    else working.loadLatest();
  };

  return (
    <div id={CONFLICT_ID} tabIndex={-1}>
      <Banner tone="warning" title={`${change}.`}>
        {wasSubmitted ? <p>It&apos;s now pending review. To include your changes, submit it again.</p> : null}
        <p>
          Your changes are still here, but they aren&apos;t saved.{' '}
          {about === 'version'
            ? 'Look at the latest version, then choose which version to keep.'
            : `${formatBothChanged(working.changed, reader)}. We merged everything else. Choose which version to keep.`}
        </p>
        {about === 'version' ? (
          <DifferenceList
            differences={formatDifferences(
              store.get() ?? working.draft,
              contentOf(designation),
              ONLY_IN_LABELS,
            )}
          />
        ) : (
          <>
            <p>{seeLatest}</p>
            <ConflictChoices
              key={designation.version}
              conflicts={about}
              others={formatOtherSide(working.changed, reader)}
              onDecided={working.decide}
            />
          </>
        )}
        <Cluster>
          {about === 'version' ? seeLatest : null}
          <Button size="sm" onClick={() => chooseAll('mine')}>
            Keep my version
          </Button>
          <Button size="sm" onClick={() => chooseAll('theirs')}>
            Use the latest version
          </Button>
        </Cluster>
      </Banner>
    </div>
  );
}

function DifferenceList({ differences }: { differences: readonly string[] }) {
  if (differences.length === 0) return null;
  return (
    <>
      <p>Differences:</p>
      <ul>
        {differences.map((difference) => (
          <li key={difference}>{difference}</li>
        ))}
      </ul>
    </>
  );
}

/** Asks again when a field changes, because the question shows current values. */
function useFreshQuestion(askAgain: () => void): void {
  const latest = useRef(askAgain);
  useEffect(() => {
    latest.current = askAgain;
  });
  useEffect(() => {
    const onChange = ({ target }: Event) => {
      const isOwn = target instanceof Element && target.closest(`#${CONFLICT_ID}`) !== null;
      if (!isOwn) latest.current();
    };
    document.addEventListener('change', onChange);
    return () => document.removeEventListener('change', onChange);
  }, []);
}

/** Loaded together with the notice, once a draft must be merged with a newer stored version. */
export { mergeDraft } from '#app/components/designate/draft/merge.ts';

interface ConflictChoicesProps {
  conflicts: readonly Conflict[];
  /** The other editor in the possessive: "Kim Lee's". */
  others: string;
  onDecided(choices: Choices): void;
}

/** ID of a nonexistent form, so that these fields aren't submitted with the surrounding step form. */
const NO_FORM = `${CONFLICT_ID}-choices`;

/** Both values of each conflict, with a choice between them. */
export function ConflictChoices({ conflicts, others, onDecided }: ConflictChoicesProps) {
  const [chosen, setChosen] = useState<Choices>(new Map());
  const [isErrorShown, setErrorShown] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const isUndecided = ({ name }: Conflict) => !chosen.has(name);

  const decide = () => {
    const missing = conflicts.findIndex(isUndecided);
    if (missing < 0) return onDecided(chosen);
    setErrorShown(true);
    frame.current?.querySelector<HTMLInputElement>(`[name="${nameOf(missing)}"]`)?.focus();
  };

  return (
    <div ref={frame}>
      <Stack>
        {conflicts.map((conflict, index) => (
          <RadioGroupField
            key={conflict.name}
            name={nameOf(index)}
            form={NO_FORM}
            label={formatConflict(conflict)}
            errors={isErrorShown && isUndecided(conflict) ? ['Choose one.'] : []}
            options={[
              {
                value: 'mine' satisfies Side,
                label: <Value whose="Yours" value={formatValue(conflict, 'mine')} />,
              },
              {
                value: 'theirs' satisfies Side,
                label: <Value whose={others} value={formatValue(conflict, 'theirs')} />,
              },
            ]}
            onChange={({ currentTarget }) => {
              const side: Side = currentTarget.value === 'mine' ? 'mine' : 'theirs';
              setChosen((before) => new Map(before).set(conflict.name, side));
            }}
          />
        ))}
        <p>
          <Button size="sm" variant="primary" onClick={decide}>
            {plural(conflicts.length, 'Keep this choice', 'Keep these choices')}
          </Button>
        </p>
        <p>Or use one version for everything:</p>
      </Stack>
    </div>
  );
}

function nameOf(index: number): string {
  return `${CONFLICT_ID}-${index + 1}`;
}

function Value({ whose, value }: { whose: string; value: string }) {
  return (
    <>
      {whose}: <span className="fw-semibold text-break text-pre-line">{value}</span>
    </>
  );
}

const NOTHING = '(nothing)';

const NO_STUDENT = 'no student';

/**
 * Returns what a conflict is about: 'Class size', 'Student 3 (Ann Lee): phone', or 'Student 3 (Ann Lee)' as a whole.
 */
export function formatConflict(conflict: Conflict): string {
  if (conflict.kind === 'method') return METHOD_LABELS[conflict.name];
  const { index, field, mine, theirs } = conflict;
  const student = formatStudent(index, mine, theirs);
  return field === null ? student : `${student}: ${STUDENT_LABELS[field]}`;
}

/** Returns one side's value in a conflict as text. */
export function formatValue(conflict: Conflict, side: Side): string {
  if (conflict.kind === 'method') return methodValue(conflict[side], conflict.name);
  const student = conflict[side];
  if (student === undefined) return NO_STUDENT;
  return conflict.field === null ? studentLines(student) : studentValue(student, conflict.field);
}

function methodValue(method: DraftMethod, field: keyof DraftMethod): string {
  const value =
    field === 'criteria' && method.criteria !== null ? criteriaLabel(method.criteria) : method[field];
  return textOf(value);
}

function studentValue(student: DraftStudent, field: StudentField): string {
  if (field === 'twin') return student.twin ? 'yes' : 'no';
  if (field !== 'address') return textOf(student[field]);
  const { address1, address2, city, state, zip5, zip4, firmName, urbanization } = student.address;
  const lines = [firmName, address1, address2, urbanization, city];
  const isBlank = [...lines, zip5, zip4].every((line) => line.trim() === '');
  const zip = zip4 === '' ? zip5 : `${zip5}-${zip4}`;
  return isBlank
    ? NOTHING
    : [...lines, `${state} ${zip}`]
        .map((line) => line.trim())
        .filter(Boolean)
        .join(', ');
}

function studentLines(student: DraftStudent): string {
  const fields = Object.entries(STUDENT_LABELS).map(([field, label]) => {
    const value = studentValue(student, field as StudentField);
    return value === NOTHING || value === 'no' ? null : `${label}: ${value}`;
  });
  return fields.filter((line) => line !== null).join('\n') || NO_STUDENT;
}

function textOf(value: string | number | null): string {
  const text = String(value ?? '').trim();
  return text === '' ? NOTHING : text;
}
