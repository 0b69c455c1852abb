import { Form } from '@remix-run/react';
import { useSite } from '#app/components/site/site-context.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ConfirmSubmitButton, type Question } from '#app/components/ui/confirm.tsx';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';
import { closingSentence, earlySentence } from '#app/messages/rollover-labels.ts';
import type { RolloverReport } from '#app/schemas/rollover.ts';

/** Confirms the displayed rollover after a question. */
export function RolloverForm({ report }: { report: RolloverReport }) {
  const { year } = report.active;
  const early = earlySentence(report, useSite().timeZone);
  return (
    <Form method="post">
      <Stack>
        {early === null ? null : (
          <Banner tone="warning" live={false}>
            {early}
          </Banner>
        )}
        <input type="hidden" name="year" value={year} />
        <input type="hidden" name="plan" value={report.plan} />
        <Cluster>
          <ConfirmSubmitButton
            name="intent"
            value="begin"
            variant="primary"
            question={beginQuestion(report, early)}
          >
            Begin {year}
          </ConfirmSubmitButton>
          <ButtonLink to="/years">Cancel</ButtonLink>
        </Cluster>
      </Stack>
    </Form>
  );
}

function beginQuestion(report: RolloverReport, early: string | null): Question {
  const { active, closed, checks } = report;
  const { STARTED, PENDING, RETURNED } = checks.openDesignations;
  const lines = [
    early,
    closed === null ? null : closingSentence(closed.year, STARTED + PENDING + RETURNED),
    `You can undo this until ${active.year} has its first designation.`,
  ];
  return {
    title: `Begin the ${active.year} academic year?`,
    message: lines.filter((line) => line !== null).join('\n'),
    confirmLabel: `Begin ${active.year}`,
    isCareful: early !== null,
  };
}
