import type { Ctx } from '#app/domain/ctx.server.ts';
import { byteStreamOf } from './byte-stream.ts';
import { openCopyDocument } from './copy-document.server.ts';
import { connectionsOf, reserveExportSlot } from './export-file.server.ts';
import { copyFileName } from './export-file-names.ts';
import { inTurn } from './in-chunks.server.ts';
import { copyTitle, pdfLacksCharacters, studentsTitle } from '#app/messages/copy-labels.ts';
import type { DesignationCopy } from '#app/schemas/designation-copy.ts';

/** How long the reader may accept less than 64 KiB before it counts as disconnected. */
const READ_TIMEOUT_SECONDS = 30;

/**
 * Returns a copy as a PDF file. It's drawn while it's read, one student at a time. `load` isn't called without a free
 * slot, because loading a copy records a disclosure.
 * @throws {Busy} when too many exports are running
 */
export async function copyPdf(ctx: Pick<Ctx, 'em' | 'settings'>, load: () => Promise<DesignationCopy>) {
  const releaseSlot = reserveExportSlot(connectionsOf(ctx.em));
  try {
    const copy = await load();
    const chunks = pdfChunks(copy, ctx.settings.appName, releaseSlot);
    const first = await chunks.next();
    return {
      fileName: copyFileName(copy.schoolName, copy.year),
      contentType: 'application/pdf',
      stream: byteStreamOf(first, chunks, READ_TIMEOUT_SECONDS),
    };
  } catch (error) {
    releaseSlot();
    throw error;
  }
}

async function* pdfChunks(
  copy: DesignationCopy,
  author: string,
  releaseSlot: () => void,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* drawnCopy(copy, author);
  } finally {
    releaseSlot();
  }
}

async function* drawnCopy(copy: DesignationCopy, author: string): AsyncGenerator<Uint8Array, void> {
  const { schoolName, year, reference, students } = copy;
  const title = copyTitle(schoolName);
  const footer = `${reference} · ${schoolName}`;
  const pdf = await inTurn(() => openCopyDocument({ title: `${title}, ${year}`, author, footer }));
  await inTurn(async () => {
    pdf.heading(1, title);
    pdf.paragraph(`${year} academic year`);
    if (copy.notice !== null) pdf.paragraph(copy.notice);
    if (copy.notInPdf.length > 0) pdf.paragraph(pdfLacksCharacters(copy.notInPdf));
  });
  await runInSteps(pdf.facts(copy.facts));
  await inTurn(async () => pdf.heading(2, studentsTitle(students.length)));
  for (const { heading, facts } of students) {
    await runInSteps(pdf.facts(facts, heading));
    const bytes = pdf.take();
    if (bytes !== null) yield bytes;
  }
  yield* await inTurn(async () => pdf.end());
}

/** Runs a generator's steps, and lets other work run in between. */
async function runInSteps(steps: Generator<void, void>): Promise<void> {
  let isDone = false;
  while (!isDone) isDone = await inTurn(async () => steps.next().done === true);
}
