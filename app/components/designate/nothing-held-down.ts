/** Resolves once no button is held down, because a message that appears mid-click would move the target. */
export function nothingHeldDown(): Promise<void> {
  if (document.querySelector(':active') === null) return Promise.resolve();
  const released = new AbortController();
  return new Promise((resolve) => {
    for (const release of ['pointerup', 'pointercancel', 'keyup']) {
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
