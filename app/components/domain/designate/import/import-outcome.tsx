import { Banner } from '#app/components/ui/banner.tsx';
import { STUDENT_CSV_HEADERS } from '#app/lib/student-csv-columns.ts';
import type { CsvOutcome } from '#app/lib/student-csv-fill.ts';

/** What an import did, or why it did nothing. */
export function ImportOutcome({ outcome }: { outcome: CsvOutcome }) {
  const tone = outcome.isFailure ? 'danger' : outcome.remarks.length > 0 ? 'warning' : 'success';
  return (
    <Banner key={JSON.stringify(outcome)} tone={tone} title={outcome.message}>
      {outcome.remarks.length > 0 ? (
        <ul className="mb-0">
          {outcome.remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      ) : null}
      {outcome.showsHeaders ? (
        <p className="mb-0">The first line must name the columns: {STUDENT_CSV_HEADERS.join(', ')}.</p>
      ) : null}
    </Banner>
  );
}
