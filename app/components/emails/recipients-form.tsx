import { Form } from '@remix-run/react';
import { type ReactNode, useCallback, useMemo, useState } from 'react';
import { counted, formatNumber } from '#app/lib/text/counted.ts';
import { AudienceTable } from '#app/components/emails/audience-table.tsx';
import { SendPanel } from '#app/components/emails/send-panel.tsx';
import type { ServerReply } from '#app/components/forms/server-errors.ts';
import { ImplicitSubmit } from '#app/components/forms/submit-button.tsx';
import { useLazyForm } from '#app/components/forms/use-lazy-form.tsx';
import { useSite } from '#app/components/site/site-context.ts';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import { FocusHere } from '#app/components/ui/focus-here.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { formatShownRows } from '#app/components/ui/pagination.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import type { SendReply, SendScreen, ShownAudience } from '#app/schemas/email-send-screens.ts';
import { Button } from '#app/components/ui/button.tsx';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';

interface RecipientsFormProps {
  screen: SendScreen;
  audience: ShownAudience;
  reply: SendReply | undefined;
  search: string;
  messageHref: (email: string) => string;
  /** Recipient whose message was shown last. */
  like: string;
  onShow: (email: string) => void;
  /** Clicks on the audience form's button since the last change. Each one focuses the new total. */
  wanted: number;
  /** Whether the list of recipients was open before the last reply. */
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  /** The message, which is shown beside the controls; null if there is none. */
  children: ReactNode;
}

/** The controls to send beside the message, and the audience, collapsed, with a checkbox per person. */
export function RecipientsForm({
  screen,
  audience,
  reply,
  search,
  like,
  wanted,
  isOpen,
  onToggle,
  children,
  ...message
}: RecipientsFormProps) {
  const { timeZone } = useSite();
  const fetchCheck = useCallback(
    async () => (await import('#app/components/emails/email-validation.ts')).scheduleCheck(timeZone),
    [timeZone],
  );
  const refusal = useMemo(() => refusalOf(reply), [reply]);
  const { formProps, errorsOf, loaded } = useLazyForm({ id: 'send-email', reply: refusal, fetchCheck });
  const shown = audience.people.map(({ email }) => email);
  const elsewhere = audience.except.filter((email) => !shown.includes(email));
  const [deselected, setDeselected] = useState(audience.except.filter((email) => shown.includes(email)));
  const chosen = audience.total - elsewhere.length - deselected.length;
  const readDeselected = () => {
    const boxes = [
      ...(formProps.ref.current?.querySelectorAll<HTMLInputElement>('input[name="included"]') ?? []),
    ];
    setDeselected(boxes.filter((box) => !box.checked).map((box) => box.value));
  };
  const count = (
    <span role="status">
      {chosen === audience.total
        ? counted(chosen, 'recipient')
        : `${formatNumber(chosen)} of ${counted(audience.total, 'recipient')}`}
    </span>
  );
  const shownCount = wanted === 0 ? count : <FocusHere key={wanted}>{count}</FocusHere>;
  return (
    // The browser itself reports a time that is only half typed, which would be sent as none.
    <Form method="post" {...formProps} noValidate={false} onChange={readDeselected}>
      {loaded}
      <ImplicitSubmit name="intent" value="tick" />
      <input type="hidden" name="page" value={audience.page} />
      <input type="hidden" name="search" value={search} />
      <input type="hidden" name="total" value={audience.total} />
      <input type="hidden" name="except" value={elsewhere.join(' ')} />
      <input type="hidden" name="shown" value={shown.join(' ')} />
      <input type="hidden" name="like" value={like} />
      <input type="hidden" name="key" value={screen.key} />
      <input type="hidden" name="earlier" value={audience.earlier?.id ?? ''} />
      {audience.total === 0 ? (
        <Panel title="Recipients" flush actions={shownCount}>
          <EmptyState title="There's no one to send to.">Choose another audience or position.</EmptyState>
        </Panel>
      ) : (
        <div className="send-form">
          <div className="send-form-actions">
            <SendPanel
              screen={screen}
              audience={audience}
              reply={reply}
              errors={errorsOf('scheduledAt')}
              chosen={chosen}
              count={shownCount}
              deselected={[...deselected, ...elsewhere]}
              like={like}
            />
          </div>
          {children === null ? null : <div className="send-form-message">{children}</div>}
          <div className="send-form-recipients">
            <CollapsiblePanel
              title={formatRecipients(audience)}
              note={formatReview(audience.total - chosen)}
              defaultOpen={isOpen || isPaged(reply)}
              onToggle={onToggle}
            >
              <AudienceTable audience={audience} {...message} />
              <RecipientPages {...audience} isAnnounced={isPaged(reply)} />
            </CollapsiblePanel>
          </div>
        </div>
      )}
    </Form>
  );
}

/** Converts the error about the time to conform's format. */
function refusalOf(reply: SendReply | undefined): ServerReply {
  if (reply === undefined || reply.scheduleError === null) return undefined;
  const { scheduledAt, scheduleError } = reply;
  return { status: 'error', initialValue: { scheduledAt }, error: { scheduledAt: [scheduleError] } };
}

function formatRecipients({ total, schoolCount }: Pick<ShownAudience, 'total' | 'schoolCount'>): string {
  const recipients = counted(total, 'recipient');
  return schoolCount === 0 ? recipients : `${recipients} at ${counted(schoolCount, 'school')}`;
}

function formatReview(deselected: number): string {
  return deselected === 0 ? 'Review' : `${formatNumber(deselected)} deselected · Review`;
}

/** Returns whether the last submit only changed the page of recipients. */
function isPaged(reply: SendReply | undefined): boolean {
  return reply !== undefined && reply.message === null && reply.asks === null && reply.scheduleError === null;
}

interface RecipientPagesProps extends Pick<ShownAudience, 'page' | 'total' | 'people'> {
  /** Whether one of these buttons was used to open the page. */
  isAnnounced: boolean;
}

/** Pagination with submit buttons, so that the selection isn't lost. */
function RecipientPages({ page, total, people, isAnnounced }: RecipientPagesProps) {
  const last = Math.max(1, Math.ceil(total / SCREEN_PAGE_SIZE));
  const from = (page - 1) * SCREEN_PAGE_SIZE + 1;
  const rows = { one: 'person', many: 'people', from, shown: people.length, total };
  const shown = <p>{formatShownRows(rows)}</p>;
  const to = (number: number, label: string, isThere: boolean) =>
    isThere ? (
      <Button type="submit" size="sm" name="intent" value={`page ${number}`}>
        {label}
      </Button>
    ) : null;
  return (
    <nav className="page-links" aria-label="Pages of recipients">
      {isAnnounced ? <FocusHere>{shown}</FocusHere> : shown}
      {last === 1 ? null : (
        <div className="cluster">
          {to(1, 'First', page > 1)}
          {to(page - 1, 'Previous', page > 1)}
          {to(page + 1, 'Next', page < last)}
          {to(last, 'Last', page < last)}
        </div>
      )}
    </nav>
  );
}
