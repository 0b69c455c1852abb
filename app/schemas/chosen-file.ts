import { z } from 'zod';

/** Browsers send a file without a name if none was selected. */
export const ChosenFile = z.file().refine(({ name }) => name !== '');
