import { getFormProps, useForm } from '@conform-to/react';
import { data } from '@remix-run/node';
import { Form, useLoaderData } from '@remix-run/react';
import { useRef } from 'react';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FieldGrid, FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { optionsOf, SelectField } from '#app/components/forms/select-field.tsx';
import type { ServerReply } from '#app/components/forms/server-errors.ts';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { useCheckOnBlur } from '#app/components/forms/use-check-on-blur.ts';
import { useLazyChecks, validateWith } from '#app/components/forms/use-lazy-checks.ts';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { NoSchoolYet } from '#app/components/site/no-school-yet.tsx';
import { useSite } from '#app/components/site/site-context.ts';
import { titled } from '#app/components/site/titled.ts';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { DataTable } from '#app/components/ui/data-table.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { ACCESS_REQUEST_DAYS, ACCESS_REQUESTS_OPEN } from '#app/config/constants.ts';
import { listOwnAccessRequests } from '#app/domain/access-requests/list-access-requests.server.ts';
import { requestAccess, withdrawRequest } from '#app/domain/access-requests/request-access.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { ACCESS_REQUEST_MESSAGES } from '#app/messages/access-request-messages.ts';
import { REQUEST_REFUSED, WITHDRAWAL_REFUSED } from '#app/messages/save-messages.ts';
import { hasNoSchools } from '#app/policy/actor.ts';
import {
  type AccessRequestForm,
  AccessRequestFormSchema,
  RequestAccessScreenSchema,
  type OwnAccessRequest,
  WithdrawRequestFormSchema,
} from '#app/schemas/access-request.ts';
import { STAFF_POSITION_LABELS } from '#app/schemas/enums.ts';
import type { Flash } from '#app/schemas/flash.ts';
import { readFlash, redirectWithFlash } from '#app/server/flash.server.ts';
import { formAction, type FormReply, screen, submitForm } from '#app/server/web-route.server.ts';
import { intentOf } from '#app/server/read-form.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Request access');

export const loader = screen(async ({ ctx, actor, request }) => {
  const flash = await readFlash(request, ctx.settings);
  const response = {
    email: actor.email,
    hasNoSchools: hasNoSchools(actor),
    requests: await listOwnAccessRequests(ctx),
    flash: flash.messages,
  };
  return data(response, { headers: flash.headers });
}, RequestAccessScreenSchema);

export const action = formAction(async ({ ctx, loadContext }, form) => {
  const redirectWith = (tone: Flash['tone'], text: string) =>
    redirectWithFlash('/access', [{ tone, text }], ctx.settings, { isSamePage: true });
  if (intentOf(form, ['withdraw-request']) !== null) {
    return submitForm(form, WithdrawRequestFormSchema, async ({ requestId }) => {
      try {
        await withdrawRequest(ctx, requestId);
      } catch (error) {
        if (!(error instanceof NotFound)) throw error;
        return redirectWith('danger', `${WITHDRAWAL_REFUSED}${ACCESS_REQUEST_MESSAGES.notOpen}`);
      }
      return redirectWith('success', ACCESS_REQUEST_MESSAGES.withdrawn);
    });
  }
  const { clientAddress } = loadContext;
  return submitForm(
    form,
    AccessRequestFormSchema,
    async ({ schoolName, position }) => {
      await requestAccess(ctx, { schoolName, position, clientAddress });
      return redirectWith('success', ACCESS_REQUEST_MESSAGES.requested(schoolName, ctx.settings.appName));
    },
    REQUEST_REFUSED,
  );
});

export const clientAction = formClientAction((intent) =>
  intent === 'withdraw-request' ? WITHDRAWAL_REFUSED : REQUEST_REFUSED,
);

/** Requests access to a school by typing its full name, and lists the user's waiting requests. */
export default function RequestAccess() {
  const { email, hasNoSchools, requests, flash } = useLoaderData<typeof loader>();
  const reply = useReply<FormReply>();
  return (
    <>
      <PageHeader title="Request access" back={{ to: '/', label: 'Dashboard' }} />
      <FlashRegion messages={flash} />
      <Stack>
        {hasNoSchools ? <NoSchoolYet email={email} hasForm /> : null}
        <RequestForm key={flash[0]?.id ?? ''} reply={reply} />
        <OwnRequests requests={requests} />
      </Stack>
    </>
  );
}

const fetchChecks = () => import('#app/components/invites/invite-validation.ts');

/** The name has no suggestions, because they would reveal which schools exist. */
function RequestForm({ reply }: { reply: ServerReply }) {
  const { appName } = useSite();
  const formRef = useRef<HTMLFormElement>(null);
  const checks = useLazyChecks(formRef, fetchChecks);
  const onValidate = validateWith(checks?.checkAccessRequest);
  const [form, fields] = useForm<AccessRequestForm>({
    id: 'access',
    lastResult: reply ?? null,
    shouldRevalidate: 'onInput',
    onValidate,
  });
  useCheckOnBlur(formRef, onValidate && ((name) => form.validate({ name })));
  return (
    <Panel title="Send a request" isScreenOnly>
      <Form method="post" {...getFormProps(form)} ref={formRef}>
        <FormStack>
          <ErrorSummary form={form} refusal={reply} />
          <p className="m-0">
            If your school is in {appName}, its staff and the {appName} office will see your name and email
            address, and can add you. You can have up to {ACCESS_REQUESTS_OPEN} open requests. Each expires
            after {ACCESS_REQUEST_DAYS} days.
          </p>
          <FieldGrid>
            <TextField
              field={fields.schoolName}
              label="School's full name"
              autoComplete="off"
              width="full"
              span={4}
            />
            <SelectField
              field={fields.position}
              label="Position"
              optional
              emptyLabel="Choose one"
              width="full"
              span={2}
              options={optionsOf(STAFF_POSITION_LABELS)}
            />
          </FieldGrid>
          <FormActions>
            <SubmitButton name="intent" value="request-access" pendingLabel="Sending…">
              Send request
            </SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}

function OwnRequests({ requests }: { requests: readonly OwnAccessRequest[] }) {
  if (requests.length === 0) return null;
  return (
    <Panel title="Your requests" flush>
      <DataTable
        caption="Your requests"
        rows={requests}
        rowKey={({ id }) => id}
        columns={[
          { key: 'school', header: 'School', rowHeader: true, cell: ({ schoolName }) => schoolName },
          {
            key: 'state',
            header: 'Status',
            cell: ({ createdAt }) => (
              <span>
                Waiting since <AlaskaTime iso={createdAt} />
              </span>
            ),
          },
          {
            key: 'withdraw',
            header: 'Withdraw',
            headerHidden: true,
            align: 'end',
            cell: (request) => <WithdrawForm request={request} />,
          },
        ]}
      />
    </Panel>
  );
}

function WithdrawForm({ request: { id, schoolName } }: { request: OwnAccessRequest }) {
  return (
    <Form method="post">
      <input type="hidden" name="requestId" value={id} />
      <ConfirmSubmitButton
        name="intent"
        value="withdraw-request"
        size="sm"
        question={{
          title: 'Withdraw this request?',
          message: `Are you sure you want to withdraw your request for ${schoolName}?`,
          confirmLabel: 'Withdraw request',
          tone: 'danger',
        }}
      >
        Withdraw<VisuallyHidden> the request for {schoolName}</VisuallyHidden>
      </ConfirmSubmitButton>
    </Form>
  );
}
