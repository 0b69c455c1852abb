export interface Resource {
  close(): Promise<void>;
}

export type Keep = <Opened extends Resource>(opening: Promise<Opened>) => Promise<Opened>;

/** Runs `work`, then closes everything it opened, newest first. */
export async function withResources<Result>(work: (keep: Keep) => Promise<Result>): Promise<Result> {
  const opened: Resource[] = [];
  try {
    return await work(async (opening) => {
      const resource = await opening;
      opened.push(resource);
      return resource;
    });
  } finally {
    for (const resource of opened.reverse()) await resource.close();
  }
}
