import { Link, useLocation } from '@remix-run/react';
import { AlaskaTime } from '#app/components/site/alaska-time.tsx';
import { eventActor, eventLines, eventTitle } from '#app/messages/event-labels.ts';
import { fieldLabel } from '#app/messages/field-labels.ts';
import { useSite } from '#app/components/site/site-context.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { HISTORY_BEFORE, HISTORY_ID, historyHref } from '#app/lib/urls/history-url.ts';
import type { NamedInEvent, Timeline as TimelinePage, TimelineEntry } from '#app/schemas/timeline.ts';

/**
 * History of the page's record, newest first (decisions, section 5). Links to older entries stay on the page
 * and set a query parameter, which the loader reads with `historyBefore`.
 */
export function HistoryPanel({ timeline: { entries, olderThan } }: { timeline: TimelinePage }) {
  const location = useLocation();
  const isOlder = new URLSearchParams(location.search).has(HISTORY_BEFORE);
  return (
    <div id={HISTORY_ID}>
      <Panel title="History">
        {entries.length === 0 ? <p>Nothing has been recorded yet.</p> : null}
        <ol className="timeline">
          {entries.map((entry) => (
            <li key={entry.id}>
              <div className="timeline-title">{eventTitle(entry)}</div>
              <div className="timeline-meta">
                {eventActor(entry)} · <EventTime entry={entry} />
              </div>
              <div className="timeline-body">
                <EventBody entry={entry} />
              </div>
            </li>
          ))}
        </ol>
        {isOlder || olderThan !== null ? (
          <Cluster>
            {isOlder ? (
              <ButtonLink size="sm" to={historyHref(location, null)}>
                Show newest entries
              </ButtonLink>
            ) : null}
            {olderThan === null ? null : (
              <ButtonLink size="sm" to={historyHref(location, olderThan)}>
                Show older entries
              </ButtonLink>
            )}
          </Cluster>
        ) : null}
      </Panel>
    </div>
  );
}

function EventTime({ entry: { startedAt, endedAt, count } }: { entry: TimelineEntry }) {
  if (count === 1 || minuteOf(startedAt) === minuteOf(endedAt)) return <AlaskaTime iso={endedAt} />;
  return (
    <>
      <AlaskaTime iso={startedAt} /> to <AlaskaTime iso={endedAt} />
    </>
  );
}

/** Truncates an instant to the displayed precision: '2026-11-21T23:17'. */
function minuteOf(iso: string): string {
  return iso.slice(0, 16);
}

function EventBody({ entry }: { entry: TimelineEntry }) {
  const { timeZone } = useSite();
  return (
    <>
      {entry.names.map((named) => (
        <div key={named.field} className="text-break">
          {fieldLabel(named.field)}: <EventName {...named} />
        </div>
      ))}
      {eventLines(entry, timeZone).map((line) => (
        <div key={line} className="text-pre-line text-break">
          {line}
        </div>
      ))}
    </>
  );
}

function EventName({ name, path }: NamedInEvent) {
  return path === null ? name : <Link to={path}>{name}</Link>;
}
