import { Migration } from '@mikro-orm/migrations';

/** The hash chain over the disclosure log. Like the log itself, it only grows. */
export class Migration20261127003000DisclosureChain extends Migration {
  override up(): void {
    this.addSql(
      `create table "disclosure_chain_entry" ("position" int not null, "disclosure_id" uuid not null, "hash" text not null, "created_at" timestamptz(3) not null, constraint "disclosure_chain_entry_pkey" primary key ("position"));`,
    );
    this.addSql(
      `alter table "disclosure_chain_entry" add constraint "disclosure_chain_entry_disclosure_id_unique" unique ("disclosure_id");`,
    );
    this.addSql(
      `alter table "disclosure_chain_entry" add constraint "disclosure_chain_entry_disclosure_id_foreign" foreign key ("disclosure_id") references "disclosure" ("id") on update no action on delete no action;`,
    );
    this.addSql(
      `create trigger "disclosure_chain_entry_add_only" before update or delete on "disclosure_chain_entry" for each row execute function refuse_change()`,
    );
    this.addSql(
      `create trigger "disclosure_chain_entry_no_truncate" before truncate on "disclosure_chain_entry" for each statement execute function refuse_change()`,
    );
  }

  override down(): void {
    this.addSql(`drop table "disclosure_chain_entry";`);
  }
}
