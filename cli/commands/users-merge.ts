import { mergeUsers } from '#app/domain/users/merge-users.server.ts';
import { previewMerge } from '#app/domain/users/read-merge.server.ts';
import { mergeEffects } from '#app/messages/user-merge-labels.ts';
import { nameWithAddress } from '#app/lib/text/person-name.ts';
import { applyChange, type ChangeOptions } from '#cli/apply-change.server.ts';
import type { CommandContext } from '#cli/command-context.ts';
import { CommandFailure, EXIT, type ExitCode } from '#cli/command-failure.ts';
import { findUser } from '#cli/references.server.ts';
import { withServices } from '#cli/with-services.server.ts';

/** The addresses or IDs of both accounts. */
export interface MergeReferences {
  /** The account that is merged and then deleted. */
  readonly from: string;
  /** The account that stays. */
  readonly into: string;
}

/** `laurel users merge FROM INTO`: merges two accounts of the same person, after describing the effects. */
export async function usersMerge(
  context: CommandContext,
  references: MergeReferences,
  options: ChangeOptions,
): Promise<ExitCode> {
  return withServices(context, async (ctx) => {
    const from = await findUser(ctx, references.from);
    const into = await findUser(ctx, references.into);
    const [merged, kept] = [nameWithAddress(from), nameWithAddress(into)];
    if (from.mergedIntoId === into.id) {
      context.say(`${merged} has already been merged into ${kept}.`);
      return EXIT.nothingToDo;
    }
    const preview = await previewMerge(ctx, { fromId: from.id, intoId: into.id });
    if (preview.refusal !== null) throw new CommandFailure(preview.refusal);
    for (const sentence of mergeEffects(preview)) context.say(sentence);
    const { isDone } = await applyChange(context, options, ctx, {
      make: (tx) =>
        mergeUsers(tx, {
          ...{ fromId: from.id, ifMatch: from.version },
          ...{ intoId: into.id, intoIfMatch: into.version },
        }),
      question: () => `Merge ${merged} into ${kept}? This can't be undone.`,
    });
    context.say(isDone ? `Merged ${merged} into ${kept}.` : `Would merge ${merged} into ${kept}.`);
    return EXIT.done;
  });
}
