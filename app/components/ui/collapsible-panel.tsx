import { type ReactNode, useState } from 'react';
import { Icon } from '#app/components/ui/icons.tsx';

interface CollapsiblePanelProps {
  title: ReactNode;
  /** What stands at the right of the header, such as '2 filters applied'. */
  note?: ReactNode;
  /** Whether it starts open. */
  defaultOpen?: boolean;
  /** The heading's level; 'none' for a header that is not a section of the page. */
  level?: 2 | 3 | 'none';
  children: ReactNode;
}

/** A panel opened and closed by clicking its header (specification, section 4): a native `<details>`. */
export function CollapsiblePanel({
  title,
  note,
  defaultOpen = false,
  level = 2,
  children,
}: CollapsiblePanelProps) {
  // It only starts so: what is open must not close because its contents have changed.
  const [startsOpen] = useState(defaultOpen);
  const Heading = level === 'none' ? 'span' : level === 2 ? 'h2' : 'h3';
  return (
    <details className="card" open={startsOpen}>
      <summary>
        <span className="panel-summary">
          <Icon name="plus" />
          <Icon name="minus" />
          <Heading className="m-0">{title}</Heading>
          {note ? <span className="panel-summary-note">{note}</span> : null}
        </span>
      </summary>
      <div className="card-body">{children}</div>
    </details>
  );
}
