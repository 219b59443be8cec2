import type { Package } from '@ukit/core'
import { EntryPool, type PackageEdit, TableRequests } from '@ukit/edit'
import type { UnrealObject } from '@ukit/objects'
import { decideClasses, declaredText, wordsOf } from '@ukit/script/analysis'
import type { ClassSymbol, World } from '@ukit/script/symbols'
import type { ClassDraft } from './declare/class-draft.js'
import type { PackageDraft } from './draft/draft.js'
import type { BuildProblem } from './draft/problem.js'
import { StageRequests } from './draft/stage-requests.js'
import type { ClassSource } from './sources/class-source.js'

/** The stages of the work on a class. */
type Stage = 'class' | 'members' | 'code' | 'dependencies'

/** *A built class*, and what each stage of building it requested from the document's tables. */
export class ClassMemory {
  readonly of: ClassSource
  /** True if it is of an earlier build, and still holds. */
  isKept = false
  #owner: ClassDraft | undefined
  readonly #stages: Readonly<Record<Stage, StageRequests>> = {
    class: new StageRequests(),
    members: new StageRequests(),
    code: new StageRequests(),
    dependencies: new StageRequests(),
  }

  constructor(of: ClassSource) {
    this.of = of
  }

  /** Tells whether the class would be the same, as long as all other declarations stay the same. */
  holdsFor({ file, source, text, cppText, defaultsText }: ClassSource): boolean {
    const { of } = this
    const isSameText = of.text === text && of.cppText === cppText && of.defaultsText === defaultsText
    return of.file === file && of.source === source && isSameText && !this.#looksForFields
  }

  get #looksForFields(): boolean {
    return Object.values(this.#stages).some(({ looksForFields }) => looksForFields)
  }

  /** The class in the making; with the symbol that it has now. */
  declared(draft: PackageDraft, symbol: ClassSymbol, declare: () => ClassDraft): ClassDraft {
    if (this.#owner === undefined || !this.isKept) {
      this.#owner = draft.noting(this.#stages.class, declare)
      return this.#owner
    }
    draft.again(this.#stages.class)
    draft.takeOver([...this.#stages.class.now.exports, ...this.#stages.members.now.exports])
    this.#owner.moveTo(symbol)
    return this.#owner
  }

  /** Does a stage, or repeats its requests if it would do the same. */
  stage(draft: PackageDraft, name: Exclude<Stage, 'class'>, work: () => void): void {
    if (this.isKept) draft.again(this.#stages[name])
    else draft.noting(this.#stages[name], work)
  }

  /** The class, once it has been made. */
  get owner(): ClassDraft | undefined {
    return this.#owner
  }
}

/** What decides whether something of an earlier build is still valid. */
interface Around {
  readonly sources: readonly ClassSource[]
  readonly world: World
  readonly older: Package | undefined
  /** Where else code may find objects: packages, and names of missing ones. */
  readonly others: readonly unknown[]
}

/**
 * *One build of a package that is made again and again.* The next build takes over its results as long as the
 * texts declare the same, in the same order, among the same packages: then a class with the same text becomes
 * the same, no matter what the bodies and default properties of others contain.
 */
export class BuildRound {
  readonly pool: EntryPool
  readonly classes: readonly ClassMemory[]
  /** What importing by `#exec` requested; `undefined` before it is done. */
  imported: TableRequests | undefined
  /** What placing default properties requested, and what was left out of them. */
  defaults: { readonly requests: StageRequests; readonly problems: readonly BuildProblem[] } | undefined
  /** Objects that hold only names of the document, and what it took. */
  readonly #adopted: WeakMap<UnrealObject, TableRequests>
  readonly #declared: readonly string[]
  readonly #around: readonly unknown[]
  #others: readonly unknown[]
  /** Words, in lower case, that may be one of several classes. */
  #undecided: ReadonlySet<string> = new Set()
  #before: BuildRound | undefined

  constructor({ sources, world, older, others }: Around, last: BuildRound | undefined) {
    this.#declared = sources.map(({ source }) => declaredText(source))
    this.#around = [...world.packages, ...world.missingPackages, older]
    this.#others = others
    const before = last?.holdsFor(sources, this) === true ? last : undefined
    this.#before = before
    this.pool = before?.pool ?? new EntryPool()
    this.#adopted = before === undefined ? new WeakMap() : before.#adopted
    this.classes = sources.map((of, index) => {
      const known = before?.classes[index]
      if (known?.holdsFor(of) !== true) return new ClassMemory(of)
      known.isKept = true
      return known
    })
  }

  /** Tells whether its results are right for other texts. */
  holdsFor(sources: readonly ClassSource[], next: BuildRound): boolean {
    return (
      isSame(this.#declared, next.#declared) &&
      isSame(this.#around, next.#around) &&
      isSame(this.#others, next.#others) &&
      !isAnyIn(this.#undecided, sources)
    )
  }

  /** Asks for classes before code does; see `decideClasses`. */
  decide(world: World): void {
    const before = this.#before
    this.#undecided = new Set([...decideClasses(world), ...(before === undefined ? [] : before.#undecided)])
  }

  /** It succeeded; the next one must have the same `others`. */
  finish(others: readonly unknown[]): void {
    this.#others = others
    this.#before = undefined
  }

  /** What `#exec` lines requested from an earlier build, if the document can provide it again. */
  importedBefore(edit: PackageEdit): TableRequests | undefined {
    const imported = this.#before?.imported
    return imported !== undefined && edit.hasNamesAsFor(imported) ? imported : undefined
  }

  /**
   * Takes over the default properties of an earlier build, if those of no class have changed.
   *
   * @returns what was left out of them; `undefined` when they have to be placed.
   */
  takenDefaults(draft: PackageDraft): readonly BuildProblem[] | undefined {
    const before = this.#before
    const placed = before?.defaults
    if (before === undefined || placed === undefined || placed.requests.looksForFields) return undefined
    const lower = new Map<string, number>()
    for (const [index, { isKept, of, owner }] of this.classes.entries()) {
      const old = before.classes[index]
      if (isKept || owner === undefined || old?.owner === undefined) continue
      const [now, then] = [belowOf(of), belowOf(old.of)]
      if (now.text !== then.text) return undefined
      lower.set(of.file, now.lines - then.lines)
    }
    for (const [index, { isKept, owner }] of this.classes.entries()) {
      const old = before.classes[index]?.owner
      if (!isKept && owner !== undefined && old !== undefined) owner.object.properties = old.object.properties
    }
    draft.again(placed.requests)
    const problems = placed.problems.map((one) => ({ ...one, line: one.line + (lower.get(one.file) ?? 0) }))
    this.defaults = { requests: placed.requests, problems }
    return problems
  }

  /** Makes the names of an object the document's, or asks for those that this took before. */
  adopt(edit: PackageEdit, object: UnrealObject, work: () => void): void {
    const known = this.#adopted.get(object)
    if (known !== undefined) {
      edit.repeatRequests(known)
      return
    }
    const requests = new TableRequests()
    edit.requests = requests
    work()
    edit.requests = undefined
    this.#adopted.set(object, requests)
  }

  /** Of an object that was changed: its names have to be looked at again. */
  forget(object: UnrealObject): void {
    this.#adopted.delete(object)
  }
}

/**
 * *What is kept between the builds of a package that is made again and again*: the last one that succeeded.
 */
export class BuildMemory {
  #last: BuildRound | undefined

  /**
   * Begins a build. If it fails, the next one begins with nothing.
   *
   * @param edit the document, with nothing in it.
   */
  begin(edit: PackageEdit, around: Around): BuildRound {
    const round = new BuildRound(around, this.#last)
    this.#last = undefined
    edit.reuse(round.pool)
    return round
  }

  /** A build succeeded. */
  keep(round: BuildRound, others: readonly unknown[]): void {
    round.finish(others)
    this.#last = round
  }
}

/** The text of a class's default properties, and how many lines are above it. */
function belowOf({ defaults }: ClassSource): { readonly text: string | undefined; readonly lines: number } {
  const text = defaults?.replace(/^\n+/, '')
  return { text, lines: (defaults?.length ?? 0) - (text?.length ?? 0) }
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index])
}

function isAnyIn(words: ReadonlySet<string>, sources: readonly ClassSource[]): boolean {
  if (words.size === 0) return false
  return sources.some(({ source }) => {
    const own = wordsOf(source)
    return [...words].some((word) => own.has(word))
  })
}
