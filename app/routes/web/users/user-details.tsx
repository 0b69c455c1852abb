import { data } from '@remix-run/node';
import { Form, Link, type MetaFunction, useLoaderData } from '@remix-run/react';
import { formClientAction, useReply } from '#app/components/site/form-client-action.ts';
import { SAVE_REFUSED } from '#app/messages/save-messages.ts';
import { parseForm } from '#app/lib/parse-form.ts';
import { BouncedBadge } from '#app/components/site/warned-address.tsx';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { EmailLogPanel } from '#app/components/deliveries/email-log-panel.tsx';
import { HistoryPanel } from '#app/components/history/history-panel.tsx';
import { tabTitle } from '#app/components/site/titled.ts';
import { AccessTokensLink } from '#app/components/users/access-tokens-link.tsx';
import { PasskeysLink } from '#app/components/users/passkeys-link.tsx';
import { Affiliations } from '#app/components/users/affiliations.tsx';
import { deletionQuestion, UserForm } from '#app/components/users/user-form.tsx';
import { SingleSignOnPanel } from '#app/components/users/single-sign-on-panel.tsx';
import { SessionsPanel } from '#app/components/users/sessions-panel.tsx';
import { UserDesignations } from '#app/components/users/user-designations.tsx';
import { UserFlags } from '#app/components/users/user-flags.tsx';
import { Banner } from '#app/components/ui/banner.tsx';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { ConfirmSubmitButton } from '#app/components/ui/confirm.tsx';
import { DescriptionList } from '#app/components/ui/description-list.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { EmailAddress } from '#app/components/ui/email-address.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { listSessions } from '#app/domain/auth/user-sessions.server.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { bouncedAmong } from '#app/domain/bounces/bounced-addresses.server.ts';
import { listDesignationsOfUser } from '#app/domain/designations/list-designations.server.ts';
import { readTimeline } from '#app/domain/events/read-timeline.server.ts';
import { getVisibleHighSchool } from '#app/domain/high-schools/high-school-access.server.ts';
import { listStaff } from '#app/domain/high-schools/list-staff.server.ts';
import { readAddressEmails } from '#app/domain/mail/email-log.server.ts';
import { deleteUser } from '#app/domain/users/change-user.server.ts';
import { getVisibleUser, getUser, listUserHighSchools } from '#app/domain/users/read-users.server.ts';
import { fullName, nameWithAddress } from '#app/lib/text/person-name.ts';
import { can } from '#app/policy/authorize.ts';
import type { OfUser } from '#app/policy/rules.ts';
import { STAFF_POSITION_LABELS, type StaffPosition } from '#app/schemas/enums.ts';
import type { UserResponse } from '#app/schemas/user.ts';
import { DeleteUserFormSchema, type UserReply } from '#app/schemas/user-forms.ts';
import { UserDetailsScreenSchema } from '#app/schemas/user-screens.ts';
import { saveUser, signOut } from '#app/server/save-user.server.ts';
import { readSingleSignOn, submitIdentityRemoval } from '#app/server/single-sign-on.server.ts';
import { redirectWithFlash, readFlash } from '#app/server/flash.server.ts';
import { malformedForm } from '#app/server/http-errors.ts';
import { historyBefore } from '#app/server/parse-input.server.ts';
import { formAction, refusalMessage, screen, screenId } from '#app/server/web-route.server.ts';
import { intentOf } from '#app/server/read-form.server.ts';

export { ErrorPage as ErrorBoundary } from '#app/components/site/error-page.tsx';
export { revalidateUnlessAboutInput as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta: MetaFunction<typeof loader> = ({ data: response, matches }) =>
  tabTitle(response ? fullName(response.user) : 'User', matches);

/** Maximum number of designations shown; the CSV has all of them. */
const DESIGNATIONS_SHOWN = 20;

export const loader = screen(async ({ ctx, actor, params, request, url }) => {
  const { user, subject } = await getVisibleUser(ctx, screenId(params));
  const flash = await readFlash(request, ctx.settings);
  const response = {
    user,
    hasBounced: (await bouncedAmong(ctx, [user.email])).length > 0,
    work: can(actor, 'user.readWork', subject)
      ? await readAccountDetails(ctx, user, historyBefore(url))
      : null,
    isSelf: actor.id === user.id,
    shared: await readSharedPositions(ctx, subject),
    mayEdit: can(actor, 'user.edit', subject),
    mayEditFlags: can(actor, 'user.editFlags'),
    mayDelete: can(actor, 'user.delete') && !user.flags.includes('DELETED'),
    mayMerge: can(actor, 'user.merge') && user.mergedIntoId === null,
    mergedInto: user.mergedIntoId === null ? null : await getUser(ctx, user.mergedIntoId),
    mayDownload: can(actor, 'user.download'),
    flash: flash.messages,
  };
  return data(response, { headers: flash.headers });
}, UserDetailsScreenSchema);

async function readAccountDetails(ctx: Ctx, user: UserResponse, before: string | null) {
  const { id: userId, email } = user;
  const { items } = await listUserHighSchools(ctx, { userId });
  return {
    highSchools: [...items],
    sessions: await listSessions(ctx, userId),
    singleSignOn: await readSingleSignOn(ctx, user),
    timeline: await readTimeline(ctx, { type: 'USER', id: userId }, before),
    designations: can(ctx.actor, 'user.list') ? await readDesignations(ctx, userId) : null,
    emails: can(ctx.actor, 'email.manage') ? await readAddressEmails(ctx, email) : null,
  };
}

/** Returns a colleague's positions at shared schools. Empty if the reader may see all of the user's work. */
async function readSharedPositions(ctx: Ctx, { userId, highSchoolIds }: OfUser) {
  const { actor } = ctx;
  if (actor.kind !== 'user' || can(actor, 'user.readWork', { userId, highSchoolIds })) return [];
  const shared = highSchoolIds.filter((id) => actor.highSchoolIds.includes(id));
  const staff = await Promise.all(
    shared.map(async (highSchoolId) => {
      const { name } = await getVisibleHighSchool(ctx, highSchoolId);
      const { items } = await listStaff(ctx, { highSchoolId });
      return items
        .filter((member) => member.userId === userId)
        .map(({ position }) => ({ highSchoolId, name, position }));
    }),
  );
  return staff.flat();
}

async function readDesignations(ctx: Ctx, userId: string) {
  const query = { sort: 'year', limit: DESIGNATIONS_SHOWN } as const;
  const { items, total } = await listDesignationsOfUser(ctx, { userId, query });
  return { rows: [...items], total: total ?? items.length };
}

export const action = formAction(async (call, form) => {
  const { ctx, params } = call;
  const id = screenId(params);
  const intent = intentOf(form, ['delete', 'sign-out', 'sign-out-browser', 'remove-identity']);
  if (intent === null) return saveUser(call, form, { id, to: `/users/${id}` });
  if (intent === 'remove-identity') return submitIdentityRemoval(call, form, `/users/${id}`);
  if (intent !== 'delete') return signOut(call, form, { id, to: `/users/${id}` });
  const submission = parseForm(form, { schema: DeleteUserFormSchema });
  if (submission.status !== 'success') throw malformedForm();
  const user = await getUser(ctx, id);
  try {
    await deleteUser(ctx, { id, ifMatch: submission.value.version });
  } catch (error) {
    const { message } = refusalMessage(error);
    const refusal = { tone: 'danger', text: `${SAVE_REFUSED}${message}` } as const;
    return redirectWithFlash(`/users/${id}`, [refusal], ctx.settings, SAME_PAGE);
  }
  const text = `${fullName(user)} has been deleted.`;
  return redirectWithFlash(`/users/${id}`, [{ tone: 'success', text }], ctx.settings, SAME_PAGE);
});

const SAME_PAGE = { isSamePage: true };

export const clientAction = formClientAction(SAVE_REFUSED);

/** A user's page, for administrators, the user, or colleagues, who can only read it (specification, section 6). */
export default function UserDetails() {
  const { user, mergedInto, hasBounced, work, shared, flash, ...may } = useLoaderData<typeof loader>();
  const reply = useReply<UserReply>();
  return (
    <>
      <PageHeader
        title={fullName(user)}
        subtitle={
          <>
            <UserFlags flags={user.flags} /> <BouncedBadge hasBounced={hasBounced} />
          </>
        }
        {...backLink(work?.designations != null, shared)}
        actions={
          may.mayDownload ? (
            <>
              <ButtonLink to={`/api/users/download/${user.id}`} newTab reloadDocument>
                Download user as CSV
              </ButtonLink>
              <ButtonLink to={`/api/users/download/${user.id}?format=xlsx`} newTab reloadDocument>
                Download user as Excel
              </ButtonLink>
            </>
          ) : null
        }
      />
      <FlashRegion messages={flash} />
      <Stack>
        {user.flags.includes('DELETED') ? (
          <Banner tone="warning" live={false}>
            {mergedInto === null ? (
              'This account has been deleted. No one can sign in with it.'
            ) : (
              <>
                This account was merged into{' '}
                <Link to={`/users/${mergedInto.id}`}>{nameWithAddress(mergedInto)}</Link>. No one can sign in
                with it.
              </>
            )}
          </Banner>
        ) : null}
        {may.mayEdit ? (
          <UserForm user={user} isSelf={may.isSelf} mayEditFlags={may.mayEditFlags} reply={reply} />
        ) : (
          <Panel title="General information">
            <DescriptionList
              items={[
                { term: 'Name', detail: fullName(user) },
                { term: 'Email', detail: <EmailAddress address={user.email} /> },
                { term: 'Phone', detail: user.phone },
                ...(shared.length === 0 ? [] : [{ term: 'Position', detail: positionsOf(shared) }]),
              ]}
            />
          </Panel>
        )}
        {work === null ? null : (
          <>
            <Affiliations
              highSchools={work.highSchools}
              under={work.designations === null ? '/manage' : '/highschools'}
            />
            {work.designations === null ? null : (
              <UserDesignations userId={user.id} designations={work.designations} />
            )}
            <SessionsPanel sessions={work.sessions} name={fullName(user)} isSelf={may.isSelf} />
            <PasskeysLink
              to={may.isSelf ? '/account/passkeys' : `/users/${user.id}/passkeys`}
              isSelf={may.isSelf}
            />
            <SingleSignOnPanel singleSignOn={work.singleSignOn} isSelf={may.isSelf} />
            <AccessTokensLink
              to={may.isSelf ? '/account/tokens' : `/users/${user.id}/tokens`}
              isSelf={may.isSelf}
            />
            {work.emails === null ? null : (
              <EmailLogPanel log={work.emails} none="We haven't sent any emails to this address." />
            )}
            <HistoryPanel timeline={work.timeline} />
          </>
        )}
        {may.mayMerge ? (
          <Panel title="Merge with another user" isScreenOnly>
            <p>
              If {fullName(user)} has two accounts, for example because their email address changed, merge
              them into one. You&apos;ll compare both before anything changes.
            </p>
            <ButtonLink to={`/users/${user.id}/merge`}>Merge with another user…</ButtonLink>
          </Panel>
        ) : null}
        {may.mayDelete ? (
          <Panel title="Delete user" isScreenOnly>
            <Form method="post">
              <input type="hidden" name="version" value={user.version} />
              <ConfirmSubmitButton
                name="intent"
                value="delete"
                variant="danger"
                question={deletionQuestion(user)}
              >
                Delete user
              </ConfirmSubmitButton>
            </Form>
          </Panel>
        ) : null}
      </Stack>
    </>
  );
}

type Shared = readonly { highSchoolId: string; name: string; position: StaffPosition }[];

/** Returns 'Counselor, Aurora High; Registrar, Birch High'. */
function positionsOf(shared: Shared): string {
  return shared.map(({ name, position }) => `${STAFF_POSITION_LABELS[position]}, ${name}`).join('; ');
}

/** Returns the back link, or nothing if the page can't know where the user came from. */
function backLink(isAdmin: boolean, shared: Shared) {
  if (isAdmin) return { back: { to: '/users', label: 'Users' } };
  const [school, another] = shared;
  if (school === undefined) return {};
  return another === undefined
    ? { back: { to: `/manage/${school.highSchoolId}`, label: school.name } }
    : { back: { to: '/manage/', label: 'School Management' } };
}
