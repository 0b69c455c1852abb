import { type ReactNode, useState } from 'react';
import { Icon } from '#app/components/ui/icons.tsx';

interface CollapsiblePanelProps {
  title: ReactNode;
  /** Text on the right of the header, such as '2 filters applied'. */
  note?: ReactNode;
  defaultOpen?: boolean;
  /** Heading level; 'none' if the header isn't a section of the page. */
  level?: 2 | 3 | 'none';
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A panel that opens and closes with its header (specification, section 4). Uses a native `<details>`. */
export function CollapsiblePanel({
  title,
  note,
  defaultOpen = false,
  level = 2,
  onToggle,
  children,
}: CollapsiblePanelProps) {
  // Initial value only: an open panel must not close when its content changes.
  const [startsOpen] = useState(defaultOpen);
  const Heading = level === 'none' ? 'span' : level === 2 ? 'h2' : 'h3';
  return (
    <details
      className="card"
      open={startsOpen}
      onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}
    >
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
