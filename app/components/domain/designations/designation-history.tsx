import { AlaskaTime } from '#app/components/domain/alaska-time.tsx';
import { eventActor, eventLines, eventTitle } from '#app/components/domain/designations/event-words.ts';
import { Panel } from '#app/components/ui/panel.tsx';
import { Timeline } from '#app/components/ui/timeline.tsx';
import type { TimelineEntry } from '#app/schemas/designation-screens.ts';

/** What happened to a designation, newest first (decisions, section 5). */
export function DesignationHistory({ events }: { events: readonly TimelineEntry[] }) {
  return (
    <Panel title="History">
      {events.length === 0 ? <p>Nothing has been recorded yet.</p> : null}
      <Timeline
        entries={events.map((event) => ({
          key: event.id,
          title: eventTitle(event),
          meta: (
            <>
              {eventActor(event)} · <AlaskaTime iso={event.at} />
            </>
          ),
          body: <EventBody lines={eventLines(event)} />,
        }))}
      />
    </Panel>
  );
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
