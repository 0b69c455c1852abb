import { counted } from '#app/components/domain/designations/counted.ts';
import { StayingList } from '#app/components/domain/designations/staying-list.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { BulkStatus, DecisionOutcome } from '#app/schemas/designation-bulk.ts';

const DONE: Record<BulkStatus, string> = {
  APPROVED: 'approved',
  RETURNED: 'returned for correction',
};

/** What a decision on many has done, and what it has left alone. */
export function BulkOutcome({ outcome, list }: { outcome: DecisionOutcome; list: string }) {
  const { status, changed, staying } = outcome;
  return (
    <Panel>
      <Stack>
        <Banner tone={changed === 0 ? 'info' : 'success'}>
          {changed === 0
            ? 'Nothing was changed.'
            : `${counted(changed, 'designation was', 'designations were')} ${DONE[status]}.`}
        </Banner>
        <StayingList staying={staying} />
        <div>
          <ButtonLink to={list} variant="primary">
            Back to the designations
          </ButtonLink>
        </div>
      </Stack>
    </Panel>
  );
}
