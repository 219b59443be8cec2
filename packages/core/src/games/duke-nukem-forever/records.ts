import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Name, UString } from '@ukit/container'
import { objectArray, stringArray } from '@ukit/objects/common'

/** *What Duke Nukem Forever adds to a struct, function, state or class.* */
export class DukeStruct implements Serializable {
  /** A text, which may include others. */
  includeText: ObjectSource | null = null
  /** The texts that it includes. */
  includeTexts: (ObjectSource | null)[] = []
  /** Meaning unknown. */
  byte = 0
  /** Meaning unknown. */
  name = Name.NONE

  serialize(ar: Archive): void {
    this.includeText = ar.object(this.includeText, 'includeText')
    this.includeTexts = objectArray(ar, this.includeTexts, 'includeTexts')
    this.byte = ar.u8(this.byte, 'byte')
    this.name = ar.name(this.name, 'name')
  }
}

/** *What Duke Nukem Forever adds to a class*: strings, a flag, and bits. */
export class DukeClass implements Serializable {
  /** Meaning unknown. */
  tags: UString[] = []
  /** Meaning unknown. */
  flag = 0
  /** Meaning unknown. */
  bits: Uint8Array = new Uint8Array(0)

  serialize(ar: Archive): void {
    this.tags = stringArray(ar, this.tags, 'tags')
    this.flag = ar.i32(this.flag, 'flag')
    const count = ar.count(this.bits.length, 'bits.count', 1)
    this.bits = ar.bytes(this.bits, count, 'bits')
  }
}

/** Bits of a variable's flags: it has a comment; it names a function. */
const COMMENT = 0x80_0000
const NOTIFY = 0x200_0000

/** *What Duke Nukem Forever adds to a variable*, depending on its flags. */
export class DukeVariable implements Serializable {
  /** The hint that the editor shows. */
  comment = UString.EMPTY
  /** The function to call on replication. */
  notify = Name.NONE
  readonly #variable: object

  constructor(variable: object) {
    this.#variable = variable
  }

  serialize(ar: Archive): void {
    const variable = this.#variable
    const flags = 'flags' in variable && typeof variable.flags === 'number' ? variable.flags : 0
    if ((flags & COMMENT) !== 0) this.comment = ar.string(this.comment, 'comment')
    if ((flags & NOTIFY) !== 0) this.notify = ar.name(this.notify, 'notify')
  }
}
