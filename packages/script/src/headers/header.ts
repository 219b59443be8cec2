import { ClassFlag, FunctionFlag, ObjectFlag } from '@ukit/container'
import type { Package } from '@ukit/core'
import { UniqueNames } from '@ukit/files/internal'
import { plural } from '@ukit/text/internal'
import type { ClassSymbol, EnumSymbol, FunctionSymbol, StructSymbol, World } from '../symbols/symbol.js'
import { Layouts, type MemoryLayout } from './class-layout.js'
import { cppClass, cppMember, cppName, cppStruct, lineOf } from './cpp-names.js'
import { cppType } from './cpp-types.js'
import { eventThunk } from './event-thunk.js'

/** What a header has. */
export interface HeaderOptions {
  /** Every class, not only those with code in C++ that are not declared `noexport`. */
  readonly all?: boolean | undefined
  /** Structs that the classes declare; UE1's own headers have them written by hand. */
  readonly structs?: boolean | undefined
  /** Files of C++ with more members, ignoring case: `AActor.h` is included into the class `AActor`. */
  readonly includes?: ReadonlySet<string> | undefined
  /** Sizes and offsets as comments. */
  readonly offsets?: boolean | undefined
  /** C++ that classes and structs have in their texts, as `cppTexts` gives it. */
  readonly cppTexts?: ReadonlyMap<string, string> | undefined
}

/** Defaults of `HeaderOptions`. */
export const HEADER_DEFAULTS = { all: false, structs: true, offsets: false } as const

/** A class of a header. */
export interface HeaderClass {
  /** The class. */
  readonly symbol: ClassSymbol
  /** Its name in C++: `AActor`. */
  readonly name: string
  /** The name of its super class in C++. */
  readonly superName: string
  /** Where its variables are in memory. */
  readonly layout: MemoryLayout
}

/** A native function of a header. */
export interface HeaderNative {
  /** The class that declares it. */
  readonly className: string
  /** The name of the function. */
  readonly name: string
  /** −1 when it is called by name. */
  readonly index: number
}

/** *The C++ header of a package*: what the engine's `make -h` writes. */
export interface PackageHeader {
  /** `EngineClasses.h` */
  readonly fileName: string
  /** The header file. */
  readonly text: string
  /** Those that the header declares, in its order. */
  readonly classes: readonly HeaderClass[]
  /** Native functions that the header declares. */
  readonly natives: readonly HeaderNative[]
  /** Names of events. */
  readonly names: readonly string[]
}

/** Flags of a class that the header repeats, in this order. */
const SHOWN_FLAGS = [
  ['CLASS_Transient', ClassFlag.Transient],
  ['CLASS_Config', ClassFlag.Config],
  ['CLASS_NativeReplication', ClassFlag.NativeReplication],
] as const

/** UE3: the flag of native classes, which UE1 and UE2 note in the flags of the object. */
const NATIVE_CLASS = 0x80

/**
 * *Writes `XClasses.h`* of a compiled package, in the form of UE1 and UE2: enums, structs, classes with their
 * variables in memory order, parameters and calls of events, native functions with their numbers, names.
 *
 * Facts: the seed on `make -h`; the form after Epic's public header of Unreal Tournament 432.
 */
export function packageHeader(pkg: Package, world: World, options: HeaderOptions = {}): PackageHeader {
  return new HeaderWriter(pkg, world, { ...HEADER_DEFAULTS, ...options }).header()
}

class HeaderWriter {
  readonly #pkg: Package
  readonly #world: World
  readonly #options: HeaderOptions
  readonly #layouts: Layouts
  readonly #macro: string
  readonly #engine: number
  readonly #lines: string[] = []
  readonly #names = new Map<string, string>()
  readonly #natives: HeaderNative[] = []
  readonly #classNames = new Map<ClassSymbol, string>()

  constructor(pkg: Package, world: World, options: HeaderOptions) {
    this.#pkg = pkg
    this.#world = world
    this.#options = options
    this.#layouts = new Layouts(world, pkg.context)
    this.#macro = cppName(pkg.name).toUpperCase()
    this.#engine = pkg.context.engine
  }

  header(): PackageHeader {
    const once = new UniqueNames('_')
    const shown = treeOrder(this.#world.classesOf(this.#pkg)).filter((symbol) => this.#isShown(symbol))
    for (const symbol of shown) this.#classNames.set(symbol, once.take(cppClass(symbol)))
    const classes = shown.map((symbol) => ({
      symbol,
      name: this.#className(symbol),
      superName: this.#className(symbol.super),
      layout: this.#layouts.classLayout(symbol),
    }))
    const body: string[] = []
    for (const found of classes) body.push(...this.#classText(found))
    this.#lines.push(...this.#head(), ...body, ...this.#tail())
    return {
      fileName: `${cppName(this.#pkg.name)}Classes.h`,
      text: `${this.#lines.join('\n')}\n`,
      classes,
      natives: this.#natives,
      names: [...this.#names.keys()],
    }
  }

  #isShown(symbol: ClassSymbol): boolean {
    if (this.#options.all) return true
    const isNative =
      this.#engine === 3
        ? (symbol.flags & NATIVE_CLASS) !== 0
        : ((this.#world.exportOf(symbol)?.flags ?? 0) & ObjectFlag.Native) !== 0
    return isNative && (symbol.flags & ClassFlag.NoExport) === 0
  }

  #className(symbol: ClassSymbol | null): string {
    return (symbol === null ? undefined : this.#classNames.get(symbol)) ?? cppClass(symbol)
  }

  #head(): string[] {
    const { name, version, licensee } = this.#pkg
    const macro = this.#macro
    return [
      '/*===========================================================================',
      `    C++ classes of ${name.replaceAll('*/', '* /')}, version ${version}/${licensee}, by ukit headers.`,
      '    Changes are lost: change the classes in UnrealScript instead.',
      '===========================================================================*/',
      '#if _MSC_VER',
      '#pragma pack (push,4)',
      '#endif',
      '',
      `#ifndef ${macro}_API`,
      `#define ${macro}_API DLL_IMPORT`,
      '#endif',
      '',
      '#ifndef NAMES_ONLY',
      `#define AUTOGENERATE_NAME(name) extern ${macro}_API FName ${macro}_##name;`,
      '#define AUTOGENERATE_FUNCTION(cls,idx,name)',
      '#endif',
      '',
      ...[...this.#names.keys()].map((event) => `AUTOGENERATE_NAME(${event})`),
      '',
      '#ifndef NAMES_ONLY',
      '',
    ]
  }

  #tail(): string[] {
    return [
      '',
      '#endif',
      '',
      ...this.#natives.map(({ className, name, index }) => `AUTOGENERATE_FUNCTION(${className},${index},exec${name});`),
      '',
      '#ifndef NAMES_ONLY',
      '#undef AUTOGENERATE_NAME',
      '#undef AUTOGENERATE_FUNCTION',
      '#endif',
      '',
      '#if _MSC_VER',
      '#pragma pack (pop)',
      '#endif',
    ]
  }

  #classText({ symbol, name, superName, layout }: HeaderClass): string[] {
    const functions = symbol.fields.filter((field) => field.kind === 'function').reverse()
    // An event of a super is called through the super's.
    const events = functions.filter((found) => (found.flags & FunctionFlag.Event) !== 0 && found.super === null)
    const natives = functions.filter((found) => (found.flags & FunctionFlag.Native) !== 0)
    const include = [...(this.#options.includes ?? [])].find((file) => file.toLowerCase() === `${name}.h`.toLowerCase())
    const flags = SHOWN_FLAGS.filter(([, bit]) => (symbol.flags & bit) !== 0).map(([flag]) => `|${flag}`)
    const size = `${layout.isExact ? '' : 'at least '}${plural(layout.size, 'byte')}`
    const once = new UniqueNames('_')
    return [
      ...symbol.fields
        .filter((field) => field.kind === 'enum')
        .reverse()
        .flatMap(enumText),
      ...this.#constTexts(symbol),
      ...(this.#options.structs ? symbol.fields.filter((field) => field.kind === 'struct') : []).flatMap((struct) =>
        this.#structText(struct),
      ),
      '',
      ...events.flatMap((event) => this.#parametersText(name, event)),
      `class ${this.#macro}_API ${name}${symbol.super === null && !symbol.isSuperMissing ? '' : ` : public ${superName}`}`,
      '{',
      'public:',
      ...(this.#options.offsets ? [`    // ${size}, its own from ${layout.start} on`] : []),
      ...this.#variablesText(layout, 'class'),
      ...natives.map((native) => this.#nativeText(name, native, once)),
      ...events.flatMap((event) => this.#eventText(name, event, once)),
      `    DECLARE_CLASS(${name},${superName},0${flags.join('')},${cppName(this.#pkg.name)})`,
      ...(include === undefined ? [] : [`    #include "${include}"`]),
      ...this.#cppText(symbol.name),
      ...(include === undefined && !this.#hasCppText(symbol.name) ? [`    NO_DEFAULT_CONSTRUCTOR(${name})`] : []),
      '};',
      '',
    ]
  }

  #hasCppText(path: string): boolean {
    return this.#options.cppTexts?.has(path.toLowerCase()) === true
  }

  /** What the text of a class or struct has between the braces of `cpptext`. */
  #cppText(path: string): string[] {
    return this.#options.cppTexts?.get(path.toLowerCase())?.split('\n') ?? []
  }

  /** UE2: constants as macros. */
  #constTexts(symbol: ClassSymbol): string[] {
    if (this.#engine < 2) return []
    return symbol.fields
      .filter((field) => field.kind === 'const')
      .map(({ name, text }) => `#define UCONST_${cppName(name)} ${text.trim().replaceAll(/[\r\n]+/g, ' ')}`)
  }

  #structText(struct: StructSymbol): string[] {
    const above = struct.super === null ? '' : ` : public ${cppStruct(struct.super)}`
    const layout = this.#layouts.structLayout(struct)
    return [
      '',
      `struct ${this.#macro}_API ${cppStruct(struct)}${above}`,
      '{',
      ...(this.#options.offsets ? [`    // ${plural(layout.size, 'byte')}`] : []),
      ...this.#variablesText(layout, 'struct'),
      ...this.#cppText(`${struct.owner?.name ?? ''}.${struct.name}`),
      '};',
    ]
  }

  #variablesText({ variables }: MemoryLayout, place: 'class' | 'struct'): string[] {
    let wasBit = false
    const once = new UniqueNames('_')
    return variables.map(({ symbol, offset, bit }) => {
      const isBit = bit >= 0
      // Where bytes of bools begin or end, a compiler has to be told the boundary.
      const pack = isBit === wasBit ? '' : ' GCC_PACK(4)'
      wasBit = isBit
      const dimension = symbol.dimension > 1 ? `[${symbol.dimension}]` : ''
      const name = `${once.take(cppName(symbol.name))}${dimension}${isBit ? ':1' : ''}`
      const note = this.#options.offsets ? `  // ${offset}${isBit ? `, bit ${bit}` : ''}` : ''
      return `    ${cppType(symbol.type, place, this.#engine)} ${name}${pack};${note}`
    })
  }

  #nativeText(className: string, native: FunctionSymbol, once: UniqueNames): string {
    const name = once.take(cppMember(native.name))
    this.#natives.push({ className, name, index: native.nativeIndex === 0 ? -1 : native.nativeIndex })
    return `    DECLARE_FUNCTION(exec${name});`
  }

  #parametersText(className: string, event: FunctionSymbol): string[] {
    const parameters = [...event.parameters, ...(event.returnValue === null ? [] : [event.returnValue])]
    return [
      `struct ${className}_event${cppMember(event.name)}_Parms`,
      '{',
      ...parameters.map((parameter) => {
        const dimension = parameter.dimension > 1 ? `[${parameter.dimension}]` : ''
        return `    ${cppType(parameter.type, 'struct', this.#engine)} ${cppName(parameter.name)}${dimension};`
      }),
      '};',
    ]
  }

  #eventText(className: string, event: FunctionSymbol, once: UniqueNames): string[] {
    const name = cppMember(event.name)
    this.#names.set(name, name)
    return eventThunk(event, {
      className,
      memberName: `event${once.take(`event${name}`).slice('event'.length)}`,
      macro: this.#macro,
      engine: this.#engine,
    })
  }
}

/** An enum, and after its names the number of them, where the source does not have it itself. */
function enumText({ name, tags }: EnumSymbol): string[] {
  const once = new UniqueNames('_')
  const listed = tags.map((tag) => once.take(cppName(tag)))
  const most = tags.length > 0 && !/_MAX$/i.test(tags.at(-1) ?? '') ? [once.take(`${commonPrefix(tags)}MAX`)] : []
  const lines = [...listed, ...most].map((tag, value) => `    ${tag.padEnd(24)}=${value},`)
  return [`enum ${cppName(name)}`, '{', ...lines, '};']
}

/** `LT_` of LT_None and LT_Steady. */
function commonPrefix(tags: readonly string[]): string {
  const [first = ''] = tags
  const prefix = first.slice(0, first.indexOf('_') + 1)
  return cppName(prefix === '' ? `${first}_` : prefix)
}

/** Classes below each other: a class, then those that extend it, each with all of its own, in table order. */
function treeOrder(classes: readonly ClassSymbol[]): ClassSymbol[] {
  const own = new Set(classes)
  const below = new Map<ClassSymbol | undefined, ClassSymbol[]>()
  for (const symbol of classes) {
    // Those of circles, which only a damaged package has, come first like those without a super.
    const isCircle = [...lineOf(symbol)].length >= classes.length + 256
    const above = symbol.super !== null && own.has(symbol.super) && !isCircle ? symbol.super : undefined
    const known = below.get(above)
    if (known === undefined) below.set(above, [symbol])
    else known.push(symbol)
  }
  const order: ClassSymbol[] = []
  const seen = new Set<ClassSymbol>()
  const stack = [...(below.get(undefined) ?? [])].reverse()
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if (seen.has(next)) continue
    seen.add(next)
    order.push(next)
    stack.push(...[...(below.get(next) ?? [])].reverse())
  }
  return [...order, ...classes.filter((symbol) => !seen.has(symbol))]
}
