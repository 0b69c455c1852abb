import { data } from '@remix-run/node';
import { useLoaderData, useSearchParams } from '@remix-run/react';
import { deliveryList } from '#app/components/deliveries/delivery-list-query.ts';
import { DeliveryTable } from '#app/components/deliveries/delivery-table.tsx';
import { EmailLogPanel } from '#app/components/deliveries/email-log-panel.tsx';
import { counted } from '#app/lib/text/counted.ts';
import { EmailSections } from '#app/components/emails/email-sections.tsx';
import { ListFilters } from '#app/components/listing/list-filters.tsx';
import { numberedPages } from '#app/components/listing/list-query.ts';
import { titled } from '#app/components/site/titled.ts';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Pagination } from '#app/components/ui/pagination.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { listDeliveries } from '#app/domain/emails/read-deliveries.server.ts';
import { findEmails } from '#app/domain/mail/email-log.server.ts';
import { Invalid } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import { DeliveryListPageQuerySchema, DeliveryListScreenSchema } from '#app/schemas/delivery-screens.ts';
import { filterRefusal, parseQuery } from '#app/server/parse-input.server.ts';
import { screen } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';

export const meta = titled('Sent emails');

export const loader = screen(async ({ ctx, url }) => {
  authorize(ctx.actor, 'email.manage');
  try {
    const { page = 1, email, direction } = parseQuery(DeliveryListPageQuerySchema, url.searchParams);
    const paging = { limit: SCREEN_PAGE_SIZE, offset: (page - 1) * SCREEN_PAGE_SIZE };
    const { items, total } = await listDeliveries(ctx, { email, direction, ...paging });
    const emails = email === undefined ? null : await findEmails(ctx, email);
    return { refusal: null, deliveries: [...items], emails, page, total };
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    const refusal = filterRefusal('emails', error);
    return data({ refusal, deliveries: [], emails: null, page: 1, total: null }, { status: 400 });
  }
}, DeliveryListScreenSchema);

const NAMES = { fields: { email: { label: 'Recipient' } } } as const;
const DIRECTIONS = { desc: 'Newest first', asc: 'Oldest first' } as const;

export default function DeliveryList() {
  const { refusal, deliveries, emails, page, total } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  return (
    <>
      <PageHeader
        title="Sent emails"
        actions={<EmailSections />}
        subtitle={
          <span role="status">
            {total === null ? 'No emails to show' : counted(total, 'delivery', 'deliveries')}
          </span>
        }
      />
      <Stack>
        {refusal === null ? null : <Banner tone="danger">{refusal}</Banner>}
        <ListFilters
          query={deliveryList}
          search={search}
          directions={DIRECTIONS}
          names={NAMES}
          isRefused={refusal !== null}
        >
          <TextField
            name="email"
            label={NAMES.fields.email.label}
            span={3}
            width="full"
            defaultValue={search.get('email') ?? ''}
          />
        </ListFilters>
        {total === null ? null : (
          <Panel
            flush
            footer={
              <Pagination
                one="delivery"
                many="deliveries"
                shown={deliveries.length}
                total={total}
                {...numberedPages(deliveryList, search, { page, total })}
              />
            }
          >
            {deliveries.length === 0 ? (
              <NothingSent isFiltered={search.get('email') !== null} />
            ) : (
              <DeliveryTable deliveries={deliveries} search={search} />
            )}
          </Panel>
        )}
        {emails === null ? null : (
          <EmailLogPanel
            log={emails}
            title="Emails to matching addresses"
            none="No emails were sent to an address that contains this text."
          />
        )}
      </Stack>
    </>
  );
}

function NothingSent({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState
      title="No deliveries match"
      actions={<ButtonLink to="/emails/deliveries">Show all deliveries</ButtonLink>}
    >
      No delivery has a recipient whose address contains this text.
    </EmptyState>
  ) : (
    <EmptyState title="No emails sent yet" actions={<ButtonLink to="/emails">Go to emails</ButtonLink>}>
      Choose an email and send it. You&apos;ll see its progress here.
    </EmptyState>
  );
}
