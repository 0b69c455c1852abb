import { Form } from '@remix-run/react';
import { counted } from '#app/lib/text/counted.ts';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { YearDetailsAnswer } from '#app/schemas/year-screens.ts';

interface DeleteYearPanelProps {
  year: YearDetailsAnswer;
  designations: number;
}

/** Deletes a year, or explains why it can't be deleted (decisions, section 3). */
export function DeleteYearPanel({ year: { year, status, version }, designations }: DeleteYearPanelProps) {
  return (
    <Panel title="Delete this year">
      {status === 'ACTIVE' ? (
        <p>You can&apos;t delete the active year. Make another year active first.</p>
      ) : designations > 0 ? (
        <p>
          {year} has {counted(designations, 'designation')}, so it can&apos;t be deleted.
        </p>
      ) : (
        <Form method="post">
          <input type="hidden" name="version" value={version} />
          <ConfirmSubmitButton
            name="intent"
            value="delete"
            variant="danger"
            icon="trash"
            question={{
              title: `Delete ${year}?`,
              confirmLabel: `Delete ${year}`,
              message: `Delete the academic year ${year}? This also deletes its dates, extensions, and reminder rules.`,
              tone: 'danger',
            }}
          >
            Delete {year}
          </ConfirmSubmitButton>
        </Form>
      )}
    </Panel>
  );
}
