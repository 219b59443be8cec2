import { PackageError } from '@ukit/files'

/** An object that a value names, which is neither in the package nor imported. */
export class MissingObjectError extends PackageError {
  /** Its path, with the package in front. */
  readonly path: string
  /** The class that the value names, `Music` or `Engine.Music`; empty where it names none. */
  readonly className: string

  constructor(path: string, className: string) {
    const found = `there is none called ${JSON.stringify(path)}`
    super('refused', `expected an object of this package, or one that it imports; ${found}`)
    this.path = path
    this.className = className
  }
}
