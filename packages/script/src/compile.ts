/** UnrealScript to bytecode: the function compiler, and compiled texts put into packages. @module */

export type { CompileEnvironment, CompileProblem, FoundObject, MemberTrace } from './compile/environment.js'
export { stringValue } from './compile/members.js'
export { environmentOf } from './compile/package-environment.js'
export { type CompiledScript, compileConditions, compileFunction, compileState } from './compile/scripts.js'
export { type Binder, LooseBinder, SymbolReference, TokenWriter } from './compile/token-writer.js'
export { patchSource } from './patch/patch-source.js'
