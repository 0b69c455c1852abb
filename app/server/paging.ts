interface PagingQuery {
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** X-Total-Count and Link (first, prev, next, last) of a paged list (decisions, section 2); empty when it is not paged. */
export function pagingHeaders(url: URL, query: PagingQuery, total: number | null): Record<string, string> {
  const { limit } = query;
  if (limit === undefined || total === null) return {};
  const offset = query.offset ?? 0;
  const lastOffset = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  const links = [link(url, limit, 0, 'first')];
  if (offset > 0) links.push(link(url, limit, Math.max(0, offset - limit), 'prev'));
  if (offset + limit < total) links.push(link(url, limit, offset + limit, 'next'));
  links.push(link(url, limit, lastOffset, 'last'));
  return { 'X-Total-Count': String(total), Link: links.join(', ') };
}

function link(url: URL, limit: number, offset: number, rel: string): string {
  const target = new URL(url);
  target.searchParams.set('limit', String(limit));
  target.searchParams.set('offset', String(offset));
  return `<${target.pathname}${target.search}>; rel="${rel}"`;
}
