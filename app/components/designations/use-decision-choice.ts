import { useCallback, useSyncExternalStore } from 'react';
import {
  DECISION_REASONS,
  type DecisionReason,
  DESIGNATION_STATUSES,
  type DesignationStatus,
} from '#app/schemas/enums.ts';

export interface DecisionChoice {
  readonly status: DesignationStatus;
  readonly reasons: readonly DecisionReason[];
  readonly note: string;
  readonly withoutEmail: boolean;
}

/**
 * Returns the decision form's values, including those chosen before hydration. Uses `sent`, the values in
 * the server's response, until the form exists; `present` is the designation's status.
 */
export function useDecisionChoice(
  formId: string,
  sent: Readonly<Record<string, unknown>>,
  present: DesignationStatus,
): DecisionChoice {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const form = document.getElementById(formId);
      form?.addEventListener('input', onChange);
      return () => form?.removeEventListener('input', onChange);
    },
    [formId],
  );
  const asSent = () => JSON.stringify(choiceOf(sent, present));
  const asEntered = () => {
    const form = document.getElementById(formId);
    return form instanceof HTMLFormElement ? JSON.stringify(choiceOf(valuesOf(form), present)) : asSent();
  };
  return JSON.parse(useSyncExternalStore(subscribe, asEntered, asSent)) as DecisionChoice;
}

function choiceOf(values: Readonly<Record<string, unknown>>, present: DesignationStatus): DecisionChoice {
  const { note } = values;
  const reasons = [values['reasons']].flat();
  return {
    status: DESIGNATION_STATUSES.find((status) => status === values['status']) ?? present,
    reasons: DECISION_REASONS.filter((reason) => reasons.includes(reason)),
    note: typeof note === 'string' ? note.replace(/\r\n?/g, '\n').trim() : '',
    withoutEmail: values['withoutEmail'] !== undefined,
  };
}

function valuesOf(form: HTMLFormElement): Record<string, unknown> {
  const data = new FormData(form);
  return {
    status: data.get('status'),
    reasons: data.getAll('reasons'),
    note: data.get('note'),
    withoutEmail: data.get('withoutEmail') ?? undefined,
  };
}
