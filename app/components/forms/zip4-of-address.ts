import type { FormEvent } from 'react';
import { typeInto } from '#app/components/forms/phone-field.tsx';

const ADDRESS_PART = /^(.*\baddress\.)(?:address1|city|zip5)$/;
const ADDRESS_PARTS = ['address1', 'city', 'zip5'];

/**
 * Clears the stored ZIP+4 while street, city or ZIP code differ, and restores it if they match again. Never clears
 * a ZIP+4 typed by the user. Attach it to the element around the address fields.
 */
export function clearZip4OfOldAddress({ target, currentTarget }: FormEvent<HTMLElement>): void {
  const prefix = target instanceof HTMLInputElement ? ADDRESS_PART.exec(target.name)?.[1] : undefined;
  if (prefix === undefined) return;
  const inputOf = (part: string) =>
    currentTarget.querySelector<HTMLInputElement>(`input[name="${CSS.escape(prefix + part)}"]`);
  const zip4 = inputOf('zip4');
  if (zip4 === null) return;
  const stored = zip4.defaultValue;
  const hasMoved = ADDRESS_PARTS.map(inputOf).some((input) => input?.value !== input?.defaultValue);
  if (hasMoved && zip4.value === stored && stored !== '') {
    zip4.dataset['isCleared'] = '';
    typeInto(zip4, '');
  } else if (!hasMoved && zip4.value === '' && 'isCleared' in zip4.dataset) {
    delete zip4.dataset['isCleared'];
    typeInto(zip4, stored);
  }
}
