import type { Archive, ObjectSource } from '@ukit/container'
import { UString } from '@ukit/container'
import { UnrealObject } from '@ukit/objects'
import { objectArray, string, stringArray } from '@ukit/objects/common'

// The parts of conversations that are not properties. Based on a reader; no file with a conversation is
// available.

/** *ConEventRandomLabel: jumps to one of several places in a conversation.* */
export class ConEventRandomLabel extends UnrealObject {
  /** Labels of events, one of which is picked at random. */
  labels: UString[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.labels = stringArray(ar, this.labels, 'labels')
  }
}

/** *ConAudioList: the spoken lines of a mission.* */
export class ConAudioList extends UnrealObject {
  /** Sound objects, which events refer to by number. */
  sounds: (ObjectSource | null)[] = []

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.sounds = objectArray(ar, this.sounds, 'sounds')
  }
}

/** *ExtString: a long text.* */
export class ExtString extends UnrealObject {
  /** The entire text. */
  text = UString.EMPTY

  protected override serializeNative(ar: Archive): void {
    super.serializeNative(ar)
    this.text = string(ar, this.text, 'text')
  }
}
