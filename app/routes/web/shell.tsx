import {
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useRouteLoaderData,
} from '@remix-run/react';
import { useEffect, useMemo } from 'react';
import { ErrorPage } from '#app/components/site/error-page.tsx';
import { SearchButton } from '#app/components/search/search-button.tsx';
import { menuEntries, userMenuLinks } from '#app/components/site/menu-entries.ts';
import { revalidateUnlessAboutInput } from '#app/components/site/form-client-action.ts';
import { useSite } from '#app/components/site/site-context.ts';
import { AppShell } from '#app/components/ui/app-shell.tsx';
import { listPastDesignations } from '#app/domain/home/dashboard.server.ts';
import { countOfficeWork } from '#app/domain/home/admin-home.server.ts';
import { removeOtherUsersData } from '#app/lib/browser/user-storage.ts';
import { isAdmin } from '#app/policy/actor.ts';
import { ShellResponseSchema } from '#app/schemas/screen-responses.ts';
import { screen } from '#app/server/web-route.server.ts';

/** The frame of every signed-in screen: bar, menu, and footer. Visitors are redirected to the login page. */
export const loader = screen(
  async ({ ctx, actor }) => ({
    user: { id: actor.id, name: `${actor.firstName} ${actor.lastName}` },
    isAdmin: isAdmin(actor),
    counts: isAdmin(actor) ? await countOfficeWork(ctx) : null,
    programLinks: ctx.settings.programLinks,
    pastDesignations: await listPastDesignations(ctx),
  }),
  ShellResponseSchema,
);

/** Reloads the menu with the screen. Offline it keeps the old one, so that drafts remain usable. */
export const shouldRevalidate = (args: ShouldRevalidateFunctionArgs) =>
  navigator.onLine &&
  (revalidateUnlessAboutInput(args) || args.currentUrl.pathname !== args.nextUrl.pathname);

export default function Shell() {
  const { user, ...menuData } = useLoaderData<typeof loader>();
  const site = useSite();
  const menu = useMemo(() => menuEntries(menuData), [menuData]);
  useEffect(() => removeOtherUsersData(user.id), [user.id]);
  return (
    <AppShell
      appName={site.appName}
      contactEmail={site.contactEmail}
      logo={site.logo}
      user={user}
      menu={menu}
      userLinks={userMenuLinks(menuData)}
      tools={menuData.isAdmin ? <SearchButton /> : null}
    >
      <Outlet context={menuData.counts} />
    </AppShell>
  );
}

/** If a screen's action fails, this loader hasn't run: the frame is shown without its menu. */
export function ErrorBoundary() {
  const data = useRouteLoaderData<typeof loader>('routes/web/shell');
  const site = useSite();
  return (
    <AppShell
      appName={site.appName}
      contactEmail={site.contactEmail}
      logo={site.logo}
      {...(data ? { user: data.user, menu: menuEntries(data), userLinks: userMenuLinks(data) } : {})}
    >
      <ErrorPage />
    </AppShell>
  );
}
