import { data } from '@remix-run/node';
import { Form, useLoaderData, useSearchParams } from '@remix-run/react';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { counted } from '#app/lib/text/counted.ts';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { AccessRequestList } from '#app/components/invites/access-request-list.tsx';
import { InviteTable } from '#app/components/invites/invite-table.tsx';
import { listQuery, numberedPages } from '#app/components/listing/list-query.ts';
import { titled } from '#app/components/site/titled.ts';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Pagination } from '#app/components/ui/pagination.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import { listAccessRequests } from '#app/domain/access-requests/list-access-requests.server.ts';
import { bouncedAmong } from '#app/domain/bounces/bounced-addresses.server.ts';
import { inviteUser } from '#app/domain/invites/create-invites.server.ts';
import { listUserInvites } from '#app/domain/invites/list-invites.server.ts';
import { removeUserInvite, resendInvite } from '#app/domain/invites/open-invite.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { parseForm } from '#app/lib/parse-form.ts';
import { authorize } from '#app/policy/authorize.ts';
import {
  ChangeInviteFormSchema,
  InviteListScreenSchema,
  type InviteUserForm as InviteFields,
  InviteUserFormSchema,
} from '#app/schemas/invite.ts';
import { PageNumberQuerySchema } from '#app/schemas/listing.ts';
import { readFlash, redirectWithFlash } from '#app/server/flash.server.ts';
import { parseQuery } from '#app/server/parse-input.server.ts';
import { answerUnmatchedRequest } from './answer-access-request.server.ts';
import type { SignedInCall } from '#app/server/screen-call.server.ts';
import {
  formAction,
  type FormReply,
  refusalMessage,
  screen,
  submitForm,
} from '#app/server/web-route.server.ts';
import { CheckboxField } from '#app/components/forms/checkbox-field.tsx';
import { ErrorSummary } from '#app/components/forms/error-summary.tsx';
import { FormActions, FormStack } from '#app/components/forms/form-layout.tsx';
import { sentText, type ServerReply } from '#app/components/forms/server-errors.ts';
import { useLazyForm } from '#app/components/forms/use-lazy-form.tsx';
import { SubmitButton } from '#app/components/forms/submit-button.tsx';
import { refusalPrefix } from '#app/messages/save-messages.ts';
import { INVITE_MESSAGES } from '#app/messages/invite-messages.ts';
import { TextField } from '#app/components/forms/text-field.tsx';
import { intentOf } from '#app/server/read-form.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Pending Invites');

const inviteList = listQuery({
  path: '/invites',
  sorts: { email: 'Email' },
  largestFirst: [],
  paging: ['page'],
});

export const loader = screen(async ({ ctx, url, request }) => {
  const { page } = parseQuery(PageNumberQuerySchema, url.searchParams);
  const offset = (page - 1) * SCREEN_PAGE_SIZE;
  const { items, total } = await listUserInvites(ctx, { limit: SCREEN_PAGE_SIZE, offset });
  const { items: accessRequests, total: accessRequestCount } = await listAccessRequests(ctx);
  const flash = await readFlash(request, ctx.settings);
  const bounced = await bouncedAmong(
    ctx,
    [...items, ...accessRequests].map(({ email }) => email),
  );
  const response = {
    invites: [...items],
    accessRequests: [...accessRequests],
    accessRequestCount,
    bounced,
    page,
    total: total ?? items.length,
    now: ctx.now().toISOString(),
    flash: flash.messages,
  };
  return data(response, { headers: flash.headers });
}, InviteListScreenSchema);

export const action = formAction(async (call, form) => {
  authorize(call.actor, 'invite.manage');
  if (intentOf(form, ['resend', 'remove']) !== null) return changeInvite(call, form);
  if (intentOf(form, ['accept-request', 'decline-request']) !== null)
    return answerUnmatchedRequest(call, form);
  return submitForm(form, InviteUserFormSchema, (input) => invite(call, input), '');
});

async function invite({ ctx, url }: SignedInCall, { email, isAdministrator }: InviteFields) {
  await inviteUser(ctx, { email, flags: isAdministrator ? ['ADMIN'] : [] });
  const text = INVITE_MESSAGES.invited(email);
  return redirectWithFlash(pathOf(url), [{ tone: 'success', text, isAlert: true }], ctx.settings);
}

async function changeInvite({ ctx, url }: SignedInCall, form: FormData) {
  const redirectWith = (tone: 'success' | 'danger', text: string) =>
    redirectWithFlash(pathOf(url), [{ tone, text }], ctx.settings, { isSamePage: true });
  const submission = parseForm(form, { schema: ChangeInviteFormSchema });
  if (submission.status !== 'success') throw new NotFound();
  const { intent, id } = submission.value;
  try {
    if (intent === 'resend') {
      const { email } = await resendInvite(ctx, id);
      return await redirectWith('success', INVITE_MESSAGES.resent(email));
    }
    await removeUserInvite(ctx, id);
  } catch (error) {
    if (error instanceof NotFound) return redirectWith('danger', INVITE_MESSAGES.gone[intent]);
    return redirectWith('danger', `Unable to ${intent} invite: ${refusalMessage(error).message}`);
  }
  return redirectWith('success', INVITE_MESSAGES.removed);
}

function pathOf({ pathname, search }: URL): string {
  return `${pathname}${search}`;
}

export const clientAction = formClientAction((intent) => {
  if (intent === 'accept-request' || intent === 'decline-request') return refusalPrefix(intent);
  return intent === 'resend' || intent === 'remove'
    ? `Unable to ${intent} invite: `
    : 'Unable to send invite: ';
});

/** Open invites (specification, section 2). */
export default function InviteList() {
  const { invites, accessRequests, accessRequestCount, bounced, now, page, total, flash } =
    useLoaderData<typeof loader>();
  const counts = [
    counted(total, 'pending invite'),
    ...(accessRequestCount === 0 ? [] : [counted(accessRequestCount, 'access request')]),
  ];
  const reply = useReply<FormReply>();
  const isAnswer = (sentText(reply, 'requestId') ?? '') !== '';
  const [search] = useSearchParams();
  return (
    <>
      <PageHeader title="Pending Invites" subtitle={<span role="status">{counts.join(' · ')}</span>} />
      <FlashRegion messages={flash} />
      <Stack>
        <AccessRequestList requests={accessRequests} bounced={bounced} reply={isAnswer ? reply : undefined} />
        <InviteUserForm key={total} reply={isAnswer ? undefined : reply} />
        <Panel
          flush
          footer={
            total > SCREEN_PAGE_SIZE ? (
              <Pagination
                one="invite"
                many="invites"
                shown={invites.length}
                total={total}
                {...numberedPages(inviteList, search, { page, total })}
              />
            ) : null
          }
        >
          <InviteTable invites={invites} bounced={bounced} now={now} />
        </Panel>
      </Stack>
    </>
  );
}

const FORM_ID = 'invite';

const fetchCheck = async () => (await import('#app/components/invites/invite-validation.ts')).checkUserInvite;

/** Invites someone to create an account with flags. */
function InviteUserForm({ reply }: { reply: ServerReply }) {
  const { formProps, summary, errorsOf, loaded } = useLazyForm({ id: FORM_ID, reply, fetchCheck });
  return (
    <Panel title="Invite user" isScreenOnly>
      <Form method="post" {...formProps}>
        {loaded}
        <input type="hidden" name="intent" value="invite" />
        <FormStack>
          <ErrorSummary form={summary} refusal={reply} />
          <TextField
            name="email"
            id={`${FORM_ID}-email`}
            label="Email"
            type="email"
            inputMode="email"
            autoComplete="off"
            defaultValue={sentText(reply, 'email') ?? ''}
            errors={errorsOf('email')}
          />
          <CheckboxField
            name="isAdministrator"
            label="Administrator"
            hint="Can see and change every school, user, and designation."
            defaultChecked={sentText(reply, 'isAdministrator') === 'on'}
          />
          <FormActions>
            <SubmitButton pendingLabel="Inviting…">Invite user</SubmitButton>
          </FormActions>
        </FormStack>
      </Form>
    </Panel>
  );
}
