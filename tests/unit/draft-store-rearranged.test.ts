import { expect, it } from 'vitest';
import { openDraftStore } from '#app/components/designate/draft/draft-store.ts';
import { newDraft } from '#app/components/designate/draft/draft.ts';
import { emptyStudent } from '#app/students/draft-students.ts';

const target = { highSchool: { id: 'h1', name: 'Spruce High' }, academicYear: { id: 'y1', year: 2026 } };
const ann = { ...emptyStudent('AK'), first: 'Ann' };

const openTab = () =>
  openDraftStore('u1', null, {
    id: 't1',
    claim: () => Promise.resolve(),
    openAmong: () => Promise.resolve(new Set()),
  });

it('a confirmed save gives no student the ID of another who was removed or replaced meanwhile', () => {
  const tab = openTab();
  const started = { ...newDraft('u1', target), id: 'd1', version: 1, status: 'STARTED' as const };
  const students = [{ ...ann, id: 's0' }, { ...ann, id: 's1', first: 'Bo' }, ann];
  tab.set({ ...started, students });
  const sentDraft = tab.sending({ ...started, students });
  if (sentDraft === null) throw new Error('There is a draft to send.');
  const [, bo = ann, third = ann] = sentDraft.students;
  tab.rearrange([{ ...ann, first: 'Cy' }, third, { ...bo, phone: '1' }, { ...ann, id: 'gone' }]);
  tab.saved({
    sentDraft,
    version: 2,
    status: 'STARTED',
    content: sentDraft,
    studentIds: ['s0', 's1', 's2'],
    isWhole: true,
  });
  expect(tab.get()).toMatchObject({ edited: true, stored: { students: [{ id: 's0' }, { id: 's1' }, {}] } });
  expect(tab.get()?.students.map(({ id, first }) => [id, first])).toEqual([
    [undefined, 'Cy'],
    ['s2', 'Ann'],
    ['s1', 'Bo'],
    [undefined, 'Ann'],
  ]);
});

it('a list put back by Redo gets the IDs of the stored students with the same contents', () => {
  const tab = openTab();
  const bo = { ...ann, first: 'Bo', last: 'Lee' };
  const stored = [
    { ...bo, id: 's0', phone: '' },
    { ...bo, id: 's1', first: 'Cy' },
  ];
  const started = { ...newDraft('u1', target), id: 'd1', version: 1, status: 'STARTED' as const };
  tab.set({ ...started, students: [], stored: { ...started.stored, students: stored } });
  tab.rearrange([
    { ...bo, first: 'Cy' },
    ann,
    { ...bo, phone: '90' },
    bo,
    { ...bo, first: 'Cy', phone: '1' },
  ]);
  expect(tab.get()?.students.map(({ id }) => id)).toEqual(['s1', undefined, 's0', undefined, undefined]);
});

it('a list with the contents of the stored one gets its IDs, even with values that are stored blank', () => {
  const tab = openTab();
  const started = { ...newDraft('u1', target), id: 'd1', version: 1, status: 'STARTED' as const };
  const stored = [
    { ...ann, id: 's0' },
    { ...ann, id: 's1' },
  ];
  tab.set({
    ...started,
    students: [ann, { ...ann, phone: '90' }],
    stored: { ...started.stored, students: stored },
  });
  tab.alreadyStored();
  expect(tab.get()?.students).toMatchObject([{ id: 's0' }, { id: 's1', phone: '90' }]);
});
