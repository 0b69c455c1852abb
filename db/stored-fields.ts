/** Some of an entity's fields as a query of SQL returns them: an instant is PostgreSQL's text. */
export type StoredFields<Entity, Name extends keyof Entity> = {
  readonly [Field in Name]-?: Stored<Entity[Field]>;
};

type Stored<Value> = Exclude<Value, Date | undefined> | (Extract<Value, Date> extends never ? never : string);
