import type { ExecValues } from './directives.js'
import { ExecError, type ExecLine } from './exec-line.js'

/** *A mesh as the lines about it describe it*: all of them are needed before it can be made. */
export interface ExecMesh {
  readonly name: string
  /** The place of the line that imports it. */
  readonly place: string
  /** The line that imports its files: vertex animation or a skeletal mesh. */
  readonly source:
    | { readonly kind: 'vertex'; readonly values: ExecValues<'MESH IMPORT'> }
    | { readonly kind: 'skeletal'; readonly values: ExecValues<'MESH MODELIMPORT'> }
  origin?: ExecValues<'MESH ORIGIN'>
  scale?: ExecValues<'MESHMAP SCALE'>
  detail?: ExecValues<'MESH LODPARAMS'>
  collision?: ExecValues<'MESH COLLISION'>
  animation?: string
  weaponBone?: string
  weaponPlace?: ExecValues<'MESH WEAPONPOSITION'>
  readonly sequences: ExecValues<'MESH SEQUENCE'>[]
  readonly notifies: ExecValues<'MESH NOTIFY'>[]
  readonly dropped: ExecValues<'MESH DROPFRAMES'>[]
  readonly sockets: ExecValues<'MESH SOCKET'>[]
  /** Textures of its surfaces, by the number of the surface; the last line about a surface counts. */
  readonly textures: Map<number, ExecValues<'MESHMAP SETTEXTURE'>>
}

/** *An animation of a skeleton*, as the lines about it describe it. */
export interface ExecAnimation {
  readonly name: string
  readonly place: string
  readonly values: ExecValues<'ANIM IMPORT'>
  readonly sequences: ExecValues<'ANIM SEQUENCE'>[]
  readonly notifies: ExecValues<'ANIM NOTIFY'>[]
}

/** *What lines have said about meshes and animations so far*; names are compared ignoring case. */
export class ExecModels {
  readonly #meshes = new Map<string, ExecMesh>()
  readonly #animations = new Map<string, ExecAnimation>()

  /** Returns the meshes, in the order of their imports, and forgets them. */
  takeMeshes(): readonly ExecMesh[] {
    const meshes = [...this.#meshes.values()]
    this.#meshes.clear()
    return meshes
  }

  /** Returns the animations, in the order of their imports, and forgets them. */
  takeAnimations(): readonly ExecAnimation[] {
    const animations = [...this.#animations.values()]
    this.#animations.clear()
    return animations
  }

  /**
   * Takes a line about a mesh or an animation; returns `false` for any other line.
   *
   * @throws {ExecError} when no earlier line has imported the mesh or animation.
   */
  add(line: ExecLine, place: string): boolean {
    switch (line.directive) {
      case 'MESH IMPORT':
        this.#begin(line.values.MESH, place, { kind: 'vertex', values: line.values })
        return true
      case 'MESH MODELIMPORT':
        this.#begin(line.values.MESH, place, { kind: 'skeletal', values: line.values })
        return true
      case 'MESH ORIGIN':
        this.#mesh(line.values.MESH).origin = line.values
        return true
      case 'MESH SEQUENCE':
        replaceNamed(this.#mesh(line.values.MESH).sequences, line.values)
        return true
      case 'MESH NOTIFY':
        this.#mesh(line.values.MESH).notifies.push(line.values)
        return true
      case 'MESH LODPARAMS':
        this.#mesh(line.values.MESH).detail = line.values
        return true
      case 'MESH DEFAULTANIM':
        this.#mesh(line.values.MESH).animation = line.values.ANIM
        return true
      case 'MESH WEAPONATTACH':
        this.#mesh(line.values.MESH).weaponBone = line.values.BONE
        return true
      case 'MESH WEAPONPOSITION':
        this.#mesh(line.values.MESH).weaponPlace = line.values
        return true
      case 'MESH SOCKET':
        this.#mesh(line.values.MESH).sockets.push(line.values)
        return true
      case 'MESH COLLISION':
        this.#mesh(line.values.MESH).collision = line.values
        return true
      case 'MESH DROPFRAMES':
        this.#mesh(line.values.MESH).dropped.push(line.values)
        return true
      case 'MESHMAP NEW':
        return true
      case 'MESHMAP SCALE':
        this.#mesh(line.values.MESHMAP).scale = line.values
        return true
      case 'MESHMAP SETTEXTURE':
        this.#mesh(line.values.MESHMAP).textures.set(line.values.NUM, line.values)
        return true
      case 'ANIM IMPORT': {
        const name = line.values.ANIM
        this.#animations.set(keyOf(name), { name, place, values: line.values, sequences: [], notifies: [] })
        return true
      }
      case 'ANIM SEQUENCE':
        replaceNamed(this.#animation(line.values.ANIM).sequences, line.values)
        return true
      case 'ANIM NOTIFY':
        this.#animation(line.values.ANIM).notifies.push(line.values)
        return true
      case 'ANIM DIGEST':
        this.#animation(line.values.ANIM)
        return true
      default:
        return false
    }
  }

  /** A second import of a mesh discards what lines have said about the first. */
  #begin(name: string, place: string, source: ExecMesh['source']): void {
    const lists = { sequences: [], notifies: [], dropped: [], sockets: [] }
    this.#meshes.set(keyOf(name), { name, place, source, ...lists, textures: new Map() })
  }

  #mesh(name: string): ExecMesh {
    const mesh = this.#meshes.get(keyOf(name))
    if (mesh === undefined) throw new ExecError(`no earlier line imports a mesh ${name}`)
    return mesh
  }

  #animation(name: string): ExecAnimation {
    const animation = this.#animations.get(keyOf(name))
    if (animation === undefined) throw new ExecError(`no earlier line imports an animation ${name}`)
    return animation
  }
}

/** A sequence replaces an earlier one of the same name. */
function replaceNamed<T extends { readonly SEQ: string }>(list: T[], value: T): void {
  const at = list.findIndex(({ SEQ }) => keyOf(SEQ) === keyOf(value.SEQ))
  if (at < 0) list.push(value)
  else list[at] = value
}

function keyOf(name: string): string {
  return name.toLowerCase()
}
