import { openTabChannel } from '#app/components/designate/tab-channel.ts';
import { editingPath } from '#app/lib/editing-path.ts';
import type { EditingAnswer } from '#app/schemas/designation-editing.ts';

/** An open tab says so this often. */
const ANNOUNCE_MS = 17_000;
/** The first time after the page has come to rest, and no later than this. */
const LATEST_START_MS = 2_000;

interface PresencePorts {
  readonly tabId: () => string;
  /** Says that the tab has the designation open, and answers how it stands; null where no step is open any more. */
  ask(): Promise<EditingAnswer | null>;
  onServerState(answer: EditingAnswer): void;
  /** Another tab of this browser was closed; `isAnyOpen` tells of the rest of those that were heard of last. */
  onClosed(isAnyOpen: boolean): void;
}

/** That this tab has a designation open, as the server and the school's other staff know it. */
export interface Presence {
  /** Says so now, and again and again until `leave`. */
  begin(): void;
  isBegun(): boolean;
  announce(): void;
  /** Whether any of these tabs of the same user is open, as far as the server and this browser know. */
  isAnyOpen(tabIds: readonly string[]): boolean;
  /** Says goodbye, with a request that outlives the page. That it does not arrive only means that the server has to notice. */
  leave(designationId: string): Promise<void>;
}

export function openPresence({ tabId, ask, onServerState: hear, onClosed }: PresencePorts): Presence {
  let timer: ReturnType<typeof setInterval> | undefined;
  let others: readonly string[] = [];

  const talk = openTabChannel(tabId, (isOpen) => {
    if (timer === undefined) return;
    if (isOpen) void announce();
    else onClosed(isAnyOpen(others));
  });
  const isAnyOpen = (tabIds: readonly string[]) => {
    others = tabIds;
    return tabIds.some((id) => !talk.hasLeft(id));
  };
  const announce = async () => {
    try {
      const standing = await ask();
      if (standing !== null) hear(standing);
    } catch {
      // Presence alone has nothing to tell of a failure: the next announcement, or the next save, will.
    }
  };
  const arrive = async () => {
    await announce();
    if (timer !== undefined) talk.tell(true);
  };
  return {
    begin: () => {
      clearInterval(timer);
      timer = setInterval(() => void announce(), ANNOUNCE_MS);
      whenIdle(() => void arrive());
    },
    isBegun: () => timer !== undefined,
    announce: () => void announce(),
    isAnyOpen,
    leave: async (designationId) => {
      clearInterval(timer);
      timer = undefined;
      talk.tell(false);
      const query = new URLSearchParams({ tabId: tabId() }).toString();
      await fetch(`${editingPath(designationId)}?${query}`, { method: 'DELETE', keepalive: true }).catch(
        () => undefined,
      );
    },
  };
}

/** Runs after the page has come to rest: what it needs for this is not needed for the page itself. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(work, { timeout: LATEST_START_MS });
  else setTimeout(work, LATEST_START_MS);
}
