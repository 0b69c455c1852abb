import { Link, useLocation } from '@remix-run/react';
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { Icon } from '#app/components/ui/icons.tsx';
import {
  currentMenuPath,
  groupContains,
  type MenuEntry,
  type MenuGroup,
  type MenuLink,
} from '#app/components/ui/menu-location.ts';
import { useFollowedLinks } from '#app/components/ui/use-followed-links.ts';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';
import { attempt, tabKey, tabStorage } from '#app/lib/browser/user-storage.ts';
import { formatNumber } from '#app/lib/text/counted.ts';

/** The menu. Groups remain as the user left them in this tab; the group with the current page is open. */
export function ShellMenu({ entries, userId }: { entries: readonly MenuEntry[]; userId: string }) {
  const ref = useRef<HTMLUListElement>(null);
  useEffect(() => {
    if (ref.current !== null) persistMenuGroups(ref.current, userId);
  }, [userId]);
  const { pathname } = useLocation();
  const followLinks = useFollowedLinks();
  const location = { pathname, current: currentMenuPath(entries, pathname), followLinks };
  return (
    <ul ref={ref}>
      {entries.map((entry) => (
        <li key={'to' in entry ? entry.to : entry.label}>
          {'to' in entry ? (
            <MenuItem link={entry} {...location} />
          ) : (
            <MenuBranch group={entry} {...location} />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Restores which menu groups are open in this tab, and stores later changes. */
function persistMenuGroups(menu: HTMLElement, userId: string): void {
  const storage = tabStorage();
  const keyOf = (group: HTMLElement): string => {
    const outer = group.parentElement?.closest('details');
    const before = outer ? keyOf(outer) : tabKey(userId, 'menu');
    return `${before}:${group.firstElementChild?.textContent ?? ''}`;
  };
  for (const group of menu.querySelectorAll('details')) {
    const stored = attempt(() => storage?.getItem(keyOf(group)), null);
    const containsCurrent = group.querySelector('[aria-current]') !== null;
    if (stored) group.open = stored === 'open' || (group.open && containsCurrent);
  }
  menu.addEventListener('click', ({ target }) => {
    const group = target instanceof Element ? target.closest('summary')?.closest('details') : null;
    if (group) attempt(() => storage?.setItem(keyOf(group), group.open ? 'closed' : 'open'), undefined);
  });
}

interface LocationProps {
  pathname: string;
  current: string | undefined;
}

interface BranchProps extends LocationProps {
  followLinks: (event: MouseEvent<HTMLElement>) => void;
}

function MenuItem({ link, pathname, current }: LocationProps & { link: MenuLink }) {
  if (link.external) {
    return (
      <a href={link.to} target="_blank" rel="noopener noreferrer">
        {link.label}
        <Icon name="external" />
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
    );
  }
  return (
    <Link
      to={link.to}
      aria-current={ariaCurrent(link, { pathname, current })}
      reloadDocument={link.reloadDocument}
    >
      <MenuLabel {...link} />
    </Link>
  );
}

function MenuLabel({ label, count }: Pick<MenuLink, 'label' | 'count'>) {
  if (count === undefined) return <>{label}</>;
  return (
    <>
      {label}{' '}
      <span className="badge text-bg-primary" title={`${formatNumber(count.value)} ${count.meaning}`}>
        {formatNumber(count.value)}
        <VisuallyHidden> {count.meaning}</VisuallyHidden>
      </span>
    </>
  );
}

/** Returns 'page' for the page itself, 'true' for its closest menu entry. */
function ariaCurrent({ to }: MenuLink, { pathname, current }: LocationProps): 'page' | 'true' | undefined {
  if (to !== current) return undefined;
  return to === pathname ? 'page' : 'true';
}

/** Uses plain links with one click handler: the menu is on every page and can list many past designations. */
function MenuBranch({ group, followLinks, ...location }: BranchProps & { group: MenuGroup }) {
  const containsCurrent = groupContains(group, location.current);
  const [open, setOpen] = useState(containsCurrent || group.defaultOpen === true);
  const [containedCurrent, setContainedCurrent] = useState(containsCurrent);
  if (containedCurrent !== containsCurrent) {
    setContainedCurrent(containsCurrent);
    if (containsCurrent) setOpen(true);
  }
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)} onClick={followLinks}>
      <summary>
        {group.label}
        <Icon name="plus" />
        <Icon name="minus" />
      </summary>
      <ul>
        {group.items.map((entry) => (
          <li key={'to' in entry ? entry.to : entry.label}>
            {'to' in entry ? (
              <a href={entry.to} aria-current={ariaCurrent(entry, location)}>
                <MenuLabel {...entry} />
              </a>
            ) : (
              <MenuBranch group={entry} followLinks={followLinks} {...location} />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
