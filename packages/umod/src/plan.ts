import { type ByteSource, foldName, memorySource, PackageError, SourceError, safePath, sameBytes } from '@ukit/files'
import { IniFile } from '@ukit/files/ini'
import { addTo, NO_BYTES } from '@ukit/files/internal'
import { plural } from '@ukit/text/internal'
import { findMember } from './check-manifest.js'
import { applyDelta, DELTA_DEFAULTS } from './delta.js'
import { InstalledManifest, type LoggedEntry, productProblem } from './installed.js'
import { groupsOf, type Manifest, type ManifestGroup, versionNumber } from './manifest.js'
import type { ManifestFile } from './manifest-file.js'
import { packageEngine } from './package-engine.js'
import { IniPlanner } from './plan-ini.js'
import {
  type GameTree,
  type InstallPlan,
  PLAN_DEFAULTS,
  type PlannedFile,
  type PlannedRequirement,
  type PlanOptions,
  readAll,
} from './plan-types.js'
import { readManifest, readMember } from './read-manifest.js'
import type { Umod, UmodEntry } from './umod.js'
import { isPacked, unpackedMember } from './unpacked-member.js'

/**
 * *Works out what installing would do to a game.* Reads the installer's manifest, the files that would be
 * overwritten, and the game's ini files and log. Writes nothing.
 *
 * @throws {PackageError} when the manifest cannot be read; errors of the game's folder pass through.
 */
export async function planInstall(umod: Umod, game: GameTree, options: PlanOptions = {}): Promise<InstallPlan> {
  const { language = PLAN_DEFAULTS.language } = options
  const manifest = await readManifest(umod, language)
  return new Planner(umod, manifest, game, options, await installedIn(game)).plan()
}

/** The log of a game. */
export async function installedIn(game: GameTree): Promise<InstalledManifest> {
  const { source } = await game.look(['System', 'Manifest.ini'])
  if (source === undefined) return new InstalledManifest()
  return new InstalledManifest(IniFile.parse(await readAll(source)))
}

/** Extensions of programs. */
const PROGRAM = /\.(?:exe|dll|com|bat|cmd|scr|pif|msi|vbs|vbe|js|jse|wsf|ps1|reg|lnk|so|dylib|sh|cpl|hta)$/i

class Planner {
  readonly #umod: Umod
  readonly #manifest: Manifest
  readonly #game: GameTree
  readonly #options: PlanOptions
  readonly #installed: InstalledManifest
  readonly #warnings: string[] = []
  readonly #errors: string[] = []
  readonly #entries: LoggedEntry[] = []

  constructor(umod: Umod, manifest: Manifest, game: GameTree, options: PlanOptions, installed: InstalledManifest) {
    this.#umod = umod
    this.#manifest = manifest
    this.#game = game
    this.#options = options
    this.#installed = installed
  }

  async plan(): Promise<InstallPlan> {
    const { product, version, root } = this.#manifest
    const problem = productProblem(product)
    if (problem !== undefined) this.#errors.push(`the product cannot be installed: ${problem}`)
    if (versionNumber(version) === 0)
      this.#errors.push(`the version "${version}" does not start with a number above 0: games refuse it`)
    for (const section of this.#manifest.missingSections)
      this.#warnings.push(`[${section}] is requested, but does not exist`)
    const { taken, left } = this.#groups()
    const files = await this.#files(taken)
    await this.#checkEngine(files)
    const folders = await this.#folders(taken)
    const installed = this.#installed.version(product)
    for (const group of taken) await this.#logged(group, installed !== undefined)
    return {
      product,
      version,
      title: this.#manifest.localized('Setup', 'LocalProduct') ?? product,
      installed,
      requirements: await this.#requirements(taken),
      groups: [...groupsOf(root)]
        .filter((group) => group !== root)
        .map((group) => ({
          name: group.name,
          caption: group.caption,
          optional: group.optional,
          selected: taken.includes(group),
        })),
      files,
      ini: await new IniPlanner(
        this.#game,
        this.#options.keepLists ?? PLAN_DEFAULTS.keepLists,
        this.#warnings,
        this.#errors,
      ).plan(taken, left, files),
      folders,
      registry: taken.flatMap((group) => group.registry),
      shortcuts: taken.flatMap((group) => group.shortcuts.map((shortcut) => JSON.stringify(shortcut))),
      warnings: this.#warnings,
      errors: this.#errors,
      log: {
        entries: this.#entries,
        caption: this.#manifest.localized('Setup', 'LocalProduct') ?? '',
        requires: this.#manifest.requirements.map((requirement) => requirement.product),
        isMaster: /^(?:true|1)$/i.test(this.#manifest.ini.get('Setup', 'IsMasterProduct') ?? ''),
      },
    }
  }

  /**
   * Groups that are installed, and those that are not: a group is installed only if all groups around it are.
   */
  #groups(): { taken: ManifestGroup[]; left: ManifestGroup[] } {
    const lower = (names: readonly string[] = []) => new Set(names.map((name) => name.toLowerCase()))
    const select = lower(this.#options.select)
    const deselect = lower(this.#options.deselect)
    const taken: ManifestGroup[] = []
    const left: ManifestGroup[] = []
    const visit = (group: ManifestGroup, within: boolean) => {
      const name = group.name.toLowerCase()
      const wanted = deselect.delete(name) ? false : select.delete(name) ? true : group.selected
      if (wanted !== group.selected && !group.optional) {
        this.#errors.push(`the part "${group.name}" is not optional`)
      }
      const acts = within && wanted
      ;(acts ? taken : left).push(group)
      for (const below of group.groups) visit(below, acts)
    }
    visit(this.#manifest.root, true)
    for (const name of [...select, ...deselect]) this.#errors.push(`there is no part "${name}"`)
    return { taken, left }
  }

  async #requirements(taken: readonly ManifestGroup[]): Promise<PlannedRequirement[]> {
    const wanted = new Set(taken.flatMap((group) => group.requires.map((section) => section.toLowerCase())))
    const found: PlannedRequirement[] = []
    for (const { section, product, version, oldVersionInstallCheck, oldVersionNumber } of this.#manifest.requirements) {
      if (!wanted.has(section.toLowerCase())) continue
      let installed = this.#installed.version(product)
      if (installed === undefined && oldVersionInstallCheck !== undefined) {
        const safe = safePath(oldVersionInstallCheck)
        const there = 'parts' in safe && (await this.#game.look(safe.parts)).source !== undefined
        if (there) installed = oldVersionNumber ?? ''
      }
      const recognised = (installed ?? '') === '' && this.#isGame(product)
      // OldUnreal's log has the game, and no version of it.
      if (recognised) installed = undefined
      const { gameVersion } = this.#options
      if (recognised && gameVersion !== undefined) {
        const satisfied = version === '' || versionNumber(gameVersion) >= versionNumber(version)
        found.push({ product, version, installed: gameVersion, satisfied, recognised })
        continue
      }
      if (recognised && version !== '')
        this.#warnings.push(`it needs ${product} ${version}; this is ${product}, but its version is not known`)
      const satisfied =
        recognised ||
        (installed !== undefined && (version === '' || versionNumber(installed) >= versionNumber(version)))
      found.push({ product, version, installed, satisfied, ...(recognised ? { recognised } : {}) })
    }
    return found
  }

  /**
   * Tells whether a product is the game itself, if the log names that or nothing: a copy of a game has often
   * lost its log, and newer setups write none.
   */
  #isGame(product: string): boolean {
    const plain = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')
    const { master } = this.#installed
    return (
      (master === undefined || plain(master) === plain(product)) &&
      (this.#options.gameNames ?? []).some((name) => plain(name) === plain(product))
    )
  }

  async #files(taken: readonly ManifestGroup[]): Promise<PlannedFile[]> {
    const owners = this.#installed.owners()
    const files: PlannedFile[] = []
    const byPath = new Map<string, PlannedFile>()
    for (const group of taken) {
      for (const line of group.files) {
        if (line.kind === 'copy') continue
        const members = findMember(this.#umod, line.src)
        if (members.length === 0)
          this.#errors.push(`[${group.name}] installs "${line.src}", which is not in the installer`)
        for (const member of members) {
          const dest = members.length > 1 || member !== line.src ? this.#destOf(line, member) : line.dest
          const file = await this.#file(group, line, member, dest, owners)
          if (file === undefined) continue
          const key = foldName(file.path)
          const earlier = byPath.get(key)
          if (earlier !== undefined && file.action !== 'skip') {
            this.#warnings.push(`"${file.dest}" is installed twice; the later one stays ("${file.src}")`)
            files.splice(files.indexOf(earlier), 1)
          }
          if (file.action !== 'skip') byPath.set(key, file)
          files.push(file)
        }
      }
    }
    return files
  }

  /** Where a member is installed if its line names it by a wildcard or in a different case. */
  #destOf(line: ManifestFile, member: string): string {
    if (!/[*?]/.test(line.dest)) return line.dest
    const folder = /^(.*[\\/])/.exec(line.dest)?.[1] ?? ''
    return folder + member.replace(/^.*[\\/]/, '')
  }

  async #file(
    group: ManifestGroup,
    line: ManifestFile,
    member: string,
    dest: string,
    owners: ReadonlyMap<string, readonly string[]>,
  ): Promise<PlannedFile | undefined> {
    const fail = (message: string) => {
      this.#errors.push(message)
      return undefined
    }
    const safe = safePath(dest)
    if ('problem' in safe) return fail(`[${group.name}] would install to "${dest}": ${safe.problem}`)
    if (dest.includes('='))
      return fail(`[${group.name}] would install to "${dest}": the game's log cannot contain a name with "="`)
    if (foldName(safe.parts.join('\\')) === 'SYSTEM\\MANIFEST.INI') {
      return fail(`[${group.name}] would install to "${dest}", where the log of installed products is kept`)
    }
    const entry = this.#umod.find(member)
    if (entry === undefined) return undefined
    const all = owners.get(foldName(safe.parts.join('\\'))) ?? []
    const shared = all.filter((name) => name.toLowerCase() !== this.#manifest.product.toLowerCase())
    const isOwn = shared.length < all.length
    const facts = { group: group.name, src: member, dest, size: entry.size, owners: shared, isOwn }
    const language = this.#options.language ?? PLAN_DEFAULTS.language
    if (line.lang !== undefined && line.lang.toLowerCase() !== language.toLowerCase()) {
      return {
        ...facts,
        action: 'skip',
        path: safe.parts.join('/'),
        reason: `it is for the language ${line.lang}`,
        data: undefined,
      }
    }
    const { path, source: old } = await this.#game.look(safe.parts)
    const data = line.ref === undefined ? await this.#data(entry, dest) : await this.#patched(line.ref, member)
    if (data === undefined) return undefined
    this.#entries.push({ kind: 'File', value: safe.parts.join('\\') })
    if (PROGRAM.test(dest))
      this.#warnings.push(`"${dest}" is a program; only run it if you trust the source of the installer`)
    const planned = { ...facts, size: data.byteLength, path, data, reason: undefined }
    if (old === undefined) return { ...planned, action: 'copy' }
    if (await sameBytes(old, data)) return { ...planned, action: 'identical' }
    if (shared.length > 0)
      this.#warnings.push(`"${dest}" differs from the one that belongs to ${shared.join(', ')}, and replaces it`)
    return { ...planned, action: 'overwrite' }
  }

  /**
   * The file that a member installs: its bytes, or the file inside if the member is a `.uz` and its
   * destination is not.
   */
  async #data(entry: UmodEntry, dest: string): Promise<ByteSource | undefined> {
    if (!isPacked(entry.name, dest)) return this.#umod.open(entry)
    try {
      return await unpackedMember(this.#umod, entry)
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      this.#errors.push(`"${entry.name}" does not unpack: ${error.message}`)
      return undefined
    }
  }

  /** The file that a delta makes from the installed one. */
  async #patched(ref: string, member: string): Promise<ByteSource | undefined> {
    const safe = safePath(ref)
    const old = 'parts' in safe ? (await this.#game.look(safe.parts)).source : undefined
    if (old === undefined || old.byteLength > DELTA_DEFAULTS.limit) {
      this.#errors.push(`"${member}" changes "${ref}", which the game does not have`)
      return undefined
    }
    const entry = this.#umod.find(member)
    try {
      const delta = entry === undefined ? NO_BYTES : await readMember(this.#umod, entry, DELTA_DEFAULTS.limit)
      return memorySource(applyDelta(await readAll(old), delta))
    } catch (error) {
      if (!(error instanceof PackageError)) throw error
      this.#errors.push(`"${member}" cannot change "${ref}": ${error.message}`)
      return undefined
    }
  }

  /** Reports packages of another generation of the engine: the installer is for another game. */
  async #checkEngine(files: readonly PlannedFile[]): Promise<void> {
    const { engine } = this.#options
    if (engine === undefined) return
    const foreign = new Map<number, string[]>()
    let own = 0
    for (const { data, dest } of files) {
      const found = data === undefined ? undefined : await packageEngine(data)
      if (found === engine) own++
      else if (found !== undefined) addTo(foreign, found, dest)
    }
    for (const [found, names] of foreign) {
      const [first = '', ...others] = names
      const which =
        others.length === 0 ? `"${first}" is` : `"${first}" and ${plural(others.length, 'other package')} are`
      const message = `${which} of Unreal Engine ${found}, and the game is of Unreal Engine ${engine}`
      // A later engine reads many packages of earlier ones.
      if (own === 0 && found > engine) this.#errors.push(`${message}: the installer is for another game`)
      else this.#warnings.push(message)
    }
  }

  async #folders(taken: readonly ManifestGroup[]): Promise<string[]> {
    const found: string[] = []
    for (const { name, folders } of taken) {
      for (const folder of folders) {
        const safe = safePath(folder)
        if ('problem' in safe) this.#errors.push(`[${name}] would make the folder "${folder}": ${safe.problem}`)
        else {
          this.#entries.push({ kind: 'Folder', value: safe.parts.join('\\') })
          found.push(safe.parts.join('/'))
        }
      }
    }
    return found
  }

  async #isThere(parts: readonly string[]): Promise<boolean> {
    try {
      return (await this.#game.look(parts)).source !== undefined
    } catch (error) {
      // A folder or a link, and therefore not a file that the product will create either.
      if (error instanceof SourceError) return true
      throw error
    }
  }

  /** The entries of the log for uninstalling, without those that ukit leaves out. */
  async #logged(
    { name, deletes, backups, registry, shortcuts, unknown }: ManifestGroup,
    isInstalled: boolean,
  ): Promise<void> {
    for (const [kind, list] of [
      ['Delete', deletes],
      ['Backup', backups],
    ] as const) {
      for (const value of list) {
        const safe = safePath(value)
        let problem = 'problem' in safe ? safe.problem : value.includes('=') ? 'it contains "="' : undefined
        // These lines are meant for files that the product will create. What existed before it was first
        // installed belongs to the user or the game.
        if ('parts' in safe && kind === 'Delete' && !isInstalled && (await this.#isThere(safe.parts)))
          problem = 'the file already exists, and uninstalling would delete it'
        if ('parts' in safe && problem === undefined) this.#entries.push({ kind, value: safe.parts.join('\\') })
        else this.#warnings.push(`[${name}] has ${kind}=${value}, which is left out: ${problem}`)
      }
    }
    if (registry.length > 0)
      this.#warnings.push(`[${name}] would write ${plural(registry.length, 'key')} of the registry; ukit does not`)
    if (shortcuts.length > 0)
      this.#warnings.push(`[${name}] would make ${plural(shortcuts.length, 'shortcut')}; ukit does not`)
    for (const line of unknown) this.#warnings.push(`[${name}] has ${line}, which is not carried out`)
  }
}
