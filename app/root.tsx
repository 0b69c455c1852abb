import {
  Links,
  Meta,
  type MetaFunction,
  Outlet,
  Scripts,
  ScrollRestoration,
  type ShouldRevalidateFunctionArgs,
  useMatches,
  useNavigate,
  useRouteLoaderData,
} from '@remix-run/react';
import type { LinksFunction, LoaderFunctionArgs } from '@remix-run/node';
import { type ReactNode, useContext, useEffect } from 'react';
import { ErrorPage } from '#app/components/site/error-page.tsx';
import { WITHOUT_SCRIPTS } from '#app/components/site/without-scripts.ts';
import { AppShell } from '#app/components/ui/app-shell.tsx';
import { PageContext } from '#app/components/ui/page-context.ts';
import { type Site, SiteContext } from '#app/components/site/site-context.ts';
import type { Settings } from '#app/config/env.server.ts';
import { brandStyles } from '#app/domain/settings/brand-styles.server.ts';
import { cachedSettings } from '#app/domain/settings/current-settings.server.ts';
import { logoUrl } from '#app/domain/settings/office-settings.server.ts';
import { SiteResponseSchema } from '#app/schemas/screen-responses.ts';
import { contextOf, type LoadContext } from '#app/server/load-context.server.ts';

const FALLBACK_SITE: Site = {
  appName: 'Scholars',
  contactEmail: '',
  timeZone: 'America/Anchorage',
  state: 'AK',
  handbookUrl: '',
  surveyUrl: '',
  logo: null,
  styles: null,
};

/** Never fails, because the page that reports an unreachable database shows the contact address. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return SiteResponseSchema.parse({ site: siteOf(await siteSettings(request, context)) });
}

/** Returns a page's settings: those of its request, or the last known ones if the database doesn't respond. */
async function siteSettings(request: Request, context: LoadContext): Promise<Settings> {
  const { orm, settings } = context.application;
  const isErrorPage = context.refusal !== undefined;
  if (isErrorPage) return cachedSettings(orm.em, settings);
  try {
    return (await contextOf(request, context, 'BROWSER')).settings;
  } catch {
    return cachedSettings(orm.em, settings);
  }
}

/** Returns the part of the settings that every page may show. */
function siteOf(settings: Settings): Site {
  const { appName, contactEmail, timeZone, state, handbookUrl, surveyUrl, brand } = settings;
  const { logo } = brand;
  const styles = brandStyles(brand);
  return {
    ...{ appName, contactEmail, timeZone, state, handbookUrl, surveyUrl },
    logo: logo === null ? null : { url: logoUrl(logo), width: logo.width, height: logo.height },
    styles: styles === null ? null : `/brand.css?v=${styles.hash}`,
  };
}

/** The settings don't change while a page is open, unless this page changes them. */
export const shouldRevalidate = ({ formAction, actionStatus = 200 }: ShouldRevalidateFunctionArgs) =>
  formAction?.startsWith('/settings') === true && actionStatus < 400;

export const links: LinksFunction = () => [{ rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' }];

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  { title: data?.site.appName ?? FALLBACK_SITE.appName },
];

export function Layout({ children }: { children: ReactNode }) {
  const { nonce, css } = useContext(PageContext);
  const { styles } = useSiteData();
  const hasScripts = !useMatches().some(({ handle }) => handle === WITHOUT_SCRIPTS);
  return (
    <html lang="en">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <Meta />
        {import.meta.env.DEV ? (
          // Vite updates a linked stylesheet when it changes.
          <link rel="stylesheet" href="/app/styles/theme.scss" />
        ) : (
          <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
        )}
        <Links />
        {styles === null ? null : <link rel="stylesheet" href={styles} />}
      </head>
      <body>
        {children}
        {hasScripts ? (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        ) : null}
      </body>
    </html>
  );
}

export default function Root() {
  useHashLinks();
  return (
    <SiteContext.Provider value={useSiteData()}>
      <Outlet />
    </SiteContext.Provider>
  );
}

/** Errors outside the signed-in frame: on the login pages, or in the frame's own loader. */
export function ErrorBoundary() {
  const site = useSiteData();
  return (
    <SiteContext.Provider value={site}>
      <AppShell appName={site.appName} contactEmail={site.contactEmail} logo={site.logo} narrow>
        <ErrorPage />
      </AppShell>
    </SiteContext.Provider>
  );
}

function useSiteData(): Site {
  return useRouteLoaderData<typeof loader>('root')?.site ?? FALLBACK_SITE;
}

/** Follows links of the form `/#/designations/ID` from older emails and bookmarks. */
function useHashLinks(): void {
  const navigate = useNavigate();
  useEffect(() => {
    const follow = () => {
      if (window.location.hash.startsWith('#/')) navigate(window.location.hash.slice(1), { replace: true });
    };
    follow();
    window.addEventListener('hashchange', follow);
    return () => {
      window.removeEventListener('hashchange', follow);
    };
  }, [navigate]);
}
