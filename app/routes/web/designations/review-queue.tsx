import { data, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { LoadedShortcutKeys } from '#app/components/designations/loaded-tools.tsx';
import { queueOpenedAt, queueQuery, reviewHref } from '#app/components/designations/review-url.ts';
import { ReviewQueueEnd } from '#app/components/designations/review-queue-end.tsx';
import { UndoDecision } from '#app/components/designations/undo-decision.tsx';
import { titled } from '#app/components/site/titled.ts';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { findUndoable } from '#app/domain/designations/find-undoable.server.ts';
import { countToReview, getReviewQueue } from '#app/domain/review/review-queue.server.ts';
import { ReviewQueueScreenSchema } from '#app/schemas/designation-screens.ts';
import { readFlash } from '#app/server/flash.server.ts';
import { screen } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

export const meta = titled('Review queue');

/** Leads to the oldest pending designation of the queue; without any, says that the queue is done. */
export const loader = screen(async ({ ctx, request, url }) => {
  const known = queueOpenedAt(url.search);
  const openedAt = known ?? ctx.now().toISOString();
  const queue = await getReviewQueue(ctx, { openedAt });
  if (queue !== null && queue.nextPending !== null) {
    throw redirect(reviewHref(queue.nextPending.id, queueQuery(openedAt)));
  }
  const flash = await readFlash(request, ctx.settings);
  const response = {
    reviewed: known !== null && queue !== null && queue.total > 0 ? queue : null,
    toReview: await countToReview(ctx),
    undo: await findUndoable(ctx, null),
    queueQuery: queueQuery(openedAt),
    flash: flash.messages,
  };
  return data(response, { headers: flash.headers });
}, ReviewQueueScreenSchema);

export default function ReviewQueueScreen() {
  const response = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader title="Review queue" back={{ to: '/designations', label: 'Designations' }} />
      <FlashRegion messages={response.flash} />
      <UndoDecision undo={response.undo} listQuery={response.queueQuery} />
      <ReviewQueueEnd {...response} />
      {response.undo === null ? null : (
        <div className="mt-3">
          <LoadedShortcutKeys />
        </div>
      )}
    </>
  );
}
