import { Button } from '#app/components/ui/button.tsx';
import { Cluster } from '#app/components/ui/layout.tsx';

interface PreviewPagesProps {
  /** From 0. */
  page: number;
  pages: number;
  onPage(page: number): void;
}

/** Pagination for long files. */
export function PreviewPages({ page, pages, onPage }: PreviewPagesProps) {
  if (pages < 2) return null;
  return (
    <nav aria-label="Pages of rows">
      <Cluster>
        <Button size="sm" icon="chevron-left" disabled={page === 0} onClick={() => onPage(page - 1)}>
          Previous rows
        </Button>
        <span role="status">
          Page {page + 1} of {pages}
        </span>
        <Button size="sm" disabled={page === pages - 1} onClick={() => onPage(page + 1)}>
          Next rows
        </Button>
      </Cluster>
    </nav>
  );
}
