import { Form } from '@remix-run/react';
import { counted } from '#app/lib/text/counted.ts';
import { listed } from '#app/lib/text/listed.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ConfirmSubmitButton, type Question } from '#app/components/ui/confirm.tsx';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { versionTokenOf } from '#app/lib/versions.ts';
import type { UndoableRolloverAnswer } from '#app/schemas/year-screens.ts';

interface RolloverPanelProps {
  nextYear: number;
  undoable: UndoableRolloverAnswer | null;
}

/** Link to the rollover, and a button to undo the last one while that is possible. */
export function RolloverPanel({ nextYear, undoable }: RolloverPanelProps) {
  return (
    <Panel title="Rollover">
      <Stack>
        <p className="m-0 measure">
          A rollover begins the next academic year: it copies the dates and reminders and closes the active
          year. You&apos;ll see a preview before anything changes.
        </p>
        <Cluster>
          <ButtonLink to={`/years/rollover?year=${nextYear}`}>Roll over to {nextYear}…</ButtonLink>
        </Cluster>
        {undoable === null ? null : <UndoRollover {...undoable} />}
      </Stack>
    </Panel>
  );
}

function UndoRollover(undoable: UndoableRolloverAnswer) {
  const { active } = undoable;
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="begun" value={versionTokenOf(active)} />
      <p className="measure">
        {active.year} was started by a rollover. You can undo this until {active.year} has its first
        designation.
      </p>
      <ConfirmSubmitButton name="intent" value="undo" icon="return" question={undoQuestion(undoable)}>
        Undo rollover to {active.year}
      </ConfirmSubmitButton>
    </Form>
  );
}

function undoQuestion({
  active,
  closed,
  isNew,
  extensions,
  reminderRules,
}: UndoableRolloverAnswer): Question {
  const { year } = active;
  const belongings = [
    'its dates',
    extensions === 0 ? null : counted(extensions, 'extension'),
    reminderRules === 0 ? null : counted(reminderRules, 'reminder'),
  ].filter((part) => part !== null);
  const outcome = isNew
    ? `The ${year} academic year will be deleted, along with ${listed(belongings)}.`
    : `The ${year} academic year existed before the rollover, so it won't be deleted. It will become inactive and keep ${listed(belongings)}.`;
  const then = closed === null ? 'No year will be active.' : `${closed.year} will be active again.`;
  return {
    title: `Undo the rollover to ${year}?`,
    message: `${outcome}\n${then}`,
    confirmLabel: 'Undo rollover',
    tone: 'danger',
  };
}
