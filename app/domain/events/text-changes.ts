import type { Changes } from '#app/domain/events/record-event.server.ts';

/** Changes without the text of a `body`, which is long: they tell how long it was, and became. */
export function withoutBodies(changes: Changes): Changes {
  const { body, ...others } = changes;
  if (body === undefined) return others;
  const [from, to] = [lengthOf(body.from), lengthOf(body.to)];
  return { ...others, body: { from, to: from === to ? `${to}, other words` : to } };
}

function lengthOf(body: unknown): string {
  return typeof body === 'string' && body.length === 1 ? '1 character' : `${String(body).length} characters`;
}
