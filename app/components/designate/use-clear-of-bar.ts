import { type RefObject, useEffect } from 'react';
import { buttonReleased } from '#app/components/designate/button-released.ts';

/** Space between the bar and a field that was scrolled above it, in CSS pixels. */
const GAP_PX = 16;

/** Keeps what has the focus above the bar at the bottom of the window, however high its texts make it. */
export function useClearOfBar(bar: RefObject<HTMLElement>): void {
  useEffect(() => {
    const element = bar.current;
    if (element === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.scrollPaddingBottom = `${element.offsetHeight + GAP_PX}px`;
    });
    observer.observe(element);
    const scrollClear = async ({ target }: FocusEvent) => {
      // Scrolling under a pressed button or finger would turn a tap into none.
      await buttonReleased();
      if (!(target instanceof HTMLElement) || target !== document.activeElement) return;
      if (element.contains(target) || !isBehind(target, element)) return;
      target.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    };
    const listener = (event: FocusEvent) => void scrollClear(event);
    document.addEventListener('focusin', listener);
    return () => {
      observer.disconnect();
      style.removeProperty('scroll-padding-bottom');
      document.removeEventListener('focusin', listener);
    };
  }, [bar]);
}

function isBehind(field: HTMLElement, bar: HTMLElement): boolean {
  const [{ top, bottom }, edge] = [field.getBoundingClientRect(), bar.getBoundingClientRect()];
  // A dialog is above the bar.
  return bottom > edge.top && top < edge.bottom && field.closest('dialog') === null;
}
