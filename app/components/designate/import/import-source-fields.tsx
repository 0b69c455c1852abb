import { type FormEvent, type MouseEvent, type ReactNode, useEffect, useRef } from 'react';
import { NO_FORM } from '#app/components/designate/import/detached-fields.ts';
import { FileField } from '#app/components/forms/file-field.tsx';
import { TextareaField } from '#app/components/forms/text-field.tsx';
import { Button } from '#app/components/ui/button.tsx';
import { Stack } from '#app/components/ui/layout.tsx';
import { IMPORT_FIELDS } from '#app/students/csv/student-csv-outcome.ts';

interface ImportSourceFieldsProps {
  isReading: boolean;
  onImport(event: MouseEvent<HTMLButtonElement>): void;
  /** Called when a file is chosen, which is read without another click. */
  onChoose(): void;
  children: ReactNode;
}

/** A file or pasted cells. Choosing one clears the other. */
export function ImportSourceFields({ isReading, onImport, onChoose, children }: ImportSourceFieldsProps) {
  const source = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A file that was chosen before the page had loaded its scripts is opened now.
    const input = source.current?.querySelector<HTMLInputElement>('input[type=file]');
    if (input?.files?.length) input.dispatchEvent(new Event('change', { bubbles: true }));
  }, []);
  return (
    <Stack>
      <p>
        Use our <a href="/student-list-template.csv">template file</a> or your own spreadsheet, saved as an
        Excel workbook (.xlsx) or CSV. Put one student in each row. Columns can be in any order.{' '}
        <span className="script-needed">You&apos;ll check everything before it&apos;s added.</span>
        <noscript>Without JavaScript, only CSV works.</noscript>
      </p>
      <div className="import-source" ref={source}>
        <FileField
          name={IMPORT_FIELDS.file}
          label="Excel or CSV file"
          hint="Up to 5 MB"
          width="md"
          accept=".xlsx,.csv,.txt,.tsv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv,text/plain,text/tab-separated-values"
          onChange={({ currentTarget }) => {
            clearOther(currentTarget, 'textarea');
            if (currentTarget.value !== '') onChoose();
          }}
        />
        <div className="script-needed">
          <TextareaField
            name="import-pasted"
            form={NO_FORM}
            label="Or paste cells from a spreadsheet"
            hint="Include the header row if you have one"
            onInputCapture={(event: FormEvent<HTMLTextAreaElement>) =>
              clearOther(event.currentTarget, 'input[type=file]')
            }
          />
        </div>
      </div>
      <div>
        <Button
          type="submit"
          name="intent"
          value="import"
          formEncType="multipart/form-data"
          formNoValidate
          pending={isReading}
          pendingLabel="Reading…"
          onClick={onImport}
        >
          Import
        </Button>
      </div>
      {children}
    </Stack>
  );
}

/** Returns the selected file, or else the pasted text, from the fields within `frame`. */
export function chosenSource(frame: HTMLElement | null): File | string | null {
  const file = frame?.querySelector<HTMLInputElement>('input[type=file]')?.files?.[0];
  const pasted = frame?.querySelector('textarea')?.value ?? '';
  return file ?? (pasted.trim() === '' ? null : pasted);
}

function clearOther(changed: HTMLElement, selector: string): void {
  const other = changed.closest('details')?.querySelector<HTMLInputElement | HTMLTextAreaElement>(selector);
  if (other) other.value = '';
}
