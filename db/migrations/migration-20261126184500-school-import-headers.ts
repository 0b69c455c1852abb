import { Migration } from '@mikro-orm/migrations';

/** How the columns of lists of schools were matched. */
export class Migration20261126184500SchoolImportHeaders extends Migration {
  override up(): void {
    this.addSql(
      `create table "school_import_header" ("header" text not null, "field" text not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, constraint "school_import_header_pkey" primary key ("header"));`,
    );
  }

  override down(): void {
    this.addSql(`drop table "school_import_header";`);
  }
}
