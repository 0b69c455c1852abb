import { REVIEW_QUEUE_PATH } from '#app/components/designations/review-url.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { counted, formatNumber, plural } from '#app/lib/text/counted.ts';
import { DESIGNATION_STATUS_LABELS, DESIGNATION_STATUSES } from '#app/schemas/enums.ts';
import type { ReviewQueueResponse } from '#app/schemas/designation-screens.ts';

/** The results of a review queue, or a note that there was nothing to review. */
export function ReviewQueueEnd({ reviewed, toReview }: Pick<ReviewQueueResponse, 'reviewed' | 'toReview'>) {
  const isMore = toReview > 0;
  return (
    <Panel flush>
      <EmptyState
        title={reviewed === null ? 'Nothing to review' : titleOf(reviewed.total)}
        icon={reviewed === null ? 'info' : 'check'}
        actions={
          <>
            {isMore ? (
              <ButtonLink to={REVIEW_QUEUE_PATH} variant="primary">
                Review {counted(toReview, 'new designation')}
              </ButtonLink>
            ) : null}
            <ButtonLink to="/designations" variant={isMore ? 'outline' : 'primary'}>
              Back to designations
            </ButtonLink>
            <ButtonLink to="/">Dashboard</ButtonLink>
          </>
        }
      >
        {reviewed === null
          ? 'Designations for the active year appear here when schools submit them.'
          : DESIGNATION_STATUSES.flatMap((status) => {
              const count = reviewed.statuses[status];
              return count === undefined
                ? []
                : `${DESIGNATION_STATUS_LABELS[status]}: ${formatNumber(count)}`;
            }).join(' · ')}
      </EmptyState>
    </Panel>
  );
}

function titleOf(total: number): string {
  return plural(
    total,
    "You've reviewed the only designation in this queue.",
    `All ${formatNumber(total)} designations in this queue have been reviewed.`,
  );
}
