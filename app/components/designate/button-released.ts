/**
 * Resolves once no button is held down, after its click: a message that appears or disappears during a click would
 * move the target. A tap ends its pointer before it moves the focus, and then presses and releases a mouse.
 */
export function buttonReleased(): Promise<void> {
  const released = new AbortController();
  return new Promise((resolve) => {
    if (document.querySelector(':active') === null) {
      window.setTimeout(resolve);
      return;
    }
    for (const release of ['pointerup', 'pointercancel', 'mouseup', 'keyup']) {
      window.addEventListener(
        release,
        () => {
          released.abort();
          window.setTimeout(resolve);
        },
        { signal: released.signal },
      );
    }
  });
}
