import { isRecord } from '#app/lib/records.ts';

const CHANNEL = 'laurel:tabs';

interface TabChannel {
  /** Tells the browser's other tabs that this one has a designation open, or has it open no longer. */
  tell(isOpen: boolean): void;
  /** Whether another tab has said since that it left. */
  hasLeft(tabId: string): boolean;
}

/**
 * What the tabs of one browser tell each other, so that they know at once what others learn with their next announcement. Where
 * the browser has no channel for it nothing is told.
 */
export function openTabChannel(tabId: () => string, onTold: (isOpen: boolean) => void): TabChannel {
  const left = new Set<string>();
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel(CHANNEL) : null;
  channel?.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (!isRecord(data) || typeof data['tabId'] !== 'string') return;
    const isOpen = data['isOpen'] === true;
    if (isOpen) left.delete(data['tabId']);
    else left.add(data['tabId']);
    onTold(isOpen);
  });
  return {
    tell: (isOpen) => channel?.postMessage({ tabId: tabId(), isOpen }),
    hasLeft: (id) => left.has(id),
  };
}
