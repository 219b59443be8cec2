import { UkitError } from '@ukit/codecs/internal'
import { reasonWithoutPath } from '@ukit/files/internal'

/** A file or folder that an import names is missing, or is not what it has to be. */
export class ImportPlaceError extends UkitError {
  /** The name of the class. */
  override readonly name = 'ImportPlaceError'
}

/** A file could not be imported. Why is the `cause`; the message begins with the file. */
export class ImportFileError extends UkitError {
  /** The name of the class. */
  override readonly name = 'ImportFileError'
  /** The file, or the line of `#exec`. */
  readonly file: string

  constructor(file: string, cause: unknown) {
    super(`${file}: ${reasonWithoutPath(cause)}`, { cause })
    this.file = file
  }
}

/** Awaits the work on a file. @throws {ImportFileError} for anything that the work throws. */
export async function ofFile<T>(file: string, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const problem = new ImportFileError(file, error)
    throw problem
  }
}
