import { Banner } from '#app/components/ui/banner.tsx';
import type { CsvOutcome } from '#app/lib/student-csv-outcome.ts';

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
    </Banner>
  );
}
