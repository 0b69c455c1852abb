import { SCHOOL_MESSAGES } from '#app/messages/high-school-messages.ts';

/** The parts of an address that our export writes on one line. */
export interface AddressOnLine {
  readonly firmName: string;
  readonly address1: string;
  readonly address2: string;
  readonly urbanization: string;
  readonly city: string;
  readonly state: string;
  readonly zip5: string;
  readonly zip4: string;
}

interface LineParts {
  readonly address1: string;
  readonly address2: string;
  readonly city: string;
  readonly zip5: string;
  readonly zip4: string;
}

const STATE_AND_ZIP = /^([A-Za-z]{2}) (\d{5})(?:-(\d{4}))?$/;

/**
 * Splits an address on one line, as in our export. Returns no parts if it is the stored one, whose parts may contain
 * commas, and why it can't be split otherwise.
 * @param state the state of all schools
 */
export function partsOfLine(
  line: string,
  { stored, state }: { readonly stored: AddressOnLine | undefined; readonly state: string },
): { readonly parts: Partial<LineParts> } | { readonly error: string } {
  if (stored !== undefined && keyOf(line) === keyOf(addressLine(stored))) return { parts: {} };
  const pieces = line.split(',').map((part) => part.trim().replace(/\s+/g, ' '));
  const end = STATE_AND_ZIP.exec(pieces.at(-1) ?? '');
  const namedLines = [stored?.firmName, stored?.urbanization].filter(
    (part) => part !== undefined && part !== '',
  );
  const [address1 = '', ...more] = pieces.slice(0, -2).filter((part) => !namedLines.includes(part));
  const city = pieces.at(-2) ?? '';
  if (end === null || address1 === '' || city === '') {
    return { error: SCHOOL_MESSAGES.unreadableAddress };
  }
  const [, ofState = '', zip5 = '', zip4 = ''] = end;
  if (ofState.toUpperCase() !== state) return { error: SCHOOL_MESSAGES.otherStateOnLine(state) };
  return { parts: { address1, address2: more.join(', '), city, zip5, zip4 } };
}

/** Writes an address like the export's column (decisions, section 7). */
function addressLine(address: AddressOnLine): string {
  const { firmName, address1, address2, urbanization, city, state, zip5, zip4 } = address;
  const zip = [zip5, zip4].filter(Boolean).join('-');
  const end = [state, zip].filter(Boolean).join(' ');
  return [firmName, address1, address2, urbanization, city, end].filter(Boolean).join(', ');
}

function keyOf(line: string): string {
  return line.trim().replace(/\s+/g, ' ');
}
