/**
 * Resolves once no button is held down, after its click: a message that appears or disappears during a click would
 * move the target. A tap clicks when its pointer is already up, between a mousedown and a mouseup.
 */
export function buttonReleased(): Promise<void> {
  const released = new AbortController();
  return new Promise((resolve) => {
    if (document.querySelector(':active') === null) {
      window.setTimeout(resolve);
      return;
    }
    for (const release of ['mouseup', 'pointercancel', 'keyup']) {
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
