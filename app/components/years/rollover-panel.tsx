import { Form } from '@remix-run/react';
import { undoSentences } from '#app/messages/rollover-labels.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ConfirmSubmitButton, type Question } from '#app/components/ui/confirm.tsx';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { versionTokenOf } from '#app/lib/versions.ts';
import type { UndoableRolloverResponse } from '#app/schemas/year-screens.ts';

interface RolloverPanelProps {
  nextYear: number;
  undoable: UndoableRolloverResponse | null;
}

/** Link to the rollover, and a button to undo the last one while that is possible. */
export function RolloverPanel({ nextYear, undoable }: RolloverPanelProps) {
  return (
    <Panel title="Rollover" isScreenOnly>
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

function UndoRollover(undoable: UndoableRolloverResponse) {
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

function undoQuestion(undoable: UndoableRolloverResponse): Question {
  return {
    title: `Undo the rollover to ${undoable.active.year}?`,
    message: undoSentences(undoable).join('\n'),
    confirmLabel: 'Undo rollover',
    tone: 'danger',
  };
}
