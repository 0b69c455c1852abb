import type { ReactNode } from 'react';
import { Icon } from '#app/components/ui/icons.tsx';
import { useFollowedLinks } from '#app/components/ui/use-followed-links.ts';

/** Clickable rows, edge to edge in a flush Panel, such as the dashboard's schools. */
export function ActionList({ children }: { children: ReactNode }) {
  const followLinks = useFollowedLinks();
  return (
    <ul className="action-list" onClick={followLinks}>
      {children}
    </ul>
  );
}

interface ActionListItemProps {
  title: ReactNode;
  meta?: ReactNode;
  badge?: ReactNode;
  to: string;
}

/** A row that is clickable as a whole. ActionList handles its clicks, which saves a Link component per row. */
export function ActionListItem({ title, meta, badge, to }: ActionListItemProps) {
  return (
    <li>
      <a className="action-list-item" href={to}>
        <span className="action-list-text">
          <span className="action-list-title">{title}</span>
          {meta ? <span className="action-list-meta">{meta}</span> : null}
        </span>
        {badge}
        <Icon name="chevron-right" />
      </a>
    </li>
  );
}
