import { describe, expect, it } from 'vitest';
import {
  neighborsInQuery,
  withNeighbors,
  listHref,
  listQueryOf,
  queueHref,
  queueOpenedAt,
  queueQuery,
  reviewHref,
} from '#app/components/designations/review-url.ts';
import { historyHref } from '#app/lib/urls/history-url.ts';

const [ID, PREVIOUS, NEXT] = ['a', 'b', 'c'].map(
  (letter) => `${letter.repeat(8)}-0000-4000-8000-000000000000`,
);
const LIST = 'status=PENDING&sort=updatedAt&after=x';
const id = ID ?? '';

describe('the list position in a review URL', () => {
  const query = withNeighbors(id, LIST, { previous: PREVIOUS ?? null, next: NEXT ?? null });

  it('is kept on the pages of the changed designation', () => {
    const search = new URL(reviewHref(id, query), 'http://localhost').searchParams;
    expect(neighborsInQuery(id, listQueryOf(search))).toEqual({ previous: PREVIOUS, next: NEXT });
    for (const href of [
      reviewHref(id, query, '/edit/students'),
      historyHref({ pathname: `/designations/${id}`, search: `?${query}` }, 'event'),
    ]) {
      const { searchParams } = new URL(href, 'http://localhost');
      expect(neighborsInQuery(id, listQueryOf(searchParams))).toEqual({ previous: PREVIOUS, next: NEXT });
    }
    expect(neighborsInQuery(id, withNeighbors(id, query, { previous: null, next: NEXT ?? null }))).toEqual({
      previous: null,
      next: NEXT,
    });
  });

  it("is another designation's own, and no part of the list's query", () => {
    expect(reviewHref(NEXT ?? '', query)).toBe(`/designations/${NEXT}?${LIST}`);
    expect(listHref(query)).toBe(`/designations?${LIST}`);
    expect(neighborsInQuery(NEXT ?? '', query)).toBeNull();
  });

  it('is missing from a URL without it, or with an invalid value', () => {
    expect(neighborsInQuery(id, LIST)).toBeNull();
    for (const value of ['', id, `${id}.x.${NEXT}`, `${id}.${PREVIOUS}.${NEXT}.`]) {
      expect(neighborsInQuery(id, `beside=${value}`), value).toBeNull();
    }
  });
});

describe('the review queue in a review URL', () => {
  const OPENED = '2026-11-20T12:00:00.000Z';

  it('is kept on its pages, and leads back to the list of designations', () => {
    const { searchParams } = new URL(reviewHref(id, queueQuery(OPENED), '/messages'), 'http://localhost');
    expect(queueOpenedAt(listQueryOf(searchParams))).toBe(OPENED);
    expect(queueOpenedAt(new URL(queueHref(OPENED), 'http://localhost').search)).toBe(OPENED);
    expect(listHref(queueQuery(OPENED))).toBe('/designations');
  });

  it('is missing from a URL with another value', () => {
    for (const value of ['', 'now', '2026-11-20', '1026-11-20T12:00:00.000Z', '2026-13-20T12:00:00.000Z']) {
      expect(queueOpenedAt(`queue=${value}`), value).toBeNull();
    }
  });
});

describe('the URL of older history', () => {
  it("keeps the rest of the page's query, and returns to the newest", () => {
    const page = { pathname: '/highschools/x', search: '?page=2&history=old' };
    expect(historyHref(page, 'event')).toBe('/highschools/x?page=2&history=event#history');
    expect(historyHref(page, null)).toBe('/highschools/x?page=2#history');
    expect(historyHref({ pathname: '/users/x', search: '?history=old' }, null)).toBe('/users/x#history');
  });
});
