/** The part of conform's form or field metadata that is read. */
interface Watched {
  readonly allErrors: unknown;
  readonly status?: unknown;
}

/**
 * Reads a form's errors in the component that calls conform's hook. conform only reports changes that the component has
 * read since its last render, so errors that only children read could be missed.
 */
export function watchErrors(watched: Watched): readonly unknown[] {
  return [watched.status, watched.allErrors];
}
