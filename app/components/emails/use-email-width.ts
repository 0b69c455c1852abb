import { type RefObject, useEffect, useState } from 'react';

/** Preview widths in CSS pixels. Desktop uses the available width within its bounds. */
const PHONE_PX = 375;
const DESKTOP_MIN_PX = 640;
const DESKTOP_MAX_PX = 700;

/** Below this available width, a desktop email would be too small to read, so the phone width is the default. */
const ROOM_FOR_DESKTOP_PX = 560;

export const EMAIL_WIDTHS = { desktop: 'Desktop', phone: 'Phone' } as const;
export type EmailWidth = keyof typeof EMAIL_WIDTHS;

interface ShownWidth {
  readonly width: EmailWidth;
  readonly choose: (width: EmailWidth) => void;
  /** Scale of the email in percent. */
  readonly percent: number;
}

/**
 * Scales the emails in `hostRef` to fit, with `--email-width` and `--email-scale`. The available width
 * determines the preview's width until the user chooses one.
 */
export function useEmailWidth(hostRef: RefObject<HTMLElement>): ShownWidth {
  const [room, setRoom] = useState<number | null>(null);
  const [chosen, setChosen] = useState<EmailWidth | null>(null);
  const width = chosen ?? (room !== null && room < ROOM_FOR_DESKTOP_PX ? 'phone' : 'desktop');
  const pixels = room === null ? null : emailPixels(width, room);
  const scale = room === null || pixels === null ? 1 : Math.min(1, room / pixels);

  useEffect(() => {
    const host = hostRef.current;
    if (host === null) return;
    const measure = () => {
      if (host.clientWidth > 0) setRoom(host.clientWidth);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(host);
    measure();
    return () => observer.disconnect();
  }, [hostRef]);

  useEffect(() => {
    if (pixels === null) return;
    hostRef.current?.style.setProperty('--email-width', `${pixels}px`);
    hostRef.current?.style.setProperty('--email-scale', String(scale));
  }, [hostRef, pixels, scale]);

  return { width, choose: setChosen, percent: Math.round(scale * 100) };
}

function emailPixels(width: EmailWidth, room: number): number {
  return width === 'phone' ? PHONE_PX : Math.min(Math.max(room, DESKTOP_MIN_PX), DESKTOP_MAX_PX);
}
