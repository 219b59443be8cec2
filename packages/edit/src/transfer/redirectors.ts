import type { Package } from '@ukit/core'
import { ue3 } from '@ukit/objects'
import { PackageEdit } from '../document.js'
import { EditExport, EditImport, type EditObject } from '../entries.js'
import { ExportIndex, namesTo } from './export-index.js'

/** Maximum number of redirectors on the way to an object: more are a circle. */
const MAX_STEPS = 32

/** Finds a package by its name, without extension; `undefined` when it is not available. */
export type FindPackage = (name: string) => Promise<Package | undefined> | Package | undefined

/** Where a redirector leads in the end. */
export interface RedirectedTo {
  /** The package that the object is in. */
  readonly into: PackageEdit
  /** The object itself. */
  readonly object: EditExport
}

/** Why a redirector leads to no object, as the end of a sentence about it. */
export interface RedirectsNowhere {
  /** `there is no Bricks.Red, to which it leads`. */
  readonly problem: string
}

/** Tells whether a package contains redirectors of UE3. */
export function hasRedirectors(pkg: Package): boolean {
  return pkg.exports.some((object) => !object.isNull && object.className === 'ObjectRedirector')
}

/** Tells whether an object of a document is a redirector of UE3. */
export function isRedirector(object: EditObject | undefined): object is EditExport {
  return object instanceof EditExport && object.className === 'ObjectRedirector'
}

/** *Where the redirectors of packages lead* (UE3), those of documents and of packages that are found. */
export class Redirectors {
  readonly #find: FindPackage
  readonly #documents = new Map<string, Promise<PackageEdit | undefined>>()
  readonly #indices = new Map<PackageEdit, ExportIndex>()
  /** True if documents have redirectors: asked for each import, of documents with any number of objects. */
  readonly #redirecting = new Map<PackageEdit, boolean>()
  readonly #found = new Map<string, Promise<Package | undefined>>()

  /**
   * @param edits documents, which take precedence over packages of their names.
   * @param find finds the other packages, which are only read.
   */
  constructor(edits: Iterable<PackageEdit>, find: FindPackage = () => undefined) {
    this.#find = find
    for (const edit of edits) {
      const key = edit.package.name.toLowerCase()
      if (!this.#documents.has(key)) this.#documents.set(key, Promise.resolve(edit))
    }
  }

  /** The redirector at an import's path, or that it is inside; `undefined` when there is none. */
  async redirectorOf(entry: EditImport): Promise<EditExport | undefined> {
    const [root = '', ...path] = namesTo(entry)
    const edit = path.length === 0 ? undefined : await this.#withRedirectors(root)
    return edit === undefined ? undefined : this.#redirectorOn(edit, path, entry.className)?.redirector
  }

  /** What an import means that finds a redirector; `undefined` when it finds none. */
  async follow(entry: EditImport): Promise<RedirectedTo | RedirectsNowhere | undefined> {
    const [root = '', ...path] = namesTo(entry)
    const edit = path.length === 0 ? undefined : await this.#withRedirectors(root)
    if (edit === undefined || this.#redirectorOn(edit, path, entry.className) === undefined) return undefined
    return this.#follow(edit, path, entry.className)
  }

  /** The object that a redirector of a document leads to. */
  followFrom(edit: PackageEdit, redirector: EditExport): Promise<RedirectedTo | RedirectsNowhere> {
    return this.#follow(edit, namesTo(redirector), redirector.className)
  }

  async #follow(from: PackageEdit, start: readonly string[], wanted: string): Promise<RedirectedTo | RedirectsNowhere> {
    let [edit, path, className] = [from, start, wanted]
    for (let step = 0; step < MAX_STEPS; step++) {
      const on = this.#redirectorOn(edit, path, className)
      if (on === undefined) {
        const object = this.#index(edit).at(path, className)
        if (object !== undefined) return { into: edit, object }
        return { problem: `there is no ${[edit.package.name, ...path].join('.')}, to which it leads` }
      }
      const { object } = await edit.read(on.redirector)
      const to = object instanceof ue3.ObjectRedirector ? object.destination : null
      if (to instanceof EditExport) path = [...namesTo(to), ...on.rest]
      else if (!(to instanceof EditImport)) return { problem: 'it leads to nothing' }
      else {
        const [root = '', ...inside] = namesTo(to)
        const next = await this.#document(root)
        if (next === undefined) return { problem: `there is no package ${root} here, into which it leads` }
        edit = next
        path = [...inside, ...on.rest]
      }
      if (on.rest.length === 0) className = to.className
    }
    return { problem: 'it leads in a circle' }
  }

  /** The first redirector on a path, and what of the path is inside it. */
  #redirectorOn(
    edit: PackageEdit,
    path: readonly string[],
    className: string,
  ): { readonly redirector: EditExport; readonly rest: readonly string[] } | undefined {
    if (!this.#redirects(edit)) return undefined
    const index = this.#index(edit)
    for (let i = 1; i <= path.length; i++) {
      const found = index.at(path.slice(0, i), i === path.length ? className : '')
      if (isRedirector(found)) return { redirector: found, rest: path.slice(i) }
    }
    return undefined
  }

  #redirects(edit: PackageEdit): boolean {
    let known = this.#redirecting.get(edit)
    if (known === undefined) {
      known = edit.exports.some(isRedirector)
      this.#redirecting.set(edit, known)
    }
    return known
  }

  /** The document of a package with redirectors: others need not be opened as documents. */
  async #withRedirectors(name: string): Promise<PackageEdit | undefined> {
    const known = this.#documents.get(name.toLowerCase())
    if (known !== undefined) return known
    const pkg = await this.#package(name)
    return pkg !== undefined && hasRedirectors(pkg) ? this.#document(name) : undefined
  }

  #document(name: string): Promise<PackageEdit | undefined> {
    const key = name.toLowerCase()
    let known = this.#documents.get(key)
    if (known === undefined) {
      known = this.#package(name).then((pkg) => (pkg === undefined ? undefined : PackageEdit.open(pkg)))
      this.#documents.set(key, known)
    }
    return known
  }

  #package(name: string): Promise<Package | undefined> {
    const key = name.toLowerCase()
    let known = this.#found.get(key)
    if (known === undefined) {
      known = (async () => this.#find(name))()
      this.#found.set(key, known)
    }
    return known
  }

  #index(edit: PackageEdit): ExportIndex {
    let index = this.#indices.get(edit)
    if (index === undefined) {
      index = new ExportIndex(edit)
      this.#indices.set(edit, index)
    }
    return index
  }
}
