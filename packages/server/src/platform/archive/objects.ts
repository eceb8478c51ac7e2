/** The place of the archive: named objects that are written once. */
export interface ArchiveObjects {
  /** Copies the file; durable when it returns. */
  put(name: string, path: string): Promise<void>;
  /** The path of a file with the object's content: the object itself, or a copy in `folder`. */
  fetch(name: string, folder: string): Promise<string>;
  /** Also succeeds if there is no such object. */
  delete(name: string): Promise<void>;
  list(): Promise<string[]>;
}

/** An object that the service has written and that is gone. */
export class MissingObject extends Error {
  constructor(name: string) {
    super(`The archive has no object ${name}`);
  }
}
