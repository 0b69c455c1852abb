import { data } from '@remix-run/node';
import { Form, type MetaFunction, useLoaderData, useSearchParams } from '@remix-run/react';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { SAVE_REFUSED } from '#app/messages/save-messages.ts';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { carriedAudience, withAudience } from '#app/components/emails/carried-audience.ts';
import { EmailEditor } from '#app/components/emails/email-editor.tsx';
import { HistoryPanel } from '#app/components/history/history-panel.tsx';
import { tabTitle } from '#app/components/site/titled.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { DeletePanel } from '#app/components/ui/delete-panel.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { getEmailTemplate } from '#app/domain/emails/email-templates.server.ts';
import { listDeliveries } from '#app/domain/emails/read-deliveries.server.ts';
import { checkOf, validateTemplate } from '#app/domain/emails/preview-email.server.ts';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import { deletionQuestion } from '#app/messages/email-messages.ts';
import { formatNumber } from '#app/lib/text/counted.ts';
import { authorize } from '#app/policy/authorize.ts';
import { EmailDetailsScreenSchema } from '#app/schemas/email-screens.ts';
import { readFlash } from '#app/server/flash.server.ts';
import { TEMPLATE_FORM } from '#app/server/read-form.server.ts';
import { historyBefore } from '#app/server/parse-input.server.ts';
import { formAction, type FormReply, screen, screenId } from '#app/server/web-route.server.ts';
import { postEmail } from './post-email.server.ts';
import { DeliveryTable } from '#app/components/deliveries/delivery-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import type { DeliveryResponse } from '#app/schemas/email.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessAboutInput as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta: MetaFunction<typeof loader> = ({ data: response, matches }) =>
  tabTitle(response ? response.template.name : 'Email', matches);

const DELIVERIES_SHOWN = 5;

export const loader = screen(async ({ ctx, params, request, url }) => {
  authorize(ctx.actor, 'email.manage');
  const template = await getEmailTemplate(ctx, screenId(params));
  const check = checkOf(await validateTemplate(ctx, template));
  const { items, total } = await listDeliveries(ctx, { templateId: template.id, limit: DELIVERIES_SHOWN });
  const subject = { type: 'EMAIL_TEMPLATE', id: template.id } as const;
  const timeline = await readTimeline(ctx, subject, historyBefore(url));
  const { messages, headers } = await readFlash(request, ctx.settings);
  const deliveries = { deliveries: [...items], deliveryCount: total ?? items.length };
  return data({ template, check, ...deliveries, timeline, flash: messages }, { headers });
}, EmailDetailsScreenSchema);

export const action = formAction(
  async (call, form) => {
    authorize(call.ctx.actor, 'email.manage');
    return postEmail(call, form, screenId(call.params));
  },
  { limits: TEMPLATE_FORM },
);

export const clientAction = formClientAction((intent) =>
  intent === 'delete' ? 'Unable to delete email: ' : SAVE_REFUSED,
);

/** An email template with its preview (specification, section 2, template details with preview). */
export default function EmailDetails() {
  const { template, check, deliveries, deliveryCount, timeline, flash } = useLoaderData<typeof loader>();
  const reply = useReply<FormReply>();
  const [search] = useSearchParams();
  const audience = carriedAudience(search);
  const noun = template.isOneOff ? 'email' : 'email template';
  return (
    <>
      <PageHeader
        back={
          template.isOneOff
            ? { to: '/emails?oneOff=true', label: 'One-off emails' }
            : { to: '/emails', label: 'Emails' }
        }
        title={template.name}
        subtitle={template.isOneOff ? "A one-off email, which isn't listed with the templates." : undefined}
        actions={
          <>
            <Form method="post">
              <SubmitButton variant="outline" name="intent" value="duplicate" pendingLabel="Duplicating…">
                {template.isOneOff ? 'Copy to a new email template' : 'Duplicate email template'}
              </SubmitButton>
            </Form>
            <ButtonLink to={withAudience(`/emails/${template.id}/send`, audience)}>Send email</ButtonLink>
          </>
        }
      />
      <FlashRegion messages={flash} />
      <Stack key={template.id}>
        {audience === '' ? null : (
          <Banner tone="info" live={false}>
            The schools you chose are selected when you open “Send email”.
          </Banner>
        )}
        <EmailEditor template={template} stored={check} reply={reply} />
        <RecentDeliveries deliveries={deliveries} total={deliveryCount} />
        <HistoryPanel timeline={timeline} />
        <DeletePanel
          noun={noun}
          version={template.version}
          message={deletionQuestion(template, deliveryCount)}
        />
      </Stack>
    </>
  );
}

interface RecentDeliveriesProps {
  /** Newest first. */
  deliveries: readonly DeliveryResponse[];
  total: number;
}

function RecentDeliveries({ deliveries, total }: RecentDeliveriesProps) {
  return (
    <Panel
      title="Deliveries of this email"
      flush
      footer={
        total > deliveries.length
          ? `Showing the newest ${deliveries.length} of ${formatNumber(total)}.`
          : null
      }
    >
      {total === 0 ? (
        <EmptyState title="Not sent yet">Deliveries of this email appear here.</EmptyState>
      ) : (
        <DeliveryTable deliveries={deliveries} />
      )}
    </Panel>
  );
}
