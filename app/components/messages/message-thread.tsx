import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import type { ThreadEntry } from '#app/schemas/designation-message.ts';
import { DECISION_REASON_LABELS } from '#app/schemas/enums.ts';

/** Messages and the reviewer's decisions, oldest first. */
export function MessageThread({ entries }: { entries: readonly ThreadEntry[] }) {
  return (
    <ol className="timeline">
      {entries.map((entry) => (
        <li key={entry.id}>
          <div className="timeline-title">{titleOf(entry)}</div>
          <div className="timeline-meta">
            {entry.decision === null ? null : `${entry.decision} · `}
            <AlaskaTime iso={entry.at} />
          </div>
          <div className="timeline-body">
            {entry.reasons.length === 0 ? null : (
              <ul className="mb-2">
                {entry.reasons.map((reason) => (
                  <li key={reason}>{DECISION_REASON_LABELS[reason]}</li>
                ))}
              </ul>
            )}
            {entry.text === '' ? null : <p className="text-pre-line text-break m-0">{entry.text}</p>}
          </div>
        </li>
      ))}
    </ol>
  );
}

/** Returns 'Ann Lee, Juneau High', or only the school's or the office's name. */
function titleOf({ name, from }: ThreadEntry): string {
  return name === null ? from : `${name}, ${from}`;
}
