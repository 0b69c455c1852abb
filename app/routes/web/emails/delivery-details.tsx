import { data } from '@remix-run/node';
import { type MetaFunction, useLoaderData, useSearchParams } from '@remix-run/react';
import { formClientAction } from '#app/components/site/form-client-action.ts';
import { useState } from 'react';
import { ContentsPanel } from '#app/components/deliveries/contents-panel.tsx';
import { DeliveryActions } from '#app/components/deliveries/delivery-actions.tsx';
import { recipientList } from '#app/components/deliveries/delivery-list-query.ts';
import { DeliveryProgress } from '#app/components/deliveries/delivery-progress.tsx';
import { RecipientFilters } from '#app/components/deliveries/recipient-filters.tsx';
import { RecipientTable } from '#app/components/deliveries/recipient-table.tsx';
import { useLiveDelivery } from '#app/components/deliveries/use-live-delivery.ts';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { MessageDialog, MessagePanel } from '#app/components/emails/message-panel.tsx';
import { HistoryPanel } from '#app/components/history/history-panel.tsx';
import { numberedPages } from '#app/components/listing/list-query.ts';
import { tabTitle } from '#app/components/site/titled.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Pagination } from '#app/components/ui/pagination.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { getDeliveryContents, getDeliveryState } from '#app/domain/emails/read-deliveries.server.ts';
import {
  approveDelivery,
  cancelDelivery,
  pauseDelivery,
  resumeDelivery,
  retryDelivery,
} from '#app/domain/emails/transition-delivery.server.ts';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { parseForm } from '#app/lib/parse-form.ts';
import { authorize } from '#app/policy/authorize.ts';
import { DeliveryPageQuerySchema, DeliveryScreenSchema } from '#app/schemas/delivery-screens.ts';
import { DELIVERY_ACTION_DONE } from '#app/messages/delivery-labels.ts';
import { type DeliveryAction, DeliveryActionFormSchema } from '#app/schemas/email-forms.ts';
import type { DeliveryResponse } from '#app/schemas/email.ts';
import type { Flash } from '#app/schemas/flash.ts';
import { readFlash, redirectWithFlash } from '#app/server/flash.server.ts';
import { historyBefore, parseQuery } from '#app/server/parse-input.server.ts';
import { formAction, refusalMessage, screen, screenId } from '#app/server/web-route.server.ts';
import { shownRecipients } from './shown-recipients.server.ts';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { DeliveryBadge } from '#app/components/deliveries/delivery-badge.tsx';
import { fullName } from '#app/lib/text/person-name.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta: MetaFunction<typeof loader> = ({ data: response, matches }) =>
  tabTitle(response ? response.delivery.template.name : 'Sent email', matches);

export const loader = screen(async ({ ctx, params, url, request }) => {
  authorize(ctx.actor, 'email.manage');
  const id = screenId(params);
  const delivery = await getDeliveryState(ctx, id);
  const requested = parseQuery(DeliveryPageQuerySchema, url.searchParams);
  const contents = await getDeliveryContents(ctx, id);
  const rows = await shownRecipients(ctx, id, requested);
  const timeline = await readTimeline(ctx, { type: 'DELIVERY', id }, historyBefore(url));
  const flash = await readFlash(request, ctx.settings);
  const response = {
    ...{ delivery, contents, rows, page: requested.page ?? 1, timeline },
    flash: flash.messages,
  };
  return data(response, { headers: flash.headers });
}, DeliveryScreenSchema);

interface DeliveryTransition {
  readonly run: (ctx: Ctx, id: string) => Promise<DeliveryResponse>;
  readonly verb: string;
  /** 'success' by default. */
  readonly tone?: Flash['tone'];
}

const TRANSITIONS: Readonly<Record<DeliveryAction, DeliveryTransition>> = {
  approve: { run: approveDelivery, verb: 'approve' },
  pause: { run: pauseDelivery, verb: 'pause' },
  resume: { run: resumeDelivery, verb: 'resume' },
  cancel: { run: cancelDelivery, verb: 'cancel', tone: 'info' },
  retry: { run: retryDelivery, verb: 'resend' },
};

export const action = formAction(async ({ ctx, params, url }, form) => {
  authorize(ctx.actor, 'email.manage');
  const id = screenId(params);
  const submission = parseForm(form, { schema: DeliveryActionFormSchema });
  if (submission.status !== 'success') throw new NotFound();
  const to = `${url.pathname}${url.search}`;
  return redirectWithFlash(to, [await runTransition(ctx, id, submission.value.intent)], ctx.settings, {
    isSamePage: true,
  });
});

async function runTransition(ctx: Ctx, id: string, intent: DeliveryAction): Promise<Omit<Flash, 'id'>> {
  const { run, verb, tone = 'success' } = TRANSITIONS[intent];
  try {
    return { tone, text: DELIVERY_ACTION_DONE[intent](await run(ctx, id)) };
  } catch (error) {
    return { tone: 'danger', text: `Unable to ${verb}: ${refusalMessage(error).message}` };
  }
}

export const clientAction = formClientAction(
  (intent) => `Unable to ${intent === 'retry' ? 'resend' : String(intent)}: `,
);

export default function DeliveryDetails() {
  const { page, contents, timeline, flash, ...loaded } = useLoaderData<typeof loader>();
  const messages = useLatestFlash(flash);
  const [search] = useSearchParams();
  const address = { search: search.toString(), isByState: search.has('state') };
  const { delivery, rows, rate, problem } = useLiveDelivery({ ...loaded, ...address });
  const { recipients, bounced, total } = rows;
  const query = recipientList(delivery.id);
  const [looked, setLooked] = useState<string>();
  const [isOpen, setIsOpen] = useState(false);
  const like = looked ?? recipients[0]?.email ?? '';
  const messageHref = (email: string) =>
    `/emails/deliveries/${delivery.id}/message?${new URLSearchParams({ email }).toString()}`;
  return (
    <>
      <PageHeader
        title={delivery.template.name}
        back={{ to: '/emails/deliveries', label: 'Sent emails' }}
        subtitle={<DeliveryStatusLine delivery={delivery} />}
        actions={<DeliveryActions delivery={delivery} contents={contents} />}
      />
      <FlashRegion messages={messages} />
      <Stack>
        <Panel title="Progress">
          {problem === null ? null : <Banner tone="danger">Unable to update this page: {problem}</Banner>}
          <DeliveryProgress delivery={delivery} rate={rate} />
        </Panel>
        <ContentsPanel delivery={delivery} contents={contents} />
        {like === '' ? null : <MessagePanel like={like} href={messageHref(like)} />}
        <RecipientFilters query={query} search={search} />
        <Panel
          title="Recipients"
          flush
          footer={
            <Pagination
              one="recipient"
              many="recipients"
              shown={recipients.length}
              total={total}
              {...numberedPages(query, search, { page, total })}
            />
          }
        >
          <RecipientTable
            recipients={recipients}
            bounced={bounced}
            status={delivery.status}
            messageHref={messageHref}
            onShow={(email) => {
              setLooked(email);
              setIsOpen(true);
            }}
          />
        </Panel>
        <HistoryPanel timeline={timeline} />
        <MessageDialog
          email={isOpen ? like : null}
          messageHref={messageHref}
          onClose={() => setIsOpen(false)}
        />
      </Stack>
    </>
  );
}

/** Returns the last messages, which stay visible while the page reloads its data. */
function useLatestFlash(flash: readonly Flash[]): readonly Flash[] {
  const [latest, setLatest] = useState(flash);
  const isNew = flash.length > 0 && flash[0]?.id !== latest[0]?.id;
  if (isNew) setLatest(flash);
  return isNew ? flash : latest;
}

/** Status of a delivery with its time, then when it was created and by whom. */
function DeliveryStatusLine({ delivery }: { delivery: DeliveryResponse }) {
  const { status, scheduledAt, finishedAt, createdAt, createdBy } = delivery;
  return (
    <>
      <DeliveryBadge status={status} />{' '}
      {status === 'SCHEDULED' && scheduledAt !== null ? (
        <>
          for <AlaskaTime iso={scheduledAt} />.{' '}
        </>
      ) : null}
      {finishedAt === null ? null : (
        <>
          <AlaskaTime iso={finishedAt} />.{' '}
        </>
      )}
      Created <AlaskaTime iso={createdAt} />
      {createdBy === null ? ' by a reminder' : ` by ${fullName(createdBy)}`}
    </>
  );
}
