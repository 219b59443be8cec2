import { basename, resolve } from 'node:path'
import type { Guid } from '@ukit/container'
import { openPackage, type Package, PackageSet, savePackage } from '@ukit/core'
import { nodeCodecs, openFile } from '@ukit/core/node'
import { newGuid } from '@ukit/edit'
import { memorySource, PackageError, SourceError } from '@ukit/files'
import { fileState } from '@ukit/files/node'
import { loadWorld, type World } from '@ukit/script/symbols'
import type { MacroOptions } from '@ukit/script/syntax'
import { buildOrder, circlesIn, packagesNeeded } from '../project/build-order.js'
import { chooseBases } from '../project/choose-bases.js'
import { type MadePackage, MakeMemory, makePackage, type PackageFormat } from '../project/make-package.js'
import type { ProjectProblem } from '../project/project-problem.js'
import { textFacts } from '../project/source-facts.js'
import { ParsedTexts } from '../sources/parsed-texts.js'
import { PerText } from '../sources/per-text.js'
import type { Project, ProjectPackage } from './find-project.js'
import { type FurtherFiles, furtherFiles } from './further-files.js'
import { macrosFor } from './macro-files.js'
import { OpenedFiles } from './opened-files.js'
import { ProjectFiles } from './project-files.js'
import { changeOf, lastChange, type ReadSources, readSources } from './source-folder.js'
import { type Written, writeOutput } from './write-output.js'

/** How a project is made. */
export interface MakeProjectOptions {
  readonly project: Project
  /** The packages that are not built here. */
  readonly packages: PackageSet
  /**
   * Names of packages that texts may mean when no `EditPackages` say it, in the order in which they count.
   */
  readonly baseNames: readonly string[]
  /** Builds packages that are newer than their sources too. */
  readonly all?: boolean | undefined
  /** Builds nothing after the first package with errors. */
  readonly first?: boolean | undefined
  /** Writes nothing. */
  readonly check?: boolean | undefined
  /** Version and game of the packages; those of `Core` by default. */
  readonly format?: PackageFormat | undefined
  /** The GUID of the package; a new one by default. */
  readonly guid?: Guid | undefined
  readonly conform?: Package | undefined
  readonly stripSource?: boolean | undefined
  /** Code has notes for debuggers: UCC's `-debug`. */
  readonly debug?: boolean | undefined
  /** A package whose order of names, imports and exports the new one gets. */
  readonly orderOf?: Package | undefined
  /** What is written beside each package. */
  readonly further?: FurtherFiles | undefined
  /**
   * Older packages from which objects are taken that the sources do not create: those with the package's own
   * name, or all if only one package is built.
   */
  readonly assets?: readonly Package[] | undefined
  /** Imports objects of unavailable packages without checking them. */
  readonly allowMissing?: boolean | undefined
  /** Allows files of `#exec` that are outside the project. */
  readonly allowOutside?: boolean | undefined
  /** Keeps the package that is replaced as `FILE.bak`, unless there is one. */
  readonly backup?: boolean | undefined
  /**
   * The project is built again and again: compiled code is kept for the next time, as long as it is valid.
   */
  readonly again?: boolean | undefined
  /** Macros of UE3 that are set. */
  readonly macros?: NonNullable<MacroOptions['defined']> | undefined
  readonly signal?: AbortSignal | undefined
  /** Called before a package is looked at. */
  onPackage?(name: string, done: number, total: number): void
}

/** The defaults of `makeProject`. */
export const MAKE_PROJECT_DEFAULTS = { backup: true, first: false, all: false } as const

/** The result for one package. */
export interface ProjectResult {
  readonly name: string
  /** Of its file. */
  readonly path: string
  readonly built: boolean
  /** Why it was not built; `''` when it was, or when `errors` say it. */
  readonly why: string
  /** How many classes it has; 0 when it was not built. */
  readonly classes: number
  /** Bytes and backup; `null` when nothing was written. */
  readonly written: Written | null
  /** Paths of what was written beside it. */
  readonly further: readonly string[]
  readonly problems: readonly ProjectProblem[]
}

/** The result for a project. */
export interface MadeProject {
  readonly packages: readonly ProjectResult[]
  /** Notes for the user: packages that need each other. */
  readonly notes: readonly string[]
}

/** A package on its way. */
interface Work {
  readonly name: string
  readonly target: ProjectPackage
  readonly sources: ReadSources
  readonly facts: ReadSources['facts']
  /** When the last of its sources changed. */
  readonly changed: number
}

/**
 * *Makes the packages of a project that are missing or out of date*, in the order of `EditPackages` or of
 * what they need. A package is replaced only if everything went well: if the process is killed, the old one
 * or the new one is left.
 *
 * @throws {SourceError} when sources cannot be read; the reason of `signal`.
 */
export async function makeProject(options: MakeProjectOptions): Promise<MadeProject> {
  return new ProjectMaker(options).make()
}

/**
 * *Builds a project again and again*: other packages are read only once, so that a changed class does not
 * wait for them.
 */
export class ProjectMaker {
  readonly #options: MakeProjectOptions
  #results: ProjectResult[] = []
  #notes: string[] = []
  /** Packages that were made by name, in lower case. */
  readonly #made = new Map<string, Package>()
  /** Those of this run. */
  readonly #fresh = new Set<string>()
  readonly #failed = new Set<string>()
  #work: readonly Work[] = []
  /** Old files of packages of this run, for those that need them before they are made. */
  readonly #old = new Map<string, Promise<Package | undefined>>()
  /** Texts of each package, and what they became. */
  readonly #parsed = new Map<string, ParsedTexts>()
  readonly #facts = new PerText(textFacts)
  /** What is kept of each package that is made again. */
  readonly #memories = new Map<string, MakeMemory>()
  /** Packages that `#exec` lines opened, by their files. */
  readonly #opened = new OpenedFiles()
  /** When the sources of each package that was made here had changed last, by name in lower case. */
  readonly #madeOf = new Map<string, number>()
  /** What was read for each package. */
  readonly #worlds = new Map<string, World>()

  /** @param options as of `makeProject`. */
  constructor(options: MakeProjectOptions) {
    this.#options = options
  }

  /** Builds the packages that are missing or out of date now. @throws as `makeProject`. */
  async make(): Promise<MadeProject> {
    this.#results = []
    this.#notes = []
    this.#failed.clear()
    this.#fresh.clear()
    const { project, signal, first = MAKE_PROJECT_DEFAULTS.first } = this.#options
    this.#facts.nextRound()
    const works: Work[] = []
    for (const target of project.packages) {
      signal?.throwIfAborted()
      // First the time, then the texts: what changes in between is made again in the next round.
      const changed = await lastChange(target.folder.path)
      const sources = await readSources(target.folder, target.name, this.#facts)
      works.push({ name: target.name, target, sources, facts: sources.facts, changed })
    }
    this.#inOrder(works)
    for (const [index, work] of this.#work.entries()) {
      signal?.throwIfAborted()
      this.#options.onPackage?.(work.name, index, this.#work.length)
      await this.#one(work, index).catch((error: unknown) => this.#refused(work, error))
      if (first && this.#failed.size > 0) break
    }
    return { packages: this.#results, notes: this.#notes }
  }

  /**
   * A package that the system or the format refuses: an error of that package; the others are built.
   */
  #refused({ name, target }: Work, error: unknown): void {
    if (!(error instanceof SourceError) && !(error instanceof PackageError)) throw error
    this.#failed.add(name)
    const place = { file: target.output, line: 0, column: 0, excerpt: '' }
    const problem = { severity: 'error', package: name, message: error.message, ...place } as const
    this.#results.push({ name, path: target.output, built: false, why: '', ...NOTHING, problems: [problem] })
  }

  #inOrder(works: readonly Work[]): void {
    const { editPackages } = this.#options.project
    const given = editPackages?.map((name) => name.toLowerCase())
    const isListed = given !== undefined && works.every(({ name }) => given.includes(name.toLowerCase()))
    const rank = ({ name }: Work) => given?.indexOf(name.toLowerCase()) ?? 0
    const { order, circles } = isListed
      ? { order: [...works].sort((a, b) => rank(a) - rank(b)), circles: undefined }
      : buildOrder(works)
    this.#work = order
    for (const { name, needs } of circles ?? circlesIn(order))
      this.#notes.push(
        `${name} needs ${needs.join(', ')}, which ${needs.length === 1 ? 'is' : 'are'} built ` +
          'after it: it is built against the previous version',
      )
  }

  async #one(work: Work, index: number): Promise<void> {
    const { name, target } = work
    const skip = (why: string) =>
      this.#results.push({ name, path: target.output, built: false, why, ...NOTHING, problems: [] })
    const needsFailed = packagesNeeded(work, this.#work.slice(0, index)).filter((one) => this.#failed.has(one.name))
    if (needsFailed.length > 0) {
      this.#failed.add(name)
      const names = needsFailed.map((one) => one.name)
      skip(`it needs ${names.join(', ')}, which ${names.length === 1 ? 'was' : 'were'} not built`)
      return
    }
    const { bases, editPackages } = await this.#basesOf(work, index)
    if (!(await this.#isDue(work, bases))) {
      skip('up to date')
      return
    }
    const made = await this.#make(work, bases, editPackages)
    const result = { name, path: target.output, classes: made.classes.length, problems: made.problems, why: '' }
    if (made.package === undefined) {
      this.#failed.add(name)
      this.#notes.push(...this.#missingFor(made.problems))
      this.#results.push({ ...result, built: false, ...NOTHING })
      return
    }
    const key = name.toLowerCase()
    const pkg = await inMemory(made.package)
    this.#made.set(key, pkg)
    this.#madeOf.set(key, work.changed)
    this.#fresh.add(key)
    const { check = false, backup = MAKE_PROJECT_DEFAULTS.backup, signal } = this.#options
    const pieces = savePackage(made.package, { codecs: nodeCodecs })
    const replaces = await fileState(target.output).catch(() => undefined)
    if (check) {
      this.#results.push({ ...result, built: true, written: null, further: [] })
      return
    }
    const { further = {} } = this.#options
    const around = { packages: this.#packagesFor(name), base: this.#worlds.get(key) }
    const files = await furtherFiles(further, pkg, target, around)
    for (const file of files) await writeOutput(file, { backup, signal })
    const written = await writeOutput({ path: target.output, pieces }, { backup, replaces, signal })
    this.#results.push({ ...result, built: true, written, further: files.map(({ path }) => path) })
  }

  async #make(
    { target, sources }: Work,
    bases: readonly Package[],
    editPackages: readonly Package[] | undefined,
  ): Promise<MadePackage> {
    const { format, conform, orderOf, stripSource, debug, allowMissing, signal, guid } = this.#options
    const { allowOutside = false } = this.#options
    const packages = this.#packagesFor(target.name)
    const key = target.name.toLowerCase()
    const world = await loadWorld(bases, { packages, base: this.#worlds.get(key) ?? this.#worldWithout(key) })
    this.#worlds.set(key, world)
    const parsed = this.#parsed.get(key) ?? new ParsedTexts(this.#options.again)
    parsed.nextRound()
    this.#parsed.set(key, parsed)
    const memory = this.#memories.get(key) ?? new MakeMemory()
    if (this.#options.again === true) this.#memories.set(key, memory)
    const files = new ProjectFiles(target.folder.project, allowOutside)
    return makePackage({
      sources: { ...sources, macros: this.#macrosOf(target, sources, world) },
      bases,
      editPackages,
      packages,
      base: world,
      parsed,
      memory: this.#memories.get(key),
      format,
      old: await this.#oldOf(target.output),
      older: await this.#options.packages.package(target.name),
      guid: guid ?? newGuid((words) => crypto.getRandomValues(words)),
      codecs: nodeCodecs,
      conform,
      orderOf,
      signal,
      ...this.#assetsOf(target.name),
      allowMissing,
      stripSource,
      debug,
      exec: {
        folder: basename(resolve(target.folder.path)),
        readFile: (path) => files.read(path),
        openPackage: async (path) => {
          const place = await files.find(path)
          if (place !== undefined) return this.#opened.open(place)
          return packages.package(basename(path).replace(/\.[^.]*$/, ''))
        },
        allowOutside,
      },
    })
  }

  /** What the macros of texts mean that have any; only those of UE3 do. */
  #macrosOf({ folder, name }: ProjectPackage, { files }: ReadSources, { packages }: World): MacroOptions | undefined {
    if (!files.some(({ text }) => text.includes('`'))) return undefined
    return macrosFor({ project: folder.project, name, defined: this.#options.macros, bases: packages })
  }

  #assetsOf(name: string): { readonly assets?: readonly Package[] } {
    const { assets, project } = this.#options
    if (assets === undefined) return {}
    const isAlone = project.packages.length === 1
    return { assets: assets.filter((pkg) => isAlone || pkg.name.toLowerCase() === name.toLowerCase()) }
  }

  /** Packages that could not be found, with the first file whose errors may come from that. */
  #missingFor(problems: readonly ProjectProblem[]): string[] {
    const found = new Map<string, { readonly name: string; readonly file: string; count: number }>()
    for (const { missingPackage: name, file } of problems) {
      if (name === undefined || this.#work.some((one) => one.name.toLowerCase() === name.toLowerCase())) continue
      const known = found.get(name.toLowerCase())
      if (known === undefined) found.set(name.toLowerCase(), { name, file, count: 1 })
      else known.count++
    }
    return [...found.values()].map(
      ({ name, file, count }) =>
        `the package ${name}, which ${file} needs, was not found: ` +
        `${count === 1 ? 'an error' : `${count} errors`} may come from that`,
    )
  }

  /**
   * What was read for another package, when this one was not among it: then nothing of its old file is known.
   */
  #worldWithout(key: string): World | undefined {
    const knowsIt = (world: World) => world.packages.some(({ name }) => name.toLowerCase() === key)
    return [...this.#worlds.values()].reverse().find((world) => !knowsIt(world))
  }

  /**
   * The packages that a package is built against: those before it in the order, then what else its texts
   * name. With an ini also all that its compiler has loaded by then.
   */
  async #basesOf(
    { name, facts }: Work,
    index: number,
  ): Promise<{ readonly bases: Package[]; readonly editPackages: Package[] | undefined }> {
    const { project, baseNames } = this.#options
    const { editPackages } = project
    const place = editPackages?.findIndex((one) => one.toLowerCase() === name.toLowerCase()) ?? -1
    const before = place >= 0 ? (editPackages?.slice(0, place) ?? []) : (editPackages ?? [])
    const after = this.#work.slice(index + 1).map((one) => one.name)
    const names = new Map<string, string>()
    const earlier = this.#work.slice(0, index).map((one) => one.name)
    for (const one of ['Core', 'Engine', ...before, ...earlier, ...(place >= 0 ? [] : baseNames), ...after])
      if (one.toLowerCase() !== name.toLowerCase()) names.set(one.toLowerCase(), one)
    const packages = this.#packagesFor(name)
    const candidates: Package[] = []
    for (const one of names.values()) {
      const pkg = await packages.package(one)
      if (pkg !== undefined) candidates.push(pkg)
    }
    const listed = new Set(before.map((one) => one.toLowerCase()))
    return {
      bases: chooseBases(facts, candidates),
      editPackages: editPackages && candidates.filter((pkg) => listed.has(pkg.name.toLowerCase())),
    }
  }

  /** Packages as one of this run sees them: others of the run as they are made, not as they were. */
  #packagesFor(name: string): PackageSet {
    const own = name.toLowerCase()
    return new PackageSet(async (wanted) => {
      const key = wanted.toLowerCase()
      if (key === own) return undefined
      const made = this.#made.get(key)
      if (made !== undefined) return made
      const work = this.#work.find((one) => one.name.toLowerCase() === key)
      return work === undefined ? this.#options.packages.package(wanted) : this.#oldOf(work.target.output)
    })
  }

  #oldOf(path: string): Promise<Package | undefined> {
    let old = this.#old.get(path)
    if (old === undefined) {
      old = readWhole(path)
      this.#old.set(path, old)
    }
    return old
  }

  /**
   * Tells whether a package is missing, or older than a file of its folder or a package that it is built
   * against.
   */
  async #isDue({ name, target, changed }: Work, bases: readonly Package[]): Promise<boolean> {
    const { all = MAKE_PROJECT_DEFAULTS.all, check = false } = this.#options
    if (all || check) return true
    const made = await changeOf(target.output)
    if (made === 0 || changed > made) return true
    // A source that was saved while its package was made, or in the same tick of the clock, is not newer than
    // it.
    const madeOf = this.#madeOf.get(name.toLowerCase())
    if (madeOf !== undefined && madeOf !== changed) return true
    for (const base of bases) {
      const key = base.name.toLowerCase()
      if (this.#fresh.has(key)) return true
      const path = 'path' in base.file && typeof base.file.path === 'string' ? base.file.path : undefined
      const isCircular = this.#work.some((one) => one.name.toLowerCase() === key)
      if (!isCircular && path !== undefined && (await changeOf(path)) > made) return true
    }
    return false
  }
}

/** Of a package that was not built. */
const NOTHING = { classes: 0, written: null, further: [] } as const

/** A package with its bytes made once. */
async function inMemory(pkg: Package): Promise<Package> {
  const bytes = await pkg.image.slice(0, pkg.image.byteLength)
  return openPackage(memorySource(bytes), { game: pkg.game.id, fileName: `${pkg.name}.u` })
}

/** A package that is read as a whole: its file is replaced later. `undefined` when it cannot be read. */
async function readWhole(path: string): Promise<Package | undefined> {
  try {
    const pkg = await openFile(path)
    try {
      return await inMemory(pkg)
    } finally {
      await pkg.file.close?.()
    }
  } catch (error) {
    if (error instanceof PackageError || error instanceof SourceError) return undefined
    throw error
  }
}
