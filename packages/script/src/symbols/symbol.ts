/**
 * *What names mean*: classes, structs, enums, variables, functions and states, the same whether they come
 * from a compiled package or from source. The compiler asks them how to write code, the decompiler how to
 * read it.
 *
 * Names are compared without case; every map below has names in lower case as its keys.
 */

import type { ObjectSource } from '@ukit/container'
import type { ExportObject, Package } from '@ukit/core'
import type { UnrealObject } from '@ukit/objects'

/** The type of a variable, or of the value of an expression. */
export type Type =
  | { readonly kind: 'byte'; readonly enum: EnumSymbol | null }
  /** With a mark where it is the number of a text (`stringref` of Mass Effect). */
  | { readonly kind: 'int'; readonly isStringRef?: true }
  | { readonly kind: 'bool' | 'float' | 'name' | 'none' | 'void' }
  /** With the class of its variables, where that is not PointerProperty. */
  | { readonly kind: 'pointer'; readonly className?: string }
  /** With its bytes where it has a fixed size: before 62 texts were arrays of letters. */
  | { readonly kind: 'string'; readonly size?: number }
  /** A reference to an object of a class; `null` when the class is not known (a package is missing). */
  | { readonly kind: 'object'; readonly class: ClassSymbol | null }
  /** `class<Meta>`: a reference to a class. */
  | { readonly kind: 'class'; readonly metaClass: ClassSymbol | null }
  | { readonly kind: 'struct'; readonly struct: StructSymbol | null }
  | { readonly kind: 'array'; readonly inner: Type }
  /** Without types where its text is C++ (UE3). */
  | { readonly kind: 'map'; readonly key?: Type; readonly value?: Type }
  | { readonly kind: 'delegate'; readonly function: FunctionSymbol | null }
  | { readonly kind: 'interface'; readonly class: ClassSymbol | null }

/** What all symbols have. */
export interface SymbolBase {
  /** As it is declared. */
  readonly name: string
  /** Full path, package first: `Engine.Actor.Tick`. */
  readonly path: string
}

/** What the line of a class's declaration says that its subclasses inherit, besides flags. */
export interface ClassWords {
  /** The ini file; empty for none. */
  readonly configName: string
  readonly hideCategories: readonly string[]
  readonly autoExpandCategories: readonly string[]
  readonly autoCollapseCategories: readonly string[]
  readonly dontSortCategories: readonly string[]
  /**
   * How many classes and structs, and how many enums, it lists as imported, where the language has such
   * lists.
   */
  readonly imports: readonly [names: number, objects: number]
}

/** A class. */
export interface ClassSymbol extends SymbolBase {
  /** Tells symbols apart. */
  readonly kind: 'class'
  /** The package that it is in. */
  readonly packageName: string
  /** `null` for Object, and when the package of the super class is missing: see `isSuperMissing`. */
  readonly super: ClassSymbol | null
  /** True if the package of the super class is missing. */
  readonly isSuperMissing: boolean
  /** The package that is not available, when nothing but the name of the class is known; else `null`. */
  readonly missingPackage: string | null
  /**
   * The package that it is said to be in, which is available and does not have it, if it is not one that
   * native code is known to declare.
   */
  readonly lackedBy?: string | null
  /** The class of the objects that its objects live in; `null` for Object. */
  readonly within: ClassSymbol | null
  /** Bits of `ClassFlag`. */
  readonly flags: number
  /** What its subclasses inherit, of a class of a built-in table; packages have it in their objects. */
  readonly words?: ClassWords | undefined
  /** True if it is declared as an `interface` (UE3). */
  readonly isInterface: boolean
  /** It is an interface of SWAT 4, which has Object as its super and those that it extends as interfaces. */
  readonly extendsInterfaces?: boolean
  /** Interfaces that it implements itself (UE3, SWAT 4). */
  readonly interfaces: readonly ClassSymbol[]
  /** What it declares itself, in the order of the text. */
  readonly fields: readonly FieldSymbol[]
  /** True if its maps are in the order of the text too: `fields` may take long to make. */
  readonly hasOrderedMaps?: boolean
  /** Variables that it declares itself, by name in lower case. */
  readonly variables: ReadonlyMap<string, VariableSymbol>
  /** Constants that it declares itself, by name in lower case. */
  readonly constants: ReadonlyMap<string, ConstSymbol>
  /** Enums that it declares itself, by name in lower case. */
  readonly enums: ReadonlyMap<string, EnumSymbol>
  /** Structs that it declares itself, by name in lower case. */
  readonly structs: ReadonlyMap<string, StructSymbol>
  /** Functions that are not operators. */
  readonly functions: ReadonlyMap<string, FunctionSymbol>
  /** The same, where a word has several functions (SWAT 4), in the order of the text. */
  readonly overloads: ReadonlyMap<string, readonly FunctionSymbol[]>
  /** Operators by their symbol or word, in the order of the text. */
  readonly operators: ReadonlyMap<string, readonly FunctionSymbol[]>
  /** States that it declares itself, by name in lower case. */
  readonly states: ReadonlyMap<string, StateSymbol>
}

/** A struct. */
export interface StructSymbol extends SymbolBase {
  readonly kind: 'struct'
  /** The package that is not available, when nothing but the name is known; else `null`. */
  readonly missingPackage: string | null
  /** The struct that it extends; `null` for none. */
  readonly super: StructSymbol | null
  /** The class that declares it; `null` when that is not known. */
  readonly owner: ClassSymbol | null
  readonly flags: number
  /** Its own variables, in the order of the text. */
  readonly members: readonly VariableSymbol[]
  /** Enums that it declares, of a struct of a built-in table; packages have them as objects of their own. */
  readonly enums?: readonly EnumSymbol[]
}

/** An enum. */
export interface EnumSymbol extends SymbolBase {
  readonly kind: 'enum'
  readonly owner: ClassSymbol | null
  /** Names of its values, from 0. */
  readonly tags: readonly string[]
}

/** A constant: a piece of text that is compiled where it is used. */
export interface ConstSymbol extends SymbolBase {
  readonly kind: 'const'
  readonly owner: ClassSymbol | null
  /** Its value as written in source. */
  readonly text: string
}

/** A variable of a class or struct, a parameter, a result or a local variable. */
export interface VariableSymbol extends SymbolBase {
  readonly kind: 'variable'
  /** The class of the object that declares it in a package: `IntProperty`. */
  readonly className: string
  /** The type of its value, or of each element of an array of a fixed length. */
  readonly type: Type
  /** Elements of a static array, 1 for a plain variable. */
  readonly dimension: number
  readonly flags: number
  readonly flagsHigh: number
  /** Which classes may not use it, since UE2, as far as a package says so; `undefined` for none. */
  readonly access?: 'private' | 'protected' | undefined
}

/** A function, operator or delegate. */
export interface FunctionSymbol extends SymbolBase {
  readonly kind: 'function'
  /** The word or symbol in source: `+` of `Add_IntInt`. */
  readonly friendlyName: string
  /** The class that declares it. */
  readonly class: ClassSymbol
  /** The state that declares it. */
  readonly state: StateSymbol | null
  readonly super: FunctionSymbol | null
  readonly flags: number
  /** 0 for functions that are not native, and for natives without a number. */
  readonly nativeIndex: number
  /** Of a binary operator: a lower number binds tighter; 0 for others. */
  readonly precedence: number
  /** Where its code starts in the class's text; −1 when that is not known. */
  readonly textPosition: number
  /** In the order of the declaration. */
  readonly parameters: readonly VariableSymbol[]
  /** What it returns; `null` for nothing. */
  readonly returnValue: VariableSymbol | null
  /** Variables of its own, in the order of the text. */
  readonly locals: readonly VariableSymbol[]
}

/** A state. */
export interface StateSymbol extends SymbolBase {
  readonly kind: 'state'
  readonly class: ClassSymbol
  readonly super: StateSymbol | null
  readonly flags: number
  /** Functions that it declares itself, by name in lower case. */
  readonly functions: ReadonlyMap<string, FunctionSymbol>
}

/** What a class declares. */
export type FieldSymbol = VariableSymbol | ConstSymbol | EnumSymbol | StructSymbol | FunctionSymbol | StateSymbol

/** Any symbol. */
export type ScriptSymbol = ClassSymbol | FieldSymbol

/**
 * *All classes that can be named*: those of the given packages and of the packages that it needs, loaded
 * before anything is asked, so that every question is answered at once.
 *
 * It is live, as its symbols are: another thread loads its own.
 */
export interface World {
  /** A class by its name, in any loaded package; the given package's own wins. */
  class(name: string, ownPackage?: string): ClassSymbol | undefined
  /** A symbol by the full path that a package gives an object: `Engine.Actor.Location`. */
  byPath(path: string): ScriptSymbol | undefined
  /** A struct by its name, in any loaded package. */
  struct(name: string): StructSymbol | undefined
  /** All structs of a name. */
  structsNamed(name: string): readonly StructSymbol[]
  /** An enum by its name, in any loaded package. */
  enum(name: string): EnumSymbol | undefined
  /** All enums of a name, nearest package first. */
  enumsNamed(name: string): readonly EnumSymbol[]
  /** A constant by its name, of any class: default properties of UE3 name them so. */
  constant(name: string): ConstSymbol | undefined
  /** Enums that have a tag of that name. */
  enumsWithTag(tag: string): readonly EnumSymbol[]
  /**
   * The native function or operator of a number.
   *
   * @param of the class that it is called on: where several functions have the number, it is the one that
   *   this class inherits from farthest.
   */
  native(index: number, of?: ClassSymbol | null): FunctionSymbol | undefined
  /**
   * What a reference in a package means, an export's or an import's object; `undefined` for no script object.
   */
  symbolOf(reference: ObjectSource | null): ScriptSymbol | undefined
  /** The object that a symbol comes from, decoded as far as it can be; `undefined` when there is none. */
  objectOf(symbol: ScriptSymbol): UnrealObject | undefined
  /** The row of the object that a symbol comes from. */
  exportOf(symbol: ScriptSymbol): ExportObject | undefined
  /** The classes that a package declares, in the order of its table. */
  classesOf(pkg: Package): readonly ClassSymbol[]
  /**
   * Paths of classes that packages refer to, that none has, and that nobody has asked for yet: which class
   * such a name means may depend on what is asked for first.
   */
  openClasses(): readonly string[]
  /** All loaded packages, nearest first. */
  readonly packages: readonly Package[]
  /** Packages that were asked for and are not available. */
  readonly missingPackages: readonly string[]
  /** Packages that are not available either, but of which a built-in table says what they declare. */
  readonly standIns: readonly StandIn[]
}

/** A package that is not available, and of which game the declarations are that take its place. */
export interface StandIn {
  /** The package. */
  readonly name: string
  /** The game: `Unreal Tournament`. */
  readonly game: string
}
