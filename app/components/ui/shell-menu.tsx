import { Link, useLocation } from '@remix-run/react';
import { useState } from 'react';
import { Icon } from '#app/components/ui/icons.tsx';
import { currentMenuPath, groupHolds } from '#app/components/ui/menu-place.ts';
import type { MenuEntry, MenuGroup, MenuLink } from '#app/components/ui/menu-place.ts';
import { VisuallyHidden } from '#app/components/ui/visually-hidden.tsx';

/** The menu's entries; the group that holds the current place is open. */
export function ShellMenu({ entries }: { entries: readonly MenuEntry[] }) {
  const { pathname } = useLocation();
  return <MenuLevel entries={entries} pathname={pathname} current={currentMenuPath(entries, pathname)} />;
}

interface PlaceProps {
  pathname: string;
  /** The entry that stands for the page shown, if one does. */
  current: string | undefined;
}

function MenuLevel({ entries, ...place }: PlaceProps & { entries: readonly MenuEntry[] }) {
  return (
    <ul>
      {entries.map((entry) => (
        <li key={'to' in entry ? entry.to : entry.label}>
          {'to' in entry ? <MenuItem link={entry} {...place} /> : <MenuBranch group={entry} {...place} />}
        </li>
      ))}
    </ul>
  );
}

function MenuItem({ link, pathname, current }: PlaceProps & { link: MenuLink }) {
  if (link.external) {
    return (
      <a href={link.to} target="_blank" rel="noopener noreferrer">
        {link.label}
        <Icon name="external" />
        <VisuallyHidden> (opens in a new tab)</VisuallyHidden>
      </a>
    );
  }
  const here = link.to === current ? (link.to === pathname ? 'page' : 'true') : undefined;
  return (
    <Link to={link.to} aria-current={here} reloadDocument={link.reloadDocument}>
      {link.label}
    </Link>
  );
}

function MenuBranch({ group, ...place }: PlaceProps & { group: MenuGroup }) {
  const holdsCurrent = groupHolds(group, place.current);
  const [open, setOpen] = useState(holdsCurrent || group.defaultOpen === true);
  const [heldCurrent, setHeldCurrent] = useState(holdsCurrent);
  if (heldCurrent !== holdsCurrent) {
    setHeldCurrent(holdsCurrent);
    if (holdsCurrent) setOpen(true);
  }
  return (
    <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        {group.label}
        <Icon name="plus" />
        <Icon name="minus" />
      </summary>
      <MenuLevel entries={group.items} {...place} />
    </details>
  );
}
