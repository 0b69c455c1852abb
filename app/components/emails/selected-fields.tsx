import { CheckboxGroupField } from '#app/components/forms/choice-group-field.tsx';
import { TextField } from '#app/components/forms/text-field.tsx';
import { SELECTED_MAX } from '#app/schemas/audience-targets.ts';
import { counted } from '#app/lib/text/counted.ts';
import type { RecipientChoice, RecipientSelection } from '#app/schemas/email-send-screens.ts';

interface SelectedFieldsProps {
  /** Null before the page has loaded for this audience. */
  selection: RecipientSelection | null;
  errors: readonly string[];
}

/** Schools and people to select one by one: a search field, its matches, and those already selected. */
export function SelectedFields({ selection, errors }: SelectedFieldsProps) {
  const { find, schools, people, foundSchools, foundPeople } = selection ?? NOTHING;
  const matches = foundSchools.length + foundPeople.length;
  return (
    <>
      <TextField
        name="find"
        type="search"
        label="Find schools and people"
        hint={`Type part of a school's name, a person's name, or an email address, then check the matches. Up to ${SELECTED_MAX} schools and ${SELECTED_MAX} people.`}
        span={6}
        width="md"
        defaultValue={find}
        maxLength={100}
        autoComplete="off"
        errors={errors}
      />
      {find === '' ? null : (
        <p className="span-6 mb-0" role="status">
          {matches === 0
            ? `No active school or user matches “${find}”.`
            : `${counted(matches, 'match', 'matches')} for “${find}”`}
        </p>
      )}
      <Choices name="schoolIds" label="Matching schools" choices={foundSchools} checked={schools} />
      <Choices name="userIds" label="Matching people" choices={foundPeople} checked={people} />
      <Choices
        name="schoolIds"
        label="Selected schools"
        choices={without(schools, foundSchools)}
        checked={schools}
      />
      <Choices
        name="userIds"
        label="Selected people"
        choices={without(people, foundPeople)}
        checked={people}
      />
    </>
  );
}

const NOTHING: RecipientSelection = { find: '', schools: [], people: [], foundSchools: [], foundPeople: [] };

/** Omits the matches: a match that is checked stays in its list, so that it keeps the focus. */
function without(choices: readonly RecipientChoice[], found: readonly RecipientChoice[]): RecipientChoice[] {
  return choices.filter(({ id }) => !found.some((match) => match.id === id));
}

interface ChoicesProps {
  name: 'schoolIds' | 'userIds';
  label: string;
  choices: readonly RecipientChoice[];
  checked: readonly RecipientChoice[];
}

function Choices({ name, label, choices, checked }: ChoicesProps) {
  if (choices.length === 0) return null;
  return (
    <CheckboxGroupField
      name={name}
      id={label.toLowerCase().replace(' ', '-')}
      label={label}
      span={3}
      options={choices.map(({ id, name: title, detail }) => ({ value: id, label: `${title} (${detail})` }))}
      defaultOptions={checked.map(({ id }) => id)}
    />
  );
}
