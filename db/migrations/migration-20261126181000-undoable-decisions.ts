import { Migration } from '@mikro-orm/migrations';

/** What the last decision about a designation replaced, while it can be undone. */
export class Migration20261126181000UndoableDecisions extends Migration {
  override up(): void {
    this.addSql(
      `create table "undoable_decision" ("designation_id" uuid not null, "version" int not null, "decided_by_id" uuid null, "is_bulk" boolean not null, "undo_until" timestamptz(3) not null, "previous_status" text check ("previous_status" in ('STARTED', 'PENDING', 'RETURNED', 'APPROVED', 'REJECTED')) not null, "previous_reasons" text[] not null, "previous_note" text null, "previous_returned_at" timestamptz(3) null, "previous_contents" jsonb null, "mail_ids" uuid[] not null, "replaced_mail_ids" uuid[] not null, constraint "undoable_decision_pkey" primary key ("designation_id"), constraint undoable_decision_contents_check check ((previous_returned_at is null) = (previous_contents is null)));`,
    );
    this.addSql(`create index "undoable_decision_undo_until_index" on "undoable_decision" ("undo_until");`);
    this.addSql(
      `create index "undoable_decision_decided_by_index" on "undoable_decision" ("decided_by_id", "undo_until");`,
    );
    this.addSql(
      `alter table "undoable_decision" add constraint "undoable_decision_designation_id_foreign" foreign key ("designation_id") references "designation" ("id") on update no action on delete cascade;`,
    );
    this.addSql(
      `alter table "undoable_decision" add constraint "undoable_decision_decided_by_id_foreign" foreign key ("decided_by_id") references "user_account" ("id") on update no action on delete no action;`,
    );
  }

  override down(): void {
    this.addSql(`drop table "undoable_decision";`);
  }
}
