import { Link, useLocation, useNavigation } from '@remix-run/react';
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { classNames } from '#app/components/ui/class-names.ts';
import { Icon, LaurelMark } from '#app/components/ui/icons.tsx';
import type { MenuEntry, MenuLink } from '#app/components/ui/menu-location.ts';
import { clearSaveNotice, SaveNotice } from '#app/components/ui/save-notice.tsx';
import { ShellMenu } from '#app/components/ui/shell-menu.tsx';
import type { LogoResponse } from '#app/schemas/logo-response.ts';
import { UserMenu } from '#app/components/ui/user-menu.tsx';

const MENU_ID = 'menu';
// React 18 doesn't know the popover attributes; as a spread object they pass type checking and reach the DOM.
const POPOVER = { popover: 'auto' };
const OPENS_MENU = { popovertarget: MENU_ID };
const CLOSES_MENU = { popovertarget: MENU_ID, popovertargetaction: 'hide' };

interface AppShellProps {
  appName: string;
  contactEmail: string;
  /** Replaces the laurel. */
  logo?: LogoResponse | null;
  /** The signed-in user. Without it, there is no menu. */
  user?: { id: string; name: string };
  menu?: readonly MenuEntry[];
  /** Further entries of the user's menu. */
  userLinks?: readonly MenuLink[];
  /** Tools in the bar, before the user's menu. */
  tools?: ReactNode;
  /** A narrow, centered page, for signing in. */
  narrow?: boolean;
  children: ReactNode;
}

/**
 * Frame of every page: skip link, bar, menu (if signed in), main, footer. Navigation focuses the page's h1
 * (`PageHeader`). On a phone, the menu is a native popover, which works without JavaScript.
 */
export function AppShell(props: AppShellProps) {
  const { appName, contactEmail, logo, user, menu = [], userLinks, tools, narrow, children } = props;
  const mainRef = useRef<HTMLElement>(null);
  const menuRef = useRef<HTMLElement>(null);
  useFocusAfterNavigation(mainRef, menuRef);
  const hasMenu = user !== undefined && menu.length > 0;

  // Doesn't change the URL: that would make Remix drop the last action's response.
  const skipToMain = (event: MouseEvent) => {
    event.preventDefault();
    mainRef.current?.focus();
  };

  return (
    <div className="shell">
      <a className="skip-link" href="#main" onClick={skipToMain}>
        Skip to main content
      </a>
      <NavigationLine />
      <header className="shell-bar">
        <div className="shell-bar-inner">
          <Link to="/" className="shell-brand">
            {logo ? <Logo logo={logo} /> : <LaurelMark />}
            {appName}
          </Link>
          {tools}
          {user ? <UserMenu name={user.name} {...(userLinks ? { links: userLinks } : {})} /> : null}
          {hasMenu ? (
            <button type="button" className="shell-bar-button shell-menu-button" {...OPENS_MENU}>
              <Icon name="menu" />
              Menu
            </button>
          ) : null}
        </div>
      </header>
      <div className={classNames('shell-body', hasMenu && 'has-menu')}>
        {hasMenu ? (
          <nav ref={menuRef} id={MENU_ID} className="shell-menu" aria-label="Main" {...POPOVER}>
            <div className="shell-menu-close">
              <button type="button" className="btn btn-quiet btn-sm" {...CLOSES_MENU}>
                <Icon name="close" />
                Close menu
              </button>
            </div>
            <div className="shell-menu-entries">
              <ShellMenu entries={menu} userId={user.id} />
            </div>
          </nav>
        ) : null}
        <main
          ref={mainRef}
          id="main"
          tabIndex={-1}
          className={classNames('shell-main', narrow && 'shell-main-narrow')}
        >
          <SaveNotice />
          {children}
        </main>
      </div>
      <footer className="shell-footer">
        {contactEmail === '' ? null : (
          <p>
            Questions? Email <a href={`mailto:${contactEmail}`}>{contactEmail}</a>.
          </p>
        )}
        {user ? <Link to="/about">About</Link> : null}
      </footer>
    </div>
  );
}

/** Has no alternative text, because the program's name is next to it. */
function Logo({ logo: { url, width, height } }: { logo: LogoResponse }) {
  return <img className="shell-logo" src={url} width={width} height={height} alt="" />;
}

/** Progress line at the top, shown if a navigation or submit takes longer than a moment. */
function NavigationLine() {
  const { state } = useNavigation();
  return state === 'idle' ? null : <div className="shell-waiting" aria-hidden="true" />;
}

/** The last path shown in this tab. Module state, because the shell remounts when signing in. */
let shownPath: string | undefined;

/** After a navigation (not the first page), closes the menu and focuses the h1 for screen readers. */
function useFocusAfterNavigation(mainRef: RefObject<HTMLElement>, menuRef: RefObject<HTMLElement>) {
  const { pathname } = useLocation();
  useEffect(() => {
    const before = shownPath;
    shownPath = pathname;
    clearSaveNotice(pathname);
    if (before === undefined || before === pathname) return;
    const menu = menuRef.current;
    if (menu && 'hidePopover' in menu && menu.matches(':popover-open')) menu.hidePopover();
    const heading = mainRef.current?.querySelector<HTMLElement>('h1') ?? mainRef.current;
    heading?.focus({ preventScroll: true });
  }, [pathname, mainRef, menuRef]);
}
