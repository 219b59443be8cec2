import type { Archive, Serializable } from '@ukit/container'
import { Name, type ObjectSource } from '@ukit/container'
import { recordArray } from '../../common/arrays.js'
import { UnrealObject } from '../../unreal-object.js'

/** How a widget looks in one of its states. */
export class UIStateStyle implements Serializable {
  /** Class of the state. */
  state: ObjectSource | null = null
  /** The style that counts in that state. */
  style: ObjectSource | null = null

  serialize(ar: Archive): void {
    this.state = ar.object(this.state, 'state')
    this.style = ar.object(this.style, 'style')
  }
}

/** *UIStyle: how widgets look in each of their states.* 54 of 54, versions 512 to 740. */
export class UIStyle extends UnrealObject {
  /** One for each state that looks different. */
  states: UIStateStyle[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.states = recordArray(ar, this.states, () => new UIStateStyle(), 8, 'states')
  }
}

/** *UIDynamicFieldProvider: fields that exist only at run time.* 14 of 14, all empty. */
export class UIDynamicFieldProvider extends UnrealObject {
  /** Entries of the map of values; what one looks like is not known, so only 0 is read. */
  persistentFieldCount = 0

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.persistentFieldCount = ar.i32(this.persistentFieldCount, 'persistentFieldCount')
  }
}

/** How the mouse's arrow looks. */
export class UICursor implements Serializable {
  /** What widgets ask for it by. */
  name: Name = Name.NONE
  /** Name of the style that it is drawn in. */
  style: Name = Name.NONE
  /** The picture. */
  texture: ObjectSource | null = null

  serialize(ar: Archive): void {
    this.name = ar.name(this.name, 'name')
    this.style = ar.name(this.style, 'style')
    this.texture = ar.object(this.texture, 'texture')
  }
}

/** *UISkin: styles and arrows.* 1 of 1, version 740; the styles are properties and objects of their own. */
export class UISkin extends UnrealObject {
  /** One for each shape of the arrow. */
  cursors: UICursor[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.cursors = recordArray(ar, this.cursors, () => new UICursor(), 20, 'cursors')
  }
}
