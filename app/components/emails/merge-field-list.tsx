import { Button } from '#app/components/ui/button.tsx';
import { MERGE_FIELDS } from '#app/lib/markup/merge-fields.ts';

/** The merge fields with what they stand for; with scripts each can be put into the text. */
export function MergeFieldList({ onInsert }: { onInsert: (text: string) => void }) {
  return (
    <details className="merge-fields">
      <summary>Merge fields</summary>
      <p className="form-text">
        They stand in the subject and the text, and become what is known of each recipient.
        <span className="script-needed"> ‘Insert’ writes one where you wrote last.</span>
      </p>
      <ul className="list-unstyled">
        {Object.entries(MERGE_FIELDS).map(([name, meaning]) => (
          <li key={name}>
            <code>{`{{${name}}}`}</code>
            <span>{meaning}</span>
            <Button
              size="sm"
              variant="quiet"
              className="script-needed"
              aria-label={`Insert {{${name}}}`}
              onClick={() => onInsert(`{{${name}}}`)}
            >
              Insert
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
