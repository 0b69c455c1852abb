import { Badge } from '#app/components/ui/badge.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { counted, plural } from '#app/lib/text/counted.ts';
import type { EmailCheckResponse } from '#app/schemas/email-screens.ts';

interface TextProblemsProps {
  response: EmailCheckResponse;
  onGo: (line: number) => void;
}

/** Errors and warnings in the text while it is edited, errors first. Their number is announced. */
export function TextProblems({ response: { problems, warnings }, onGo }: TextProblemsProps) {
  const found = [
    ...problems.map((problem) => ({ ...problem, isError: true })),
    ...warnings.map((warning) => ({ ...warning, field: 'body', isError: false })),
  ];
  return (
    <div className="text-problems">
      <p role="status">{summaryOf(problems.length, warnings.length)}</p>
      {found.length === 0 ? null : (
        <ul>
          {found.map(({ field, line, message, isError }, index) => (
            <li key={index}>
              {isError ? <Badge tone="danger">Error</Badge> : <Badge tone="warning">Skipped</Badge>}
              <span>
                {field === 'body' ? (
                  <Button size="sm" variant="quiet" className="script-needed" onClick={() => onGo(line)}>
                    Line {line}
                  </Button>
                ) : null}
                <noscript>{field === 'body' ? `Line ${line}: ` : null}</noscript>
                {field === 'subject' ? 'Subject: ' : null}
                {message}
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function summaryOf(errors: number, warnings: number): string | null {
  const sentences = [
    errors > 0
      ? `${counted(errors, 'error')}. Fix ${plural(errors, 'it', 'them')} before you save or send.`
      : null,
    warnings > 0
      ? `MJML doesn't recognize ${counted(warnings, 'item')} and skips ${plural(warnings, 'it', 'them')}.`
      : null,
  ].filter((sentence) => sentence !== null);
  return sentences.length === 0 ? null : sentences.join(' ');
}
