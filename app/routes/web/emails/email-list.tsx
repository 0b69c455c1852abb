import { data, redirect } from '@remix-run/node';
import { Form, Link, useLoaderData, useSearchParams } from '@remix-run/react';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { SAVE_REFUSED } from '#app/messages/save-messages.ts';
import { counted } from '#app/lib/text/counted.ts';
import { AwaitingBanner } from '#app/components/deliveries/awaiting-banner.tsx';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { OneOffPanel } from '#app/components/emails/one-off-panel.tsx';
import { dayInZone } from '#app/lib/time/zoned-time.ts';
import { carriedAudience, withAudience } from '#app/components/emails/carried-audience.ts';
import { EmailSections } from '#app/components/emails/email-sections.tsx';
import { listQuery, numberedPages } from '#app/components/listing/list-query.ts';
import { titled } from '#app/components/site/titled.ts';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Pagination } from '#app/components/ui/pagination.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { listAwaitingDeliveries } from '#app/domain/emails/read-deliveries.server.ts';
import { countOneOffEmails, listTemplateSummaries } from '#app/domain/emails/email-templates.server.ts';
import { startEmailTemplate } from '#app/domain/emails/start-email-template.server.ts';
import { authorize } from '#app/policy/authorize.ts';
import { NewEmailFormSchema, OneOffEmailFormSchema } from '#app/schemas/email-forms.ts';
import {
  EmailListPageQuerySchema,
  EmailListScreenSchema,
  type EmailTemplateSummary,
} from '#app/schemas/email-screens.ts';
import { readFlash, redirectWithFlash } from '#app/server/flash.server.ts';
import { parseQuery } from '#app/server/parse-input.server.ts';
import { formAction, type FormReply, screen, submitForm } from '#app/server/web-route.server.ts';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { type Column, DataTable } from '#app/components/ui/data-table.tsx';
import { EmptyState } from '#app/components/ui/empty-state.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { sentText, type ServerReply } from '#app/components/forms/server-errors.ts';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { EMAIL_MESSAGES } from '#app/messages/email-messages.ts';
import { SelectField } from '#app/components/forms/select-field.tsx';
import { STARTER_LABELS, STARTERS } from '#app/schemas/email-starters.ts';
import { TextField } from '#app/components/forms/text-field.tsx';
import { useLazyForm } from '#app/components/forms/use-lazy-form.tsx';
import { intentOf } from '#app/server/read-form.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Emails');

const emailList = listQuery({
  path: '/emails',
  sorts: { name: 'Name' },
  largestFirst: [],
  paging: ['page'],
});

export const loader = screen(async ({ ctx, url, request }) => {
  authorize(ctx.actor, 'email.manage');
  const { page, oneOff: isOneOff } = parseQuery(EmailListPageQuerySchema, url.searchParams);
  const { items, total } = await listTemplateSummaries(ctx, {
    isOneOff,
    limit: SCREEN_PAGE_SIZE,
    offset: (page - 1) * SCREEN_PAGE_SIZE,
  });
  const { messages, headers } = await readFlash(request, ctx.settings);
  const awaiting = await listAwaitingDeliveries(ctx);
  const oneOffs = isOneOff ? total : await countOneOffEmails(ctx);
  const response = { templates: items, total, page, isOneOff, oneOffs, awaiting, flash: messages };
  return data(response, { headers });
}, EmailListScreenSchema);

/**
 * Creates a template with a name (specification, section 7), or a one-off email, with no text or a layout's.
 * Redirects to its page.
 */
export const action = formAction(async ({ ctx }, form) => {
  authorize(ctx.actor, 'email.manage');
  if (intentOf(form, ['oneOff']) !== null) {
    return submitForm(
      form,
      OneOffEmailFormSchema,
      async ({ startWith, audience }) => {
        const name = `One-off email, ${dayInZone(ctx.now().toISOString(), ctx.settings.timeZone)}`;
        const email = { name, subject: '', body: '', richText: false, isOneOff: true, startWith };
        const { id } = await startEmailTemplate(ctx, email);
        return redirect(withAudience(`/emails/${id}`, carriedAudience(new URLSearchParams(audience))));
      },
      SAVE_REFUSED,
    );
  }
  return submitForm(
    form,
    NewEmailFormSchema,
    async ({ name, startWith }) => {
      const template = { name, subject: '', body: '', richText: false, isOneOff: false, startWith };
      const { id } = await startEmailTemplate(ctx, template);
      return redirectWithFlash(
        `/emails/${id}`,
        [{ tone: 'success', text: EMAIL_MESSAGES.templateAdded }],
        ctx.settings,
      );
    },
    SAVE_REFUSED,
  );
});

export const clientAction = formClientAction(SAVE_REFUSED);

/** The email templates, for administrators (specification, section 2). */
export default function EmailList() {
  const { templates, total, page, isOneOff, oneOffs, awaiting, flash } = useLoaderData<typeof loader>();
  const reply = useReply<FormReply>();
  const [search] = useSearchParams();
  return (
    <>
      <PageHeader
        title="Emails"
        subtitle={
          <span role="status">
            {isOneOff ? counted(total, 'one-off email', 'one-off emails') : counted(total, 'email template')}
          </span>
        }
        actions={<EmailSections />}
      />
      <FlashRegion messages={flash} />
      <Stack>
        <AwaitingBanner awaiting={awaiting} />
        <Panel
          flush
          footer={
            total > SCREEN_PAGE_SIZE ? (
              <Pagination
                one={isOneOff ? 'email' : 'email template'}
                many={isOneOff ? 'emails' : 'email templates'}
                shown={templates.length}
                total={total}
                {...numberedPages(emailList, search, { page, total })}
              />
            ) : null
          }
        >
          <EmailTable templates={templates} isOneOff={isOneOff} />
        </Panel>
        <OneOffPanel isOneOff={isOneOff} oneOffs={oneOffs} />
        {isOneOff ? null : <NewEmailForm reply={reply} />}
      </Stack>
    </>
  );
}

const COLUMNS: readonly Column<EmailTemplateSummary>[] = [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: ({ id, name }) => <Link to={`/emails/${id}`}>{name}</Link>,
  },
  { key: 'subject', header: 'Subject', cell: ({ subject }) => (subject === '' ? '–' : subject) },
  {
    key: 'format',
    header: 'Format',
    cell: ({ richText, isEmpty }) => (isEmpty ? 'Empty' : richText ? 'MJML' : 'Plain text'),
  },
  {
    key: 'updatedAt',
    header: 'Last updated',
    cell: ({ updatedAt }) => <AlaskaTime iso={updatedAt} />,
  },
];

/** Email templates, or one-off emails, by name, with links to edit and preview them. */
function EmailTable({
  templates,
  isOneOff,
}: {
  templates: readonly EmailTemplateSummary[];
  isOneOff: boolean;
}) {
  return (
    <DataTable
      caption={isOneOff ? 'One-off emails' : 'Email templates'}
      columns={COLUMNS}
      rows={templates}
      rowKey={({ id }) => id}
      empty={
        isOneOff ? (
          <EmptyState title="No one-off emails yet">Write the first one below.</EmptyState>
        ) : (
          <EmptyState title="No email templates yet">Name the first one below, then write it.</EmptyState>
        )
      }
    />
  );
}

const FORM_ID = 'new-email';

const fetchCheck = async () => (await import('#app/components/emails/email-validation.ts')).checkNewEmail;

/** Creates a template. */
function NewEmailForm({ reply }: { reply: ServerReply }) {
  const { formProps, summary, errorsOf, loaded } = useLazyForm({ id: FORM_ID, reply, fetchCheck });
  return (
    <Panel title="New email template" isScreenOnly>
      <Form method="post" {...formProps}>
        {loaded}
        <FormStack>
          <ErrorSummary form={summary} refusal={reply} />
          <TextField
            name="name"
            id={`${FORM_ID}-name`}
            label="Name"
            hint="Only administrators see this name."
            autoComplete="off"
            maxLength={100}
            defaultValue={sentText(reply, 'name') ?? ''}
            errors={errorsOf('name')}
          />
          <SelectField
            name="startWith"
            id={`${FORM_ID}-start`}
            label="Start with"
            hint="To start with another email template, open it and select Duplicate email template."
            emptyLabel="A blank email"
            width="md"
            options={STARTERS.map((starter) => ({ value: starter, label: STARTER_LABELS[starter] }))}
            defaultValue={sentText(reply, 'startWith') ?? ''}
            errors={errorsOf('startWith')}
          />
          <FormActions>
            <SubmitButton pendingLabel="Creating…">Create email template</SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}
