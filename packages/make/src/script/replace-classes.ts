import { PackageSet } from '@ukit/core'
import { buildPackage, PackageEdit } from '@ukit/edit'
import { PackageError } from '@ukit/files'
import { loadWorld, type World } from '@ukit/script/symbols'
import type { SourceFileText } from '../build.js'
import { BuildError } from './build-error.js'
import { classNameOf, type ReplaceClassOptions, type ReplacedClass, replaceTexts } from './replace-class.js'

/** How several classes are replaced. */
export type ReplaceClassesOptions = Pick<ReplaceClassOptions, 'packages' | 'base' | 'macros'> & {
  /** Stops the work; then it rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** A class that was not replaced. */
export interface FailedClass {
  readonly file: string
  /** Name of the class, if its text declares one. */
  readonly className: string | undefined
  /** What is wrong: a `BuildError` has the lines. */
  readonly error: PackageError
  /** Classes that it names and that failed as well: some of its errors may come from that. */
  readonly needs: readonly string[]
}

/** What became of several classes. */
export interface ReplacedClasses {
  /** A document with everything that could be compiled; the given one is unchanged. */
  readonly edit: PackageEdit
  /** In the order of the sources. */
  readonly replaced: readonly (ReplacedClass & { readonly file: string })[]
  readonly failed: readonly FailedClass[]
}

interface Source extends SourceFileText {
  readonly className: string | undefined
}

/**
 * *Replaces or adds as many of several classes as can be compiled*; see `replaceClass`. Those that can be are
 * compiled together, so that they may use what the others declare; nothing of one that cannot be is in the
 * document.
 */
export async function replaceClasses(
  edit: PackageEdit,
  sources: readonly SourceFileText[],
  options: ReplaceClassesOptions = {},
): Promise<ReplacedClasses> {
  const all = sources.map((source) => ({ ...source, className: classNameOf(source.text) }))
  return new Attempts(edit, all, options).result()
}

/** *Compiles classes until only those are left that cannot be compiled.* */
class Attempts {
  readonly #sources: readonly Source[]
  readonly #options: ReplaceClassesOptions
  #edit: PackageEdit
  #base: World | undefined
  readonly #replaced = new Map<Source, ReplacedClass>()
  readonly #failed = new Map<Source, PackageError>()

  constructor(edit: PackageEdit, sources: readonly Source[], options: ReplaceClassesOptions) {
    this.#edit = edit
    this.#sources = sources
    this.#options = options
  }

  async result(): Promise<ReplacedClasses> {
    const { packages = new PackageSet(), base } = this.#options
    this.#base = await loadWorld([this.#edit.package], { packages, base })
    const distinct = this.#distinct()
    await this.#together(distinct)
    // A text that failed may only have met what was wrong in another one.
    for (let count = -1; count !== this.#replaced.size; ) {
      count = this.#replaced.size
      for (const source of distinct) {
        if (!this.#failed.has(source)) continue
        const error = await this.#attempt([source])
        if (error !== undefined) this.#failed.set(source, error)
      }
    }
    const names = [...this.#failed.keys()]
    return {
      edit: this.#edit,
      replaced: this.#sources.flatMap((source) => {
        const one = this.#replaced.get(source)
        return one === undefined ? [] : [{ ...one, file: source.file }]
      }),
      failed: this.#sources.flatMap((source) => {
        const error = this.#failed.get(source)
        if (error === undefined) return []
        const needs = names.filter((other) => other !== source && isNamedIn(source.text, other.className))
        const { file, className } = source
        return [{ file, className, error, needs: needs.flatMap((other) => other.className ?? []) }]
      }),
    }
  }

  /** Sources of which no other has the class. */
  #distinct(): readonly Source[] {
    return this.#sources.filter((source) => {
      const { file, className } = source
      const other = this.#sources.find((one) => one !== source && isSame(one.className, className))
      if (other === undefined) return true
      this.#failed.set(source, new PackageError('refused', `${file} and ${other.file} both declare ${className}`))
      return false
    })
  }

  /** Compiles sources together, without those that turn out to be wrong. */
  async #together(sources: readonly Source[]): Promise<void> {
    for (let left = sources; left.length > 0; ) {
      const error = await this.#attempt(left)
      if (error === undefined) return
      const wrong = left.filter((source) => isAbout(error, source))
      // What is not about one of them is found by compiling each alone.
      const failed = wrong.length === 0 ? left : wrong
      for (const source of failed) this.#failed.set(source, error)
      left = left.filter((source) => !failed.includes(source))
    }
  }

  /**
   * Compiles sources in a copy of the document, which takes its place if nothing is wrong.
   *
   * @returns what is wrong.
   */
  async #attempt(sources: readonly Source[]): Promise<PackageError | undefined> {
    this.#options.signal?.throwIfAborted()
    const current = this.#edit
    const pkg = current.revision === 0 ? current.package : await buildPackage(current, { inMemory: true })
    const copy = await PackageEdit.open(pkg, { packages: new PackageSet(current.reader.packages.package) })
    try {
      const { classes, world } = await replaceTexts(copy, sources, { ...this.#options, base: this.#base })
      this.#base = world
      this.#edit = copy
      for (const [i, source] of sources.entries()) {
        const one = classes[i]
        if (one !== undefined) this.#replaced.set(source, one)
        this.#failed.delete(source)
      }
      return undefined
    } catch (error) {
      if (error instanceof PackageError) return error
      throw error
    }
  }
}

/** Tells whether an error is that of one of several sources. */
function isAbout(error: PackageError, { file, className }: Source): boolean {
  if (error instanceof BuildError) return error.problems.some((problem) => problem.file === file)
  if (className === undefined) return error.message.startsWith(`${file}: `)
  return error.object !== undefined && isSame(error.object.split('.', 1)[0], className)
}

function isSame(one: string | undefined, other: string | undefined): boolean {
  return one !== undefined && one.toLowerCase() === other?.toLowerCase()
}

function isNamedIn(text: string, className: string | undefined): boolean {
  return className !== undefined && new RegExp(`\\b${className}\\b`, 'i').test(text)
}
