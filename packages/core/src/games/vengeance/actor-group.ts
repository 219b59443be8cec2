import type { Archive } from '@ukit/container'
import { UString } from '@ukit/container'
import { UnrealObject, ue2 } from '@ukit/objects'

/** Bytes after the name. */
const END_SIZE = 30

/** *ActorGroup: a group of actors in the editor, or the root of all of them* (SWAT 4). 1 of 1. */
export class ActorGroup extends UnrealObject {
  /** 3, 3, 3. */
  header = new ue2.PartHeader()
  /** What the editor shows. */
  title = UString.EMPTY
  /** Groups and actors in it, apparently: 0 in the only one available, which has none. */
  end: Uint8Array = new Uint8Array(END_SIZE)

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    ar.record(this.header, 'header')
    this.title = ar.string(this.title, 'title')
    this.end = ar.bytes(this.end, END_SIZE, 'end')
  }
}
