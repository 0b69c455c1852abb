import { AlaskaTime } from '#app/components/domain/alaska-time.tsx';
import { eventActor, eventLines, eventTitle } from '#app/components/domain/designations/event-words.ts';
import { ButtonLink } from '#app/components/ui/button.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';
import { Panel } from '#app/components/ui/panel.tsx';
import { Timeline } from '#app/components/ui/timeline.tsx';
import type { Timeline as TimelinePage, TimelineEntry } from '#app/schemas/designation-timeline.ts';

interface DesignationHistoryProps {
  timeline: TimelinePage;
  /** Where older entries are, and, on a page of those, the newest; undefined where there are none. */
  olderHref: string | undefined;
  newestHref: string | undefined;
}

/** What happened to a designation, newest first (decisions, section 5). */
export function DesignationHistory({ timeline, olderHref, newestHref }: DesignationHistoryProps) {
  const { entries } = timeline;
  return (
    <Panel title="History">
      {entries.length === 0 ? <p>Nothing has been recorded yet.</p> : null}
      <Timeline
        entries={entries.map((entry) => ({
          key: entry.id,
          title: eventTitle(entry),
          meta: (
            <>
              {eventActor(entry)} · <EventTime entry={entry} />
            </>
          ),
          body: <EventBody lines={eventLines(entry)} />,
        }))}
      />
      {olderHref === undefined && newestHref === undefined ? null : (
        <Cluster>
          {newestHref === undefined ? null : (
            <ButtonLink size="sm" to={newestHref}>
              Show newest
            </ButtonLink>
          )}
          {olderHref === undefined ? null : (
            <ButtonLink size="sm" to={olderHref}>
              Show older
            </ButtonLink>
          )}
        </Cluster>
      )}
    </Panel>
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

/** As much of an instant as is shown: '2026-11-21T23:17'. */
function minuteOf(iso: string): string {
  return iso.slice(0, 16);
}

function EventBody({ lines }: { lines: readonly string[] }) {
  return (
    <>
      {lines.map((line) => (
        <div key={line} className="text-pre-line text-break">
          {line}
        </div>
      ))}
    </>
  );
}
