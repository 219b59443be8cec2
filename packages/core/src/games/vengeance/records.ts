import type { Archive, ObjectSource, Serializable } from '@ukit/container'
import { Name, UString } from '@ukit/container'
import { nameArray, objectArray } from '@ukit/objects/common'

/** *What SWAT 4 adds to a struct, function, state or class*: the preprocessed text. */
export class VengeanceStruct implements Serializable {
  /** A TextBuffer; null if the compiler dropped it. */
  processedText: ObjectSource | null = null

  serialize(ar: Archive): void {
    this.processedText = ar.object(this.processedText, 'processedText')
  }
}

/** *What SWAT 4 adds to a variable for its editor.* */
export class VengeanceVariable implements Serializable {
  /** The kinds of combo box and display in the editor. */
  editorNames: [Name, Name] = [Name.NONE, Name.NONE]
  /** The hint that the editor shows. */
  comment = UString.EMPTY

  serialize(ar: Archive): void {
    const [first, second] = this.editorNames
    this.editorNames = [ar.name(first, 'editorNames[0]'), ar.name(second, 'editorNames[1]')]
    this.comment = ar.string(this.comment, 'comment')
  }
}

/** *What SWAT 4 adds to a class.* */
export class VengeanceClass implements Serializable {
  /** Two times of the source file, in 100 ns since 1601, lower halves first. */
  fileTimes: [number, number, number, number] = [0, 0, 0, 0]
  /** The source of the defaults. */
  defaultsText = UString.EMPTY
  /** The path of the source file. */
  filePath = UString.EMPTY
  /** Meaning unknown. */
  names: Name[] = []
  /** The interfaces that it implements. */
  implements: (ObjectSource | null)[] = []
  /** Meaning unknown. */
  objects: (ObjectSource | null)[] = []

  serialize(ar: Archive): void {
    const times = this.fileTimes
    for (const i of [0, 2] as const) {
      times[i] = ar.flagsLow(times[i], times[i === 0 ? 1 : 3], `fileTimes[${i / 2}]`)
      times[i === 0 ? 1 : 3] = ar.flagsHigh(times[i === 0 ? 1 : 3])
    }
    this.defaultsText = ar.string(this.defaultsText, 'defaultsText')
    this.filePath = ar.string(this.filePath, 'filePath')
    this.names = nameArray(ar, this.names, 'names')
    this.implements = objectArray(ar, this.implements, 'implements')
    this.objects = objectArray(ar, this.objects, 'objects')
  }
}
