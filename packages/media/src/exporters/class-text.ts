import { ExportObject, type PackageObject } from '@ukit/core'

/** Whether an object is a class that the package declares. */
function isClass(object: PackageObject | null): object is ExportObject {
  return object instanceof ExportObject && object.entry.class === 0
}

/**
 * The class whose source a text is. The text is in the class as `ScriptText`, or, in some games (SWAT 4),
 * beside the class under its name. `undefined` for any other text.
 */
export function classOfText(text: ExportObject): ExportObject | undefined {
  const name = text.name.toLowerCase()
  if (isClass(text.outer) && name === 'scripttext') return text.outer
  const siblings = text.package.children(text.outer)
  return siblings.filter(isClass).find((object) => object.name.toLowerCase() === name)
}
