const DECLARED = /^(?:Class|Function|State|Struct|ScriptStruct|Enum|Const|\w*Property)$/i

/**
 * *Whether objects of a class are what scripts declare*: classes, functions, states, structs, enums,
 * constants and variables. Other objects in a class come from its default properties or from files.
 *
 * The text that a class keeps (`TextBuffer`) is not declared, but belongs to the declaration of its class.
 *
 * @param className ignoring case.
 */
export function isDeclaredClass(className: string): boolean {
  return DECLARED.test(className)
}
