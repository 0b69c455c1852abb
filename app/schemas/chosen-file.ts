import { z } from 'zod';

/** A file that somebody chose; browsers send a nameless one where nobody did. */
export const ChosenFile = z.file().refine(({ name }) => name !== '');
