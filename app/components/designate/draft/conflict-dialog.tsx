import { useEffect, useRef, useState } from 'react';
import {
  APART,
  formatDifferences,
  formatStudent,
  METHOD_LABELS,
  STUDENT_LABELS,
} from '#app/components/designate/draft/differences.ts';
import { useDraftServices, useEditingSessionView } from '#app/components/designate/draft/draft-context.tsx';
import { CONFLICT_ID, type LiveConflictNoticeProps } from '#app/components/designate/draft/draft-types.ts';
import { contentOf, type DraftMethod } from '#app/components/designate/draft/draft.ts';
import type { Choices, Side, StudentField } from '#app/components/designate/draft/merge-student.ts';
import type { Conflict } from '#app/components/designate/draft/merge.ts';
import { RadioGroupField } from '#app/components/forms/choice-group-field.tsx';
import { useSite } from '#app/components/site/site-context.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { Button, ButtonLink } from '#app/components/ui/button.tsx';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';
import { formatBothChanged, formatLastChange, formatOtherSide } from '#app/lib/messages/editing-labels.ts';
import { lockedSentence } from '#app/lib/messages/locked-designation.ts';
import type { DraftStudent } from '#app/lib/students/draft-students.ts';
import { criteriaLabel } from '#app/schemas/enums.ts';

/**
 * The notice of a page that is alive: by whom and when it was changed, and what of it conflicts with what was typed here. Where
 * that can be told by field each is decided by itself; where it cannot, one of the two versions is taken as a whole.
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
          <p>What you entered is still here, but it is not saved and can&apos;t be saved anymore.</p>
          {seeLatest}
        </Banner>
      </div>
    );
  }
  const takeAll = (side: Side) => {
    if (about !== 'whole') working.decide(new Map(about.map(({ name }) => [name, side])));
    else if (side === 'mine') working.keepMine();
    else working.loadLatest();
  };

  return (
    <div id={CONFLICT_ID} tabIndex={-1}>
      <Banner tone="warning" title={`${change}.`}>
        {wasSubmitted ? (
          <p>
            It is now pending review. What you go on with here is stored only when you submit it once more.
          </p>
        ) : null}
        <p>
          What you entered is still here, but it is not saved.{' '}
          {about === 'whole'
            ? 'Look at the latest version first, then decide which of the two to go on with.'
            : `${formatBothChanged(working.changed, reader)}; everything else goes together. Decide which is to stay.`}
        </p>
        {about === 'whole' ? (
          <WholeDifferences
            differences={formatDifferences(store.get() ?? working.draft, contentOf(designation), APART)}
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
          {about === 'whole' ? seeLatest : null}
          <Button size="sm" onClick={() => takeAll('mine')}>
            Go on with what I entered
          </Button>
          <Button size="sm" onClick={() => takeAll('theirs')}>
            Load the latest instead
          </Button>
        </Cluster>
      </Banner>
    </div>
  );
}

function WholeDifferences({ differences }: { differences: readonly string[] }) {
  if (differences.length === 0) return null;
  return (
    <>
      <p>They differ here:</p>
      <ul>
        {differences.map((difference) => (
          <li key={difference}>{difference}</li>
        ))}
      </ul>
    </>
  );
}

/** Asks anew when a field of the page was changed, for the question shows what stands in them. */
function useFreshQuestion(askAnew: () => void): void {
  const latest = useRef(askAnew);
  useEffect(() => {
    latest.current = askAnew;
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

/** Fetched together with the notice, once a draft and a newer stored version have to be merged. */
export { mergeDraft } from '#app/components/designate/draft/merge.ts';

interface ConflictChoicesProps {
  conflicts: readonly Conflict[];
  /** Whose the other values are: 'Kim Lee'. */
  others: string;
  onDecided(choices: Choices): void;
}

/** The form that these fields belong to: none, so that they are never sent with the step's form in which they stand. */
const NO_FORM = `${CONFLICT_ID}-choices`;

/** Each conflict with both of its values, and the choice between them. */
export function ConflictChoices({ conflicts, others, onDecided }: ConflictChoicesProps) {
  const [chosen, setChosen] = useState<Choices>(new Map());
  const [isUndecidedTold, setUndecidedTold] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  const isUndecided = ({ name }: Conflict) => !chosen.has(name);

  const decide = () => {
    const missing = conflicts.findIndex(isUndecided);
    if (missing < 0) return onDecided(chosen);
    setUndecidedTold(true);
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
            errors={isUndecidedTold && isUndecided(conflict) ? ['Choose one of the two.'] : []}
            options={[
              {
                value: 'mine' satisfies Side,
                label: <Value whose="You entered" value={formatValue(conflict, 'mine')} />,
              },
              {
                value: 'theirs' satisfies Side,
                label: <Value whose={`${others} saved`} value={formatValue(conflict, 'theirs')} />,
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
            {conflicts.length === 1 ? 'Go on with this choice' : 'Go on with these choices'}
          </Button>
        </p>
        <p>Or take one side in all of it:</p>
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

const NOBODY = 'no student here';

/** What a conflict is about: 'Class size', 'Student 3 (Ann Lee): phone', or 'Student 3 (Ann Lee)' as a whole. */
export function formatConflict(conflict: Conflict): string {
  if (conflict.kind === 'method') return METHOD_LABELS[conflict.name];
  const { place, field, mine, theirs } = conflict;
  const student = formatStudent(place, mine, theirs);
  return field === null ? student : `${student}: ${STUDENT_LABELS[field]}`;
}

/** What one side has there, as a person reads it. */
export function formatValue(conflict: Conflict, side: Side): string {
  if (conflict.kind === 'method') return methodValue(conflict[side], conflict.name);
  const student = conflict[side];
  if (student === undefined) return NOBODY;
  return conflict.field === null ? wholeStudent(student) : studentValue(student, conflict.field);
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

/** Everything that was entered about a student, a line for each field. */
function wholeStudent(student: DraftStudent): string {
  const fields = Object.entries(STUDENT_LABELS).map(([field, label]) => {
    const value = studentValue(student, field as StudentField);
    return value === NOTHING || value === 'no' ? null : `${label}: ${value}`;
  });
  return fields.filter((line) => line !== null).join('\n') || NOBODY;
}

function textOf(value: string | number | null): string {
  const text = String(value ?? '').trim();
  return text === '' ? NOTHING : text;
}
