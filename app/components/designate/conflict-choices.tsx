import { useRef, useState } from 'react';
import { formatConflict, formatValue } from '#app/components/designate/conflict-labels.ts';
import { CONFLICT_ID } from '#app/components/designate/editing-session-view.ts';
import { RadioGroupField } from '#app/components/forms/choice-group-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import type { Conflict } from '#app/lib/draft-merge.ts';
import type { Choices, Side } from '#app/lib/draft-merge-sides.ts';

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
