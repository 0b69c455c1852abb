import { Form } from '@remix-run/react';
import { counted } from '#app/lib/counted.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import type { RolloverReport } from '#app/schemas/rollover.ts';

/** Agrees to the rollover that is shown, after one more question. */
export function RolloverForm({ report }: { report: RolloverReport }) {
  const { year } = report.active;
  return (
    <Form method="post">
      <input type="hidden" name="year" value={year} />
      <input type="hidden" name="plan" value={report.plan} />
      <Cluster>
        <ConfirmSubmitButton
          name="intent"
          value="begin"
          variant="primary"
          question={{ message: beginQuestion(report) }}
        >
          Begin {year}
        </ConfirmSubmitButton>
        <ButtonLink to="/years">Cancel</ButtonLink>
      </Cluster>
    </Form>
  );
}

function beginQuestion({ active, closed, checks }: RolloverReport): string {
  const { STARTED, PENDING, RETURNED } = checks.openDesignations;
  const open = STARTED + PENDING + RETURNED;
  const lines = [`Begin the academic year ${active.year}?`];
  if (closed !== null) lines.push(`${closed.year} will be closed.`);
  if (closed !== null && open > 0) {
    lines.push(
      `${counted(open, 'designation', 'designations')} of ${closed.year} ${open === 1 ? 'is' : 'are'} not decided.`,
    );
  }
  lines.push(`It can be undone until the first designation of ${active.year} exists.`);
  return lines.join('\n');
}
