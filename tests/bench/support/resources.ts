export interface Resource {
  close(): Promise<void>;
}

export type Keep = <Kept extends Resource>(opening: Promise<Kept>) => Promise<Kept>;

/** Runs `work`, then closes everything it kept, newest first. */
export async function withResources<Result>(work: (keep: Keep) => Promise<Result>): Promise<Result> {
  const kept: Resource[] = [];
  try {
    return await work(async (opening) => {
      const resource = await opening;
      kept.push(resource);
      return resource;
    });
  } finally {
    for (const resource of kept.reverse()) await resource.close();
  }
}
