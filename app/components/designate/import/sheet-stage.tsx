import { type Dispatch, useState } from 'react';
import { NO_FORM } from '#app/components/designate/import/detached-fields.ts';
import {
  type ImportAction,
  type ImportState,
  mayHaveStudents,
} from '#app/components/designate/import/import-state.ts';
import { StageActions, StageFrame } from '#app/components/designate/import/stage-frame.tsx';
import { RadioGroupField } from '#app/components/forms/choice-group-field.tsx';
import { counted } from '#app/lib/text/counted.ts';
import { NO_CSV_STUDENTS } from '#app/students/csv/student-csv-outcome.ts';

interface SheetStageProps {
  state: ImportState;
  dispatch: Dispatch<ImportAction>;
  onCancel(): void;
}

/** Asks which sheet of an Excel workbook to import, with the likeliest one selected. */
export function SheetStage({ state: { source, sheet }, dispatch, onCancel }: SheetStageProps) {
  const [chosen, setChosen] = useState(sheet);
  const [refusal, setRefusal] = useState<string | null>(null);
  const submit = () => {
    if (mayHaveStudents(source, chosen)) dispatch({ type: 'sheet', index: chosen });
    else setRefusal(NO_CSV_STUDENTS);
  };
  return (
    <StageFrame title="Choose a sheet">
      <RadioGroupField
        name="import-sheet"
        form={NO_FORM}
        label="Which sheet has your students?"
        defaultValue={String(sheet)}
        options={source.sheets.map(({ name, lines }, index) => ({
          value: String(index),
          label: `${name} (${counted(lines.length, 'row')})`,
        }))}
        onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
      />
      <StageActions label="Continue" onContinue={submit} onCancel={onCancel} refusal={refusal} />
    </StageFrame>
  );
}
