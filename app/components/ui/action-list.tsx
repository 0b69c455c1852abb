import type { ReactNode } from 'react';
import { Icon } from '#app/components/ui/icons.tsx';
import { useFollowedLinks } from '#app/components/ui/use-followed-links.ts';

/** Rows to choose from, edge to edge in a flush Panel: the dashboard's schools. */
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
  /** A badge at the right. */
  badge?: ReactNode;
  /** Where a press leads. */
  to: string;
}

/** One row: the whole of it can be pressed. The list follows the link, which spares each row a component that does. */
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
