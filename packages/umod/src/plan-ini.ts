import { foldName, PackageError, safePath } from '@ukit/files'
import { type IniChange, IniFile } from '@ukit/files/ini'
import { plural } from '@ukit/text/internal'
import { applyEdit, type IniEdit } from './ini-edit.js'
import { type ManifestGroup, type ManifestIni, MOST_MANIFEST } from './manifest.js'
import { type GameTree, type PlannedFile, type PlannedIni, readAll } from './plan-types.js'

/** An ini file while its edits are worked out. */
interface OpenIni {
  readonly path: string
  readonly isNew: boolean
  readonly ini: IniFile
  /** The file that is overwritten, for `SaveIni`. */
  readonly old: IniFile | undefined
  readonly changes: IniChange[]
  readonly edits: IniEdit[]
}

/** *Works out the edits of ini files that an installation makes.* */
export class IniPlanner {
  readonly #game: GameTree
  readonly #keepLists: boolean
  readonly #warnings: string[]
  readonly #errors: string[]

  /** Warnings and errors are added to the lists given. */
  constructor(game: GameTree, keepLists: boolean, warnings: string[], errors: string[]) {
    this.#game = game
    this.#keepLists = keepLists
    this.#warnings = warnings
    this.#errors = errors
  }

  /** The changes of the game's ini files. */
  async plan(
    taken: readonly ManifestGroup[],
    left: readonly ManifestGroup[],
    files: readonly PlannedFile[],
  ): Promise<PlannedIni[]> {
    const wanted = [
      ...taken.flatMap(({ ini }) => ini.filter(({ inverted }) => !inverted)),
      ...left.flatMap(({ ini }) => ini.filter(({ inverted }) => inverted)),
    ]
    // The games first set values, for all groups, and then add to lists.
    const passes: readonly ManifestIni['action'][] = ['SaveIni', 'Ini', 'AddIni']
    const open = new Map<string, OpenIni>()
    for (const pass of passes) {
      for (const edit of wanted.filter(({ action }) => action === pass)) {
        const file = await this.#openIni(edit.file, files, open)
        if (file !== undefined) this.#edit(file, edit)
      }
    }
    const planned: PlannedIni[] = []
    for (const { path, isNew, ini, changes, edits } of open.values()) {
      if (changes.length === 0) continue
      try {
        planned.push({ path, isNew, changes, edits, bytes: ini.toBytes() })
      } catch (error) {
        if (!(error instanceof PackageError)) throw error
        this.#errors.push(`"${path}" cannot be edited: ${error.message}`)
      }
    }
    return planned
  }

  async #openIni(
    name: string,
    files: readonly PlannedFile[],
    open: Map<string, OpenIni>,
  ): Promise<OpenIni | undefined> {
    const safe = safePath(name)
    if ('problem' in safe) {
      this.#errors.push(`it would edit "${name}": ${safe.problem}`)
      return undefined
    }
    if (
      !/\.(?:ini|int|[a-z]{2}t|upkg|ucl|url|txt|cfg)$/i.test(name) ||
      foldName(safe.parts.join('\\')) === 'SYSTEM\\MANIFEST.INI'
    ) {
      this.#errors.push(`it would edit "${name}", which is not a settings file`)
      return undefined
    }
    // Names without a folder are in System, where the games run. The games do this for their own ini only,
    // but mods rely on it.
    let place = await this.#game.look(safe.parts)
    if (safe.parts.length === 1 && place.source === undefined) place = await this.#game.look(['System', ...safe.parts])
    const key = foldName(place.path)
    const known = open.get(key)
    if (known !== undefined) return known
    const fresh = files.find(({ path, action }) => foldName(path) === key && action !== 'skip')?.data
    const source = fresh ?? place.source
    if (source !== undefined && source.byteLength > MOST_MANIFEST) {
      this.#errors.push(`"${place.path}" is too large to be edited: ${plural(source.byteLength, 'byte')}`)
      return undefined
    }
    if (source === undefined)
      this.#warnings.push(
        `"${place.path}" does not exist and is created; a game that was never started may then lack its defaults`,
      )
    const ini = source === undefined ? IniFile.create() : IniFile.parse(await readAll(source))
    const old =
      place.source === undefined || fresh === undefined ? undefined : IniFile.parse(await readAll(place.source))
    const file: OpenIni = { path: place.path, isNew: place.source === undefined, ini, old, changes: [], edits: [] }
    open.set(key, file)
    return file
  }

  #edit(file: OpenIni, { action, section, key, value }: ManifestIni): void {
    if (action === 'SaveIni') {
      const kept = file.old?.get(section, key)
      if (kept !== undefined) this.#apply(file, 'set', section, key, kept)
      return
    }
    const before = file.ini.values(section, key)
    if (action === 'AddIni') this.#apply(file, 'add', section, key, value)
    else if (before.length > 1 && this.#keepLists) this.#apply(file, 'add', section, key, value)
    else {
      if (before.length > 1) {
        this.#warnings.push(
          `Ini= replaces the ${plural(before.length, 'value')} of ${section}.${key} in "${file.path}" with ` +
            `one (${value}); ` +
            'keep lists to keep them',
        )
      }
      this.#apply(file, 'set', section, key, value)
    }
  }

  #apply(file: OpenIni, action: IniEdit['action'], section: string, key: string, value: string): void {
    const done = applyEdit(file.ini, action, section, key, value)
    if (done === undefined) return
    file.changes.push(done.change)
    file.edits.push(done.edit)
  }
}
