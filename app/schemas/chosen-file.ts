import { z } from 'zod';

/** A file that someone chose; browsers send a nameless one where nobody did. */
export const ChosenFile = z.file().refine(({ name }) => name !== '');
