import { ButtonLink } from '#app/components/ui/button.tsx';
import { REVIEW_QUEUE_PATH } from '#app/components/designations/review-url.ts';
import { counted } from '#app/lib/text/counted.ts';

/** Opens the oldest of the active year's pending designations, or says that there are none. */
export function ReviewQueueLink({ toReview }: { toReview: number }) {
  if (toReview === 0) return <span className="text-body-secondary">Nothing to review</span>;
  return (
    <ButtonLink to={REVIEW_QUEUE_PATH} variant="primary">
      Review {counted(toReview, 'designation')}
    </ButtonLink>
  );
}
