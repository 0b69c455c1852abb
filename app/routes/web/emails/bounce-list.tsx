import { data } from '@remix-run/node';
import { Form, useLoaderData, useSearchParams } from '@remix-run/react';
import { formClientAction } from '#app/components/site/form-client-action.ts';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { counted } from '#app/lib/text/counted.ts';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { EmailSections } from '#app/components/emails/email-sections.tsx';
import { listQuery, numberedPages } from '#app/components/listing/list-query.ts';
import { titled } from '#app/components/site/titled.ts';
import { TextField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { EmailAddress } from '#app/components/ui/email-address.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Pagination } from '#app/components/ui/pagination.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { clearBounce, listBouncedAddresses } from '#app/domain/bounces/bounced-addresses.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { authorize } from '#app/policy/authorize.ts';
import {
  BounceListPageQuerySchema,
  BounceListScreenSchema,
  ClearBounceFormSchema,
} from '#app/schemas/bounce-screens.ts';
import type { BouncedAddress } from '#app/schemas/email.ts';
import { BOUNCE_SOURCE_LABELS } from '#app/messages/delivery-labels.ts';
import { redirectWithFlash, readFlash } from '#app/server/flash.server.ts';
import { parseQuery } from '#app/server/parse-input.server.ts';
import { EMAIL_MESSAGES } from '#app/messages/email-messages.ts';
import { formAction, screen, submitForm } from '#app/server/web-route.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Bounced addresses');

const bounceList = listQuery({
  path: '/emails/bounces',
  sorts: { latest: 'Latest' },
  largestFirst: ['latest'],
  paging: ['page'],
});

export const loader = screen(async ({ ctx, url, request }) => {
  authorize(ctx.actor, 'email.manage');
  const { page, email = '' } = parseQuery(BounceListPageQuerySchema, url.searchParams);
  const { items, total } = await listBouncedAddresses(ctx, {
    email,
    page: { limit: SCREEN_PAGE_SIZE, offset: (page - 1) * SCREEN_PAGE_SIZE },
  });
  const { messages, headers } = await readFlash(request, ctx.settings);
  return data({ bounced: [...items], email, page, total, flash: messages }, { headers });
}, BounceListScreenSchema);

export const action = formAction(async ({ ctx, url }, form) => {
  authorize(ctx.actor, 'email.manage');
  return submitForm(form, ClearBounceFormSchema, async ({ email }) => {
    const isCleared = await clearBounce(ctx, email).then(
      () => true,
      (error: unknown) => {
        if (error instanceof NotFound) return false;
        throw error;
      },
    );
    const message = isCleared
      ? ({ tone: 'success', text: EMAIL_MESSAGES.resumed(email) } as const)
      : ({ tone: 'info', text: EMAIL_MESSAGES.notBounced(email) } as const);
    return redirectWithFlash(`${url.pathname}${url.search}`, [message], ctx.settings, { isSamePage: true });
  });
});

export const clientAction = formClientAction('Unable to resume email: ');

export default function BounceList() {
  const { bounced, email, page, total, flash } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  return (
    <>
      <PageHeader
        title="Bounced addresses"
        subtitle={<span role="status">{counted(total, 'bounced address', 'bounced addresses')}</span>}
        actions={<EmailSections />}
      />
      <FlashRegion messages={flash} />
      <Stack>
        <Panel>
          <p>
            Until you resume email here, we send only sign-in codes to these addresses. Deliveries skip them,
            and automatic emails to them are marked as bounced.
          </p>
          <Form method="get" action="/emails/bounces">
            <div className="field-line">
              <TextField
                key={email}
                name="email"
                label="Find an address"
                type="search"
                width="md"
                defaultValue={email}
              />
              <Button type="submit">Find</Button>
            </div>
          </Form>
        </Panel>
        <Panel
          flush
          footer={
            total > SCREEN_PAGE_SIZE ? (
              <Pagination
                one="address"
                many="addresses"
                shown={bounced.length}
                total={total}
                {...numberedPages(bounceList, search, { page, total })}
              />
            ) : null
          }
        >
          <BounceTable bounced={bounced} isNarrowed={email !== ''} />
        </Panel>
      </Stack>
    </>
  );
}

function BounceTable({ bounced, isNarrowed }: { bounced: readonly BouncedAddress[]; isNarrowed: boolean }) {
  return (
    <DataTable
      caption="Bounced addresses"
      rows={bounced}
      rowKey={({ address }) => address}
      empty={
        <EmptyState title={isNarrowed ? 'No addresses match' : 'No bounced addresses'}>
          {isNarrowed ? 'Try part of the address.' : 'Addresses appear here when an email to them bounces.'}
        </EmptyState>
      }
      columns={[
        {
          key: 'address',
          header: 'Address',
          rowHeader: true,
          cell: ({ address }) => <EmailAddress address={address} />,
        },
        {
          key: 'reason',
          header: 'Reason',
          cell: ({ reason }) => <span className="text-break">{reason}</span>,
        },
        { key: 'source', header: 'Reported by', cell: ({ source }) => BOUNCE_SOURCE_LABELS[source] },
        { key: 'at', header: 'When', cell: ({ bouncedAt }) => <AlaskaTime iso={bouncedAt} /> },
        {
          key: 'clear',
          header: 'Resume email',
          headerHidden: true,
          align: 'end',
          cell: ({ address }) => <ClearForm address={address} />,
        },
      ]}
    />
  );
}

function ClearForm({ address }: Pick<BouncedAddress, 'address'>) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="email" value={address} />
      <ConfirmSubmitButton
        name="intent"
        value="clear"
        size="sm"
        question={{
          title: 'Resume email to this address?',
          confirmLabel: 'Resume email',
          message: EMAIL_MESSAGES.resumeQuestion(address),
        }}
      >
        Resume email<VisuallyHidden> to {address}</VisuallyHidden>
      </ConfirmSubmitButton>
    </Form>
  );
}
