import { Link } from '@remix-run/react';
import { Icon } from '#app/components/ui/icons.tsx';
import type { MenuLink } from '#app/components/ui/menu-location.ts';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';

const ID = 'user-menu';
// React 18 doesn't know the popover attributes; as spread objects they pass type checking and reach the DOM.
const POPOVER = { popover: 'auto' };
const OPENS = { popovertarget: ID };

/** The signed-in user's name in the bar, which opens a menu. A native popover, so it works without JavaScript. */
export function UserMenu({ name, links = [] }: { name: string; links?: readonly MenuLink[] }) {
  const initials = name
    .split(' ')
    .map(([first = '']) => first)
    .join('');
  return (
    <div className="shell-user">
      <button type="button" className="shell-bar-button" {...OPENS}>
        <span className="shell-user-initials" aria-hidden="true">
          {initials}
        </span>
        <span className="shell-user-name">
          {name}
          <VisuallyHidden>, your account</VisuallyHidden>
        </span>
        <Icon name="chevron-right" />
      </button>
      <ul
        id={ID}
        className="shell-user-menu"
        onClick={({ currentTarget: menu }) => {
          if ('hidePopover' in menu && menu.matches(':popover-open')) menu.hidePopover();
        }}
        {...POPOVER}
      >
        <li>
          <Link to="/account">Account Settings</Link>
        </li>
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
        <li>
          <a href="/api/logout">Log out</a>
        </li>
      </ul>
    </div>
  );
}
