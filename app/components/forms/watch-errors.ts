/** What is read of conform's metadata of a form, or of a part of one. */
interface Watched {
  readonly allErrors: unknown;
  readonly status?: unknown;
}

/**
 * Reads what went wrong with a form, or a part of one, in the render of the component that asked conform for it. conform tells a
 * component of those changes alone that were read of its metadata since it last ran, and begins anew each time it runs; but React
 * runs one whose state was set to what it was without rendering its children again. What only they read would be forgotten then:
 * a summary or a message that never shows.
 */
export function watchErrors(watched: Watched): readonly unknown[] {
  return [watched.status, watched.allErrors];
}
