import type { ReactNode } from 'react';

export interface TimelineEntry {
  key: string;
  title: ReactNode;
  meta: ReactNode;
  body?: ReactNode;
}

/** A list of events, in the given order. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol className="timeline">
      {entries.map((entry) => (
        <li key={entry.key}>
          <div className="timeline-title">{entry.title}</div>
          <div className="timeline-meta">{entry.meta}</div>
          {entry.body ? <div className="timeline-body">{entry.body}</div> : null}
        </li>
      ))}
    </ol>
  );
}
