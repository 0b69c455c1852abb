import { buttonReleased } from '#app/components/designate/button-released.ts';

/** Space between the bar and a field that was scrolled above it, in CSS pixels. */
const GAP_PX = 16;

/**
 * Keeps what has the focus above the step's bar at the bottom of the window, however high its texts make it. Returns a
 * function that stops it, or nothing if there is no bar.
 */
export function keepClearOfBar(): (() => void) | undefined {
  const bar = document.querySelector<HTMLElement>('.step-bar');
  if (bar === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    style.scrollPaddingBottom = `${bar.offsetHeight + GAP_PX}px`;
  });
  observer.observe(bar);
  const scrollClear = async ({ target }: FocusEvent) => {
    // Scrolling under a pressed button or finger would turn a tap into none.
    await buttonReleased();
    if (!(target instanceof HTMLElement) || target !== document.activeElement) return;
    if (bar.contains(target) || !isBehind(target, bar)) return;
    target.scrollIntoView({ block: 'nearest', behavior: 'instant' });
  };
  const listener = (event: FocusEvent) => void scrollClear(event);
  document.addEventListener('focusin', listener);
  return () => {
    observer.disconnect();
    style.removeProperty('scroll-padding-bottom');
    document.removeEventListener('focusin', listener);
  };
}

function isBehind(field: HTMLElement, bar: HTMLElement): boolean {
  const [{ top, bottom }, edge] = [field.getBoundingClientRect(), bar.getBoundingClientRect()];
  // A dialog is above the bar.
  return bottom > edge.top && top < edge.bottom && field.closest('dialog') === null;
}
