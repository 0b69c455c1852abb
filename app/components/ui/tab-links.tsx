import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';

export interface TabLink {
  readonly key: string;
  readonly label: ReactNode;
  readonly href: string;
}

interface TabLinksProps {
  /** Names the choice for screen readers: 'Group by'. */
  label: string;
  tabs: readonly TabLink[];
  /** The key of the tab that is shown. */
  current: string;
}

/** Views of one page as a row of links, so that each has an address and works without JavaScript. */
export function TabLinks({ label, tabs, current }: TabLinksProps) {
  return (
    <nav className="tab-links" aria-label={label}>
      {tabs.map(({ key, label: text, href }) => (
        <Link key={key} to={href} aria-current={key === current ? 'page' : undefined} preventScrollReset>
          {text}
        </Link>
      ))}
    </nav>
  );
}
