import type { FormatContext, ObjectSource } from '@ukit/container'
import type { ScriptDialect } from '@ukit/core'
import type { ClassSymbol, ScriptSymbol, Type, World } from '../symbols/symbol.js'
import type { Expression } from '../syntax/nodes.js'
import type { Span } from '../syntax/span.js'
import type { DebugText } from './debug-notes.js'
import type { Binder, TokenWriter } from './token-writer.js'

/** An object that is not script: what a literal such as `Texture'Botpack.Skins.Red'` finds. */
export interface FoundObject {
  /** What refers to it in the package that is compiled. */
  readonly reference: ObjectSource
  /** Its class, when that is known better than the literal says. */
  readonly class: ClassSymbol | undefined
}

/**
 * *Is called with each dot after an object or class as the compiler reaches it*: the dependencies that a
 * class keeps.
 */
export interface MemberTrace {
  /** A node may be compiled several times, to see what it is; it counts once: the first time this is true. */
  member(node: Span, type: Type): boolean
  /**
   * Forgets what has been met, so that it counts again: the step of a `for`, or what is `within` an argument
   * that the compilers themselves compile twice.
   */
  forget(within?: Span): void
}

/** *Is called with what the compiler takes a part of a text for*: editors show it, and go to it. */
export interface MeaningWatch {
  /**
   * A node may be compiled several times, to see what it is: its first meaning is the one to keep.
   *
   * @param node a name, which is the end of the node, or what is between the operands of an operator.
   */
  means(node: Span, symbol: ScriptSymbol): void
}

/** *Everything that compiling needs besides the text*: made once for a package. */
export interface CompileEnvironment {
  /** All classes that the code may name. */
  readonly world: World
  /** The rules of the game's compiler. */
  readonly dialect: ScriptDialect
  /** The version of the package that the code goes into. */
  readonly context: FormatContext
  /** Makes tokens by name. */
  readonly writer: TokenWriter
  /** Makes references to what the code names. */
  readonly binder: Binder
  /** Name of the package that is compiled: its own classes go before others of the same name. */
  readonly packageName: string
  /**
   * True if a name may be a tag of an enum that only a missing package has: not in decompiled code, where
   * tags are only of known enums.
   */
  readonly mayNameMissingTags: boolean
  /**
   * A literal whose object is not found is None: in UE3 that is only a warning (BSF, whose sound was not
   * there), which shows something if all that the compiler found is known.
   */
  readonly missingObjectsAreNone?: boolean
  /** An object that is not script, by the class in the literal and the path, which may be a part of it. */
  findObject(className: string, path: string): FoundObject | undefined
  /** Set if anyone wants to know it. */
  readonly trace?: MemberTrace
  /** Set if anyone wants to know what names mean; scripts then say where each statement comes from. */
  readonly watch?: MeaningWatch | undefined
  /**
   * The text of the class, for a build with `-debug`: code then has the notes that say which place each part
   * of it comes from. The tokens of the engine's line need to have DebugInfo: UE1 does not.
   */
  readonly debug?: DebugText | undefined
  /** The expression that the text of a constant is; `undefined` when it is not one. */
  constant(text: string): Expression | undefined
}

/** *Something that kept code from being compiled.* */
export interface CompileProblem {
  /** What is wrong, and what was expected. */
  readonly message: string
  /** Offsets in the text. */
  readonly start: number
  /** After the last character of the place. */
  readonly end: number
  /** What the author may have meant. */
  readonly suggestion: string | undefined
  /** A package that is not available, when the problem may come from that. */
  readonly missingPackage: string | undefined
  /**
   * A package that is available, and has no class that this is about: if native code does not declare it, the
   * package is of another revision.
   */
  readonly lackedBy?: string | undefined
}

/** Ends the compilation of a statement; what is wrong has been noted. */
export class CompileStop extends Error {
  constructor() {
    super('stopped')
    this.name = 'CompileStop'
  }
}
