import { data } from '@remix-run/node';
import { type MetaFunction, useLoaderData, useLocation } from '@remix-run/react';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { listQueryOf, reviewHref } from '#app/components/designations/review-url.ts';
import { MessageForm } from '#app/components/messages/message-form.tsx';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { tabTitle } from '#app/components/site/titled.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Cluster, Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { postMessage } from '#app/domain/messages/post-message.server.ts';
import { openMessages } from '#app/domain/messages/read-messages.server.ts';
import { MESSAGE_MESSAGES } from '#app/messages/message-labels.ts';
import { MESSAGE_REFUSED } from '#app/messages/save-messages.ts';
import { HISTORY_BEFORE, HISTORY_ID, historyHref } from '#app/lib/urls/history-url.ts';
import {
  MessageFormSchema,
  MessagesScreenSchema,
  ThreadPageQuerySchema,
  type ThreadEntry,
} from '#app/schemas/designation-message.ts';
import { DECISION_REASON_LABELS } from '#app/schemas/enums.ts';
import { readFlash, redirectWithFlash } from '#app/server/flash.server.ts';
import { formAction, type FormReply, screen, screenId, submitForm } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessAboutInput as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta: MetaFunction<typeof loader> = ({ data: response, matches }) =>
  tabTitle(response ? `Messages · ${response.schoolName} ${response.year}` : 'Messages', matches);

export const loader = screen(async ({ ctx, params, request, url }) => {
  const { [HISTORY_BEFORE]: before } = ThreadPageQuerySchema.parse(Object.fromEntries(url.searchParams));
  const thread = await openMessages(ctx, { designationId: screenId(params), before });
  const flash = await readFlash(request, ctx.settings);
  return data({ ...thread, flash: flash.messages }, { headers: flash.headers });
}, MessagesScreenSchema);

export const action = formAction(({ ctx, params, url }, form) => {
  const designationId = screenId(params);
  return submitForm(
    form,
    MessageFormSchema,
    async ({ text }) => {
      await postMessage(ctx, { designationId, text });
      const sent = { tone: 'success', text: MESSAGE_MESSAGES.sent } as const;
      return redirectWithFlash(
        reviewHref(designationId, listQueryOf(url.searchParams), '/messages'),
        [sent],
        ctx.settings,
        { isSamePage: true },
      );
    },
    MESSAGE_REFUSED,
  );
});

export const clientAction = formClientAction(MESSAGE_REFUSED);

/** The conversation between a school and the office about a designation. */
export default function Messages() {
  const { designationId, schoolName, year, entries, olderThan, isOlder, hint, flash } =
    useLoaderData<typeof loader>();
  const reply = useReply<FormReply>();
  const location = useLocation();
  return (
    <>
      <PageHeader
        back={{
          to: reviewHref(designationId, listQueryOf(new URLSearchParams(location.search))),
          label: 'Designation',
        }}
        title="Messages"
        subtitle={`${schoolName}, ${year} academic year`}
      />
      <FlashRegion messages={flash} />
      <Stack>
        <div id={HISTORY_ID}>
          <Panel title="Conversation">
            {entries.length === 0 ? (
              <EmptyState title="No messages yet" />
            ) : (
              <MessageThread entries={entries} />
            )}
            {olderThan === null && !isOlder ? null : (
              <Cluster>
                {isOlder ? (
                  <ButtonLink size="sm" to={historyHref(location, null)}>
                    Show newest messages
                  </ButtonLink>
                ) : null}
                {olderThan === null ? null : (
                  <ButtonLink size="sm" to={historyHref(location, String(olderThan))}>
                    Show older messages
                  </ButtonLink>
                )}
              </Cluster>
            )}
          </Panel>
        </div>
        <Panel title="Write a message" isScreenOnly>
          <MessageForm sentId={flash[0]?.id} hint={hint} reply={reply} />
        </Panel>
      </Stack>
    </>
  );
}

/** Messages and the reviewer's decisions, oldest first. */
function MessageThread({ entries }: { entries: readonly ThreadEntry[] }) {
  return (
    <ol className="timeline">
      {entries.map((entry) => (
        <li key={entry.id}>
          <div className="timeline-title">{titleOf(entry)}</div>
          <div className="timeline-meta">
            {entry.decision === null ? null : `${entry.decision} · `}
            <AlaskaTime iso={entry.at} />
          </div>
          <div className="timeline-body">
            {entry.reasons.length === 0 ? null : (
              <ul className="mb-2">
                {entry.reasons.map((reason) => (
                  <li key={reason}>{DECISION_REASON_LABELS[reason]}</li>
                ))}
              </ul>
            )}
            {entry.text === '' ? null : <p className="text-pre-line text-break m-0">{entry.text}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Returns 'Ann Lee, Juneau High', or only the school's or the office's name. */
function titleOf({ name, from }: ThreadEntry): string {
  return name === null ? from : `${name}, ${from}`;
}
