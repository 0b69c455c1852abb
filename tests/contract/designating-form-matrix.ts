import type { MadeDesignation } from '#tests/factories/designation-factory.server.ts';
import {
  ADMINISTRATORS,
  ADMINISTRATORS_OF_THE_SCHOOL,
  but,
  type Fields,
  leadingTo,
  OF_THE_SCHOOL,
  type Outcomes,
  type ScreenRow,
  SIGNED_IN,
} from './screen-outcomes.ts';

const AGREEMENT = '→ /designate/agreement';

/** A form of the school's own designation. Everyone else, including administrators, is redirected to the agreement. */
const designating = (outcome: string): Outcomes => but(['here'], outcome, leadingTo(AGREEMENT, SIGNED_IN));

/** Other schools look like unknown ones. Administrators can't start a designation for a school either. */
const agreeing = (outcome: string): Outcomes =>
  but(
    ['admin'],
    'not theirs',
    but(
      ['schoolless', 'former', 'elsewhere'],
      '404: Error: Cannot designate for unknown highschool',
      leadingTo(outcome, SIGNED_IN),
    ),
  );

const version = ['version', '1'] as const;

const queryOf = ({ highSchoolId, academicYearId }: MadeDesignation) =>
  `school=${highSchoolId}&year=${academicYearId}`;

const studentsOf = ({ students }: MadeDesignation): Fields =>
  students.flatMap(({ id, first, last, dateOfBirth, phone, email, address }, index) =>
    Object.entries({
      ...{ id, first, last, dateOfBirth, phone, email },
      'address.address1': address.address1,
      'address.city': address.city,
      'address.state': address.state,
      'address.zip5': address.zip5,
    }).map(([name, value]) => [`students[${index}].${name}`, value] as const),
  );

const decision = (act: string, outcome: string): ScreenRow => ({
  outcomes: leadingTo(outcome, ADMINISTRATORS_OF_THE_SCHOOL),
  path: ({ designation }) => `/designations/${designation.id}`,
  form: () => [['intent', 'decide'], ['act', act], version, ['status', 'APPROVED']],
});
/** A button of the designation's student list that stores nothing. */
const listStep = (act: string): ScreenRow => ({
  outcomes: leadingTo('page', ADMINISTRATORS_OF_THE_SCHOOL),
  path: ({ designation }) => `/designations/${designation.id}/edit/students`,
  form: ({ designation }) => [[act, '1'], version, ...studentsOf(designation)],
});
/** A button of the students step that stores nothing. */
const studentsStep = (name: string, value: string, ...fields: Fields): ScreenRow => ({
  outcomes: designating('page'),
  path: ({ begun }) => `/designate/students?${queryOf(begun)}`,
  form: ({ begun }) => [[name, value], version, ...fields, ...studentsOf(begun)],
});
const UPDATED = 'Designation details have been updated!';

const bulk = (action: string): ScreenRow => ({
  outcomes: ADMINISTRATORS,
  form: ({ designation }) => [
    ['action', action],
    ['selected', `${designation.id}.1`],
  ],
  returnTo: '/designations',
});

/** The forms for designating, and for administrators' decisions. */
export const DESIGNATING_FORMS: Readonly<Record<string, ScreenRow>> = {
  'POST /designate/agreement': {
    outcomes: agreeing('→ /designate/method'),
    path: ({ unstarted, year }) => `/designate/agreement?school=${unstarted.id}&year=${year.id}`,
    form: () => [['accepted', 'on']],
  },
  'POST /designate/agreement to one that exists': {
    outcomes: agreeing('→ /designate/method'),
    path: ({ begun }) => `/designate/agreement?${queryOf(begun)}`,
    form: () => [
      ['accepted', 'on'],
      ['confirmed', 'on'],
    ],
  },
  'POST /designate/method': {
    outcomes: designating('→ /designate/students'),
    path: ({ begun }) => `/designate/method?${queryOf(begun)}`,
    form: () => [
      version,
      ['classSize', '21'],
      ['criteria', 'CUMULATIVE_GPA'],
      ['criteriaComment', 'As the district does it.'],
    ],
  },
  'POST /designate/method dropping students': {
    outcomes: designating('→ /designate/students'),
    path: ({ begun }) => `/designate/method?${queryOf(begun)}`,
    form: ({ begun }) => [
      version,
      ['classSize', '5'],
      ['criteria', 'CUMULATIVE_GPA'],
      ['criteriaComment', 'As the district does it.'],
      ['dropStudents', 'on'],
      ['removed', begun.students[1]?.id ?? ''],
    ],
  },
  'POST /designate/students review': {
    outcomes: designating('→ /designate/review'),
    path: ({ begun }) => `/designate/students?${queryOf(begun)}`,
    form: ({ begun }) => [['intent', 'review'], version, ...studentsOf(begun)],
  },
  'POST /designate/method over what was changed since': {
    outcomes: designating('→ /designate/students'),
    path: ({ begun }) => `/designate/method?${queryOf(begun)}`,
    form: () => [
      ...[version, ['overwrite', '1'] as const],
      ['classSize', '21'],
      ['criteria', 'CUMULATIVE_GPA'],
      ['criteriaComment', 'As the district does it.'],
    ],
  },
  'POST /designate/students over what was changed since': {
    outcomes: designating('→ /designate/review'),
    path: ({ begun }) => `/designate/students?${queryOf(begun)}`,
    form: ({ begun }) => [['intent', 'review'], version, ['overwrite', '1'], ...studentsOf(begun)],
  },
  'POST /designate/review over what was changed since': {
    outcomes: designating('→ /designate/submit'),
    path: ({ begun }) => `/designate/review?${queryOf(begun)}`,
    form: () => [version, ['overwrite', '1']],
  },
  'POST /designate/students back': {
    outcomes: designating('→ /designate/method'),
    path: ({ begun }) => `/designate/students?${queryOf(begun)}`,
    form: ({ begun }) => [['intent', 'back'], version, ...studentsOf(begun)],
  },
  'POST /designate/students import': {
    outcomes: designating('page'),
    path: ({ begun }) => `/designate/students?${queryOf(begun)}`,
    form: ({ begun }) => [['intent', 'import'], version, ...studentsOf(begun)],
  },
  'POST /designate/students opening another student': {
    outcomes: designating('→ /designate/students'),
    path: ({ begun }) => `/designate/students?${queryOf(begun)}`,
    form: ({ begun }) => [['open', '2'], version, ...studentsOf(begun)],
  },
  'POST /designate/students importing after the question': studentsStep('intent', 'replace', [
    'imported',
    '[]',
  ]),
  'POST /designate/students keeping the list': studentsStep('intent', 'keep'),
  'POST /designate/students removing a student': studentsStep('remove', '1'),
  'POST /designate/students undoing': studentsStep('intent', 'undo', ['before', '[]']),
  'POST /designate/review': {
    outcomes: designating('→ /designate/submit'),
    path: ({ begun }) => `/designate/review?${queryOf(begun)}`,
    form: () => [version],
  },

  'POST /designations/:id decide': decision('save', `→ /designations/:id: ${UPDATED}`),
  'POST /designations/:id decide and go on': decision(
    'save-and-next',
    `→ /designations/:id: ${UPDATED} Secret High 2026 is now Approved. This is the next designation in the review queue.`,
  ),
  'POST /designations/:id undo': {
    outcomes: leadingTo(
      "→ /designations/:id: There's no decision to undo. You can undo a decision for up to a minute.",
      ADMINISTRATORS_OF_THE_SCHOOL,
    ),
    path: ({ designation }) => `/designations/${designation.id}`,
    form: () => [['intent', 'undo'], version],
  },
  'POST /designations/:id show-email': decision('show-email', 'page'),
  'POST /designations/:id reset-email': decision('reset-email', 'page'),
  'POST /designations/:id correct': {
    outcomes: leadingTo(`→ /designations/:id: ${UPDATED}`, ADMINISTRATORS_OF_THE_SCHOOL),
    path: ({ designation }) => `/designations/${designation.id}`,
    form: () => [
      ['intent', 'correct'],
      version,
      ['classSize', '21'],
      ['criteria', 'CUMULATIVE_GPA'],
      ['criteriaComment', 'As the district does it.'],
    ],
  },
  'POST /designations/:id add-note': {
    outcomes: leadingTo('→ /designations/:id: Note added.', ADMINISTRATORS_OF_THE_SCHOOL),
    path: ({ designation }) => `/designations/${designation.id}`,
    form: () => [
      ['intent', 'add-note'],
      ['text', 'Ask the registrar.'],
    ],
  },
  'POST /designations/:id delete-note': {
    outcomes: leadingTo('→ /designations/:id: Note deleted.', ADMINISTRATORS_OF_THE_SCHOOL),
    path: ({ designation }) => `/designations/${designation.id}`,
    form: ({ noteId }) => [
      ['intent', 'delete-note'],
      ['noteId', noteId],
    ],
  },
  'POST /designations/:id/messages': {
    outcomes: leadingTo('→ /designations/:id/messages: Message sent.', OF_THE_SCHOOL),
    path: ({ designation }) => `/designations/${designation.id}/messages`,
    form: () => [['text', 'Is the class size right?']],
  },
  'POST /designations/:id/edit/students': {
    outcomes: leadingTo(`→ /designations/:id: ${UPDATED}`, ADMINISTRATORS_OF_THE_SCHOOL),
    path: ({ designation }) => `/designations/${designation.id}/edit/students`,
    form: ({ designation }) => [version, ...studentsOf(designation)],
  },
  'POST /designations/:id/edit/students opening a student': listStep('open'),
  'POST /designations/:id/edit/students adding a student': listStep('add'),
  'POST /designations/:id/edit/students removing a student': listStep('remove'),
  'POST /designations/bulk approve': bulk('approve'),
  'POST /designations/bulk return': bulk('return'),
  'POST /designations/bulk reject': bulk('reject'),
  'POST /designations/bulk download': bulk('download'),
  'POST /designations/bulk all of the list': {
    ...bulk('approve'),
    form: () => [
      ['action', 'approve'],
      ['all', 'on'],
    ],
  },
  'POST /designations/bulk decide': {
    ...bulk('decide'),
    form: ({ designation }) => [
      ['action', 'decide'],
      ['status', 'APPROVED'],
      ['designations', `${designation.id}.1`],
    ],
  },
  'POST /designations/bulk undo': {
    ...bulk('undo'),
    form: ({ designation }) => [
      ['action', 'undo'],
      ['designations', `${designation.id}.1`],
    ],
  },
  'POST /designations/download': {
    outcomes: ADMINISTRATORS,
    form: ({ designation }) => [['designations', `${designation.id}.1`]],
    returnTo: '/designations',
  },
};
