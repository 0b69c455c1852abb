import { data, redirect } from '@remix-run/node';
import { Link, useLoaderData, useOutletContext, useSearchParams } from '@remix-run/react';
import type { ReactNode } from 'react';
import { formClientAction } from '#app/components/site/form-client-action.ts';
import { AccessRequestBanner, UnreadBanner } from '#app/components/dashboard/dashboard-banners.tsx';
import { AllDesignations } from '#app/components/dashboard/all-designations.tsx';
import { AwaitingBanner } from '#app/components/deliveries/awaiting-banner.tsx';
import { ReviewQueueLink } from '#app/components/designations/review-queue-link.tsx';
import { FlashRegion } from '#app/components/designations/flash-region.tsx';
import { AdminHome } from '#app/components/home/admin-home.tsx';
import { OfficeTiles } from '#app/components/home/office-tiles.tsx';
import { outstandingPages } from '#app/components/home/outstanding-pages.ts';
import { CalendarLink, DueLine } from '#app/components/dashboard/due-line.tsx';
import { OpenInvites } from '#app/components/dashboard/open-invites.tsx';
import { ReturnedDesignations } from '#app/components/dashboard/returned-designations.tsx';
import { SchoolLists } from '#app/components/dashboard/school-lists.tsx';
import { NoSchoolYet } from '#app/components/site/no-school-yet.tsx';
import { titled } from '#app/components/site/titled.ts';
import { Banner } from '#app/components/ui/banner.tsx';
import { counted } from '#app/lib/text/counted.ts';
import { CollapsiblePanel } from '#app/components/ui/collapsible-panel.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { PageHeader } from '#app/components/ui/page-header.tsx';
import { DASHBOARD_SCHOOLS, SCREEN_PAGE_SIZE } from '#app/config/constants.ts';
import type { Ctx } from '#app/domain/ctx.server.ts';
import { countAccessRequests } from '#app/domain/access-requests/list-access-requests.server.ts';
import { dashboardOf } from '#app/domain/home/dashboard.server.ts';
import { listAwaitingDeliveries } from '#app/domain/emails/read-deliveries.server.ts';
import { getAdminHome } from '#app/domain/home/admin-home.server.ts';
import { acceptOwnInvite, declineOwnInvite, listOwnInvites } from '#app/domain/invites/own-invites.server.ts';
import { listUnread } from '#app/domain/messages/read-messages.server.ts';
import { NotFound } from '#app/lib/domain-errors.ts';
import { PASSKEY_NOTICE } from '#app/messages/passkey-messages.ts';
import { isAdmin, needsPasskey } from '#app/policy/actor.ts';
import {
  DashboardPageQuerySchema,
  type DashboardResponse,
  DashboardResponseSchema,
  OutstandingPageQuerySchema,
} from '#app/schemas/dashboard.ts';
import { type AnswerInviteForm, AnswerInviteFormSchema } from '#app/schemas/invite.ts';
import { PageNumberQuerySchema } from '#app/schemas/listing.ts';
import type { ShellResponse } from '#app/schemas/screen-responses.ts';
import { redirectWithFlash, readFlash } from '#app/server/flash.server.ts';
import { parseQuery } from '#app/server/parse-input.server.ts';
import { formAction, refusalMessage, screen, submitForm } from '#app/server/web-route.server.ts';

export { revalidateUnlessRefused as shouldRevalidate } from '#app/components/site/form-client-action.ts';

export const meta = titled('Dashboard');

export const loader = screen(async ({ ctx, actor, request, url }) => {
  const { page } = parseQuery(PageNumberQuerySchema, url.searchParams);
  const { state } = parseQuery(OutstandingPageQuerySchema, url.searchParams);
  const cut = { limit: SCREEN_PAGE_SIZE, offset: (page - 1) * SCREEN_PAGE_SIZE };
  const home = isAdmin(actor) ? await getAdminHome(ctx, { page: cut, state }) : null;
  if (home?.outstanding.length === 0 && page > 1)
    throw redirect(outstandingPages.hrefOf(outstandingPages.listOf(url.searchParams)));
  const flash = await readFlash(request, ctx.settings);
  const { all: whole } = DashboardPageQuerySchema.parse({ all: url.searchParams.get('all') });
  const [dashboard, banners] = await Promise.all([dashboardOf(ctx, { whole }), readBanners(ctx)]);
  const response = {
    now: ctx.now().toISOString(),
    user: {
      name: `${actor.firstName} ${actor.lastName}`,
      email: actor.email,
      isAdmin: isAdmin(actor),
    },
    home,
    page,
    flash: [...(needsPasskey(actor) ? [PASSKEY_NOTICE] : []), ...flash.messages],
    ...banners,
    ...dashboard,
  };
  return data(response, { headers: flash.headers });
}, DashboardResponseSchema);

/** Reads one after the other, because `dashboardOf` already uses two connections at once. */
async function readBanners(
  ctx: Ctx,
): Promise<Pick<DashboardResponse, 'awaiting' | 'invites' | 'accessRequests' | 'unread'>> {
  const awaiting = isAdmin(ctx.actor) ? await listAwaitingDeliveries(ctx) : [];
  const invites = await listOwnInvites(ctx);
  const accessRequests = await countAccessRequests(ctx);
  return { awaiting, invites, accessRequests, unread: await listUnread(ctx) };
}

export const action = formAction(({ ctx }, form) =>
  submitForm(form, AnswerInviteFormSchema, async ({ intent, inviteId }) => {
    const message = await answerInvite(ctx, intent, inviteId);
    return redirectWithFlash('/', [message], ctx.settings, { isSamePage: true });
  }),
);

async function answerInvite(ctx: Ctx, intent: AnswerInviteForm['intent'], inviteId: string) {
  const isAccepted = intent === 'accept-invite';
  try {
    const school = await (isAccepted ? acceptOwnInvite : declineOwnInvite)(ctx, inviteId);
    const text = isAccepted ? `You joined ${school}` : `You declined the invite to ${school}`;
    return { tone: 'success', text } as const;
  } catch (error) {
    const why =
      error instanceof NotFound
        ? 'The invite is no longer open. Ask the school to invite you again.'
        : refusalMessage(error).message;
    return {
      tone: 'danger',
      text: `Unable to ${isAccepted ? 'accept' : 'decline'} invite: ${why}`,
    } as const;
  }
}

export const clientAction = formClientAction((intent) =>
  intent === 'decline-invite' ? 'Unable to decline invite: ' : 'Unable to accept invite: ',
);

/** The first screen after signing in (specification, section 2). */
export default function Dashboard() {
  const {
    user,
    home,
    awaiting,
    invites,
    accessRequests,
    unread,
    flash,
    page,
    schoolNames,
    allDesignations,
    designationCount,
    ...designating
  } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const areMany = schoolNames.length > DASHBOARD_SCHOOLS;
  const schools = areMany ? [counted(schoolNames.length, 'high school')] : schoolNames;
  const memberships = [...schools, ...(user.isAdmin ? ['Admin'] : [])];
  const counts = useOutletContext<ShellResponse['counts']>();
  const banners = (
    <>
      <AccessRequestBanner counts={accessRequests} path={user.isAdmin ? '/highschools' : '/manage'} />
      <UnreadBanner
        unread={unread}
        title={user.isAdmin ? 'Unread messages from schools' : 'Unread messages'}
      />
    </>
  );
  return (
    <>
      <PageHeader
        title="Dashboard"
        subtitle={
          <>
            <strong>{user.name}</strong>
            {memberships.length === 0 ? null : <br />}
            {memberships.join(' & ')}
          </>
        }
        actions={home !== null && counts !== null ? <ReviewQueueLink {...counts} /> : null}
      />
      <FlashRegion messages={flash} />
      <Stack space="loose">
        {home !== null && counts !== null ? (
          <OfficeTiles counts={counts} home={home} now={designating.now} />
        ) : null}
        <OpenInvites invites={invites} now={designating.now} />
        {user.isAdmin ? banners : null}
        <AwaitingBanner awaiting={awaiting} />
        {user.isAdmin ? <Overview home={home} now={designating.now} page={page} search={search} /> : null}
        {schoolNames.length === 0 ? (
          !user.isAdmin && <NoSchoolYet email={user.email} isInvited={invites.length > 0} />
        ) : (
          <>
            {areMany ? (
              <CollapsiblePanel title="Your high schools">
                <p className="m-0">{schoolNames.join(' & ')}</p>
              </CollapsiblePanel>
            ) : null}
            <Designating {...designating} banners={user.isAdmin ? null : banners} />
            <AllDesignations designations={allDesignations} total={designationCount} unread={unread} />
          </>
        )}
      </Stack>
    </>
  );
}

function Overview({
  home,
  ...membership
}: Pick<DashboardResponse, 'home' | 'now' | 'page'> & { search: URLSearchParams }) {
  if (home !== null) return <AdminHome home={home} {...membership} />;
  return (
    <Banner tone="info" live={false}>
      No academic year is active. <Link to="/years">Choose one</Link> to see its progress.
    </Banner>
  );
}

type DesignatingProps = Pick<
  DashboardResponse,
  'now' | 'year' | 'unstarted' | 'started' | 'pending' | 'totals' | 'returned' | 'returnedCount' | 'dueDates'
> & { banners: ReactNode };

/** @param props `banners` are shown right after the returned designations */
function Designating({ year, now, returned, returnedCount, dueDates, banners, ...lists }: DesignatingProps) {
  if (year === null) {
    return (
      <>
        <Banner tone="info" live={false}>
          No academic year is active. You can designate again when the next one opens.
        </Banner>
        {banners}
      </>
    );
  }
  const isInBanner = dueDates.ofYear === null && returned.some(({ dueAt }) => dueAt !== null);
  return (
    <section aria-labelledby="designating">
      <h2 id="designating" className="mb-3">
        Currently designating for the {year.year} academic year
      </h2>
      <Stack>
        <ReturnedDesignations
          yearId={year.id}
          returned={returned}
          total={returnedCount}
          now={now}
          linksCalendar={isInBanner}
        />
        {banners}
        {dueDates.hasAny && !isInBanner ? (
          <p className="m-0">
            {dueDates.ofYear === null ? null : (
              <>
                {returned.length === 0 ? null : 'Other schools: '}
                <DueLine dueAt={dueDates.ofYear} now={now} />
                {' · '}
              </>
            )}
            <CalendarLink />
          </p>
        ) : null}
        {lists.unstarted.length > 0 && lists.totals.started + lists.totals.pending === 0 ? (
          <p className="m-0">
            You&apos;ll need your junior class size and each designated student&apos;s name, birth date,
            phone, email, and address. With a spreadsheet, it takes about ten minutes, and your work is saved
            as you go.
          </p>
        ) : null}
        <SchoolLists year={year} now={now} {...lists} />
      </Stack>
    </section>
  );
}
