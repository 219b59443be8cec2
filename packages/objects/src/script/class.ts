import type { Archive } from '@ukit/container'
import {
  ancestryOf,
  Feature,
  Guid,
  Name,
  type ObjectSource,
  type Serializable,
  UString,
  Version,
} from '@ukit/container'
import { PropertyList } from '../property.js'
import { serializeNames, serializeObjects } from './field.js'
import { State } from './state.js'

/** A class that another one was compiled against. */
export class ClassDependency {
  /** The class. */
  class: ObjectSource | null = null
  /** 1 for the class itself and its super, 0 for others. */
  deep = 0
  /** CRC of that class's text (for the class itself: of its own). */
  scriptTextCrc = 0

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.class = ar.object(this.class, 'class')
    if (!ar.since(Feature.NoDependencyDepth)) this.deep = ar.u32(this.deep, 'deep')
    this.scriptTextCrc = ar.u32(this.scriptTextCrc, 'scriptTextCrc')
  }
}

/** A component of a class's defaults, by name. */
export class ComponentEntry {
  /** What the class calls it. */
  name = Name.NONE
  /** Its template. */
  component: ObjectSource | null = null

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.name = ar.name(this.name, 'name')
    this.component = ar.object(this.component, 'component')
  }
}

/** An interface that a class implements. */
export class InterfaceEntry {
  /** The interface. */
  interface: ObjectSource | null = null
  /** The variable that points at the interface's functions; none when they are in script. */
  pointer: ObjectSource | null = null

  /** Reads or writes the fields, in file order. */
  serialize(ar: Archive): void {
    this.interface = ar.object(this.interface, 'interface')
    this.pointer = ar.object(this.pointer, 'pointer')
  }
}

/** A component's class and the class that represents it (builds between 178 and 247). */
class ComponentClassEntry {
  class: ObjectSource | null = null
  name = Name.NONE

  serialize(ar: Archive): void {
    this.class = ar.object(this.class, 'class')
    this.name = ar.name(this.name, 'name')
  }
}

/**
 * *Class: its variables, constants, enums, structs, functions and states are its fields, its replication
 * conditions its script.*
 *
 * UE1 and UE2 keep the defaults here, as the last thing; UE3 in an object of their own.
 *
 * 736 of UE1, 601 of UE2, 202 of UE3 in the corpus; 3,127, some 12,000 and 10,320 in a wider collection.
 */
export class Class extends State {
  /** Before `Version.ClassWithin`: bytes of the class in memory. */
  recordSize = 0
  /**
   * 1 abstract, 2 compiled, 4 config, 8 transient, 0x10 parsed, 0x20 localized, 0x40 saves its config, 0x80
   * native replication, 0x800 native.
   */
  classFlags = 0
  /** UE3 before `Version.NoClassPlatformFlags`. */
  platformFlags = 0
  /** UE1 and UE2: all zero in every class seen. */
  guid = Guid.ZERO
  /** Classes whose change makes this one out of date. */
  dependencies: ClassDependency[] = []
  /** Packages of the class and its supers, nearest first. */
  packageImports: Name[] = []
  /** Class of the objects that its objects live in. */
  within: ObjectSource | null = null
  /** The ini file. */
  configName = Name.NONE
  /** Categories of variables that the editor does not show. */
  hideCategories: Name[] = []
  /** The components of its default object, by name (UE3). */
  components: ComponentEntry[] = []
  /** The interfaces that it implements (UE3). */
  interfaces: InterfaceEntry[] = []
  /** Categories that the editor shows in the order of the source (UE3). */
  dontSortCategories: Name[] = []
  /** Categories that the editor shows open (UE3). */
  autoExpandCategories: Name[] = []
  /** Categories that the editor shows closed (UE3). */
  autoCollapseCategories: Name[] = []
  /** 1 when its variables keep the order of the source in C++, else 0 (UE3). */
  forceScriptOrder = 0
  /** Groups of the editor's list that it is in (UE3). */
  classGroups: Name[] = []
  /** Name of the class in C++. */
  nativeClassName = UString.EMPTY
  /** Name of a DLL that its functions may call (UE3); None for none. */
  dllBind = Name.NONE
  /** The object that holds its defaults (UE3). */
  defaultObject: ObjectSource | null = null
  /** Builds from 178 to 247. */
  componentClasses: ComponentClassEntry[] = []
  /** Builds from 210 to 266. */
  componentTemplates: (ObjectSource | null)[] = []
  /** Some games since `Version.LaterUnreal1`: a checksum. */
  classCrc: number | undefined = undefined

  /** Before `Version.InterfacePointers`: the interfaces alone. */
  implements: (ObjectSource | null)[] = []
  /** UE1, UE2: what the package's game has in front of the defaults. */
  addedToClass: Serializable | undefined = undefined

  /** Since `Feature.UnusedInterfaceFunctions`: functions of its interfaces that it leaves out. */
  unusedInterfaceFunctions: Name[] = []
  /** Since `Feature.ClassNumber` and `Feature.SecondClassNumber`. */
  numbers: [number, number] = [0, 0]
  /** Since `Feature.VirtualFunctions`: the functions by number. */
  virtualFunctions: (ObjectSource | null)[] = []

  protected override serializeField(ar: Archive): void {
    super.serializeField(ar)
    if (!ar.since(Version.ClassWithin)) this.recordSize = ar.u32(this.recordSize, 'recordSize')
    this.classFlags = ar.u32(this.classFlags, 'classFlags')
    this.#serializeIdentity(ar)
    if (ar.since(Version.ClassWithin)) {
      this.within = ar.object(this.within, 'within')
      this.configName = ar.name(this.configName, 'configName')
    }
    if (ar.context.engine === 3) this.#serializeUe3(ar)
    else this.#serializeUe1And2(ar)
    if (ar.since(Version.ClassDefaultObject)) {
      this.defaultObject = ar.object(this.defaultObject, 'defaultObject')
      if (ar.since(Feature.VirtualFunctions)) {
        this.virtualFunctions = serializeObjects(ar, this.virtualFunctions, 'virtualFunctions')
      }
    } else this.#serializeDefaults(ar)
  }

  /** What distinguishes builds of a class, engine by engine. */
  #serializeIdentity(ar: Archive): void {
    if (!ar.since(Version.ClassPlatformFlags)) this.guid = ar.guid(this.guid, 'guid')
    else if (!ar.since(Version.NoClassPlatformFlags)) this.platformFlags = ar.u8(this.platformFlags, 'platformFlags')
    if (!ar.since(Version.NoClassDependencies)) {
      const count = ar.indexCount(this.dependencies.length, 'dependencies.count', 5)
      this.dependencies = ar.records(this.dependencies, count, () => new ClassDependency(), 'dependencies')
    }
    if (!ar.since(Version.NoPackageImports)) {
      this.packageImports = serializeNames(ar, this.packageImports, 'packageImports')
    }
  }

  #serializeUe1And2(ar: Archive): void {
    if (ar.since(Version.HideCategories))
      this.hideCategories = serializeNames(ar, this.hideCategories, 'hideCategories')
    this.addedToClass = ar.added('class', this, this.addedToClass, 'addedToClass')
  }

  #serializeUe3(ar: Archive): void {
    const moved = ar.since(Version.HideCategoriesMoved)
    if (!moved && !this.stripped) this.hideCategories = serializeNames(ar, this.hideCategories, 'hideCategories')
    if (!ar.since(Version.NoComponentClassMap)) {
      const count = ar.indexCount(this.componentClasses.length, 'componentClasses.count', 8)
      this.componentClasses = ar.records(
        this.componentClasses,
        count,
        () => new ComponentClassEntry(),
        'componentClasses',
      )
    }
    if (ar.since(Version.ComponentTemplates) && !ar.since(Version.NoComponentTemplates)) {
      this.componentTemplates = serializeObjects(ar, this.componentTemplates, 'componentTemplates')
    }
    const components = ar.indexCount(this.components.length, 'components.count', 8)
    this.components = ar.records(this.components, components, () => new ComponentEntry(), 'components')
    this.#serializeInterfaces(ar)
    if (ar.since(Feature.UnusedInterfaceFunctions)) {
      this.unusedInterfaceFunctions = serializeNames(ar, this.unusedInterfaceFunctions, 'unusedInterfaceFunctions')
    }
    if (!this.stripped) this.#serializeEditorFields(ar, moved)
    if (ar.since(Version.DllBind)) this.dllBind = ar.name(this.dllBind, 'dllBind')
    if (ar.since(Feature.ClassNumber)) this.numbers[0] = ar.i32(this.numbers[0], 'numbers[0]')
    if (ar.since(Feature.SecondClassNumber)) this.numbers[1] = ar.i32(this.numbers[1], 'numbers[1]')
  }

  #serializeInterfaces(ar: Archive): void {
    if (!ar.since(Version.Interfaces)) return
    if (ar.since(Version.InterfacePointers)) {
      const count = ar.indexCount(this.interfaces.length, 'interfaces.count', 8)
      this.interfaces = ar.records(this.interfaces, count, () => new InterfaceEntry(), 'interfaces')
    } else this.implements = serializeObjects(ar, this.implements, 'interfaces')
  }

  /** What only the editor needs. */
  #serializeEditorFields(ar: Archive, moved: boolean): void {
    if (ar.since(Version.DontSortCategories)) {
      this.dontSortCategories = serializeNames(ar, this.dontSortCategories, 'dontSortCategories')
    }
    if (moved) this.hideCategories = serializeNames(ar, this.hideCategories, 'hideCategories')
    if (ar.since(Version.AutoExpandCategories)) {
      this.autoExpandCategories = serializeNames(ar, this.autoExpandCategories, 'autoExpandCategories')
    }
    if (ar.since(Version.AutoCollapseCategories)) {
      this.autoCollapseCategories = serializeNames(ar, this.autoCollapseCategories, 'autoCollapseCategories')
    }
    if (ar.since(Version.ForceScriptOrder)) this.forceScriptOrder = ar.u32(this.forceScriptOrder, 'forceScriptOrder')
    if (ar.since(Version.ClassGroups)) this.classGroups = serializeNames(ar, this.classGroups, 'classGroups')
    if (ar.since(Version.NativeClassName)) this.nativeClassName = ar.string(this.nativeClassName, 'nativeClassName')
  }

  /**
   * Classes of some games have a number in front of the defaults, others of the same versions do not: only
   * one way ends where the object ends.
   */
  #serializeDefaults(ar: Archive): void {
    const defaults = (): true => {
      this.#serializeTags(ar)
      return true
    }
    if (ar.context.engine === 1 && ar.since(Version.LaterUnreal1)) {
      const withCrc = (): true => {
        this.classCrc = ar.u32(this.classCrc ?? 0, 'classCrc')
        return defaults()
      }
      if (!ar.isLoading) {
        if (this.classCrc === undefined) defaults()
        else withCrc()
        return
      }
      // Not all of these versions have it (files of 83 do not): defaults that make sense without one have
      // none.
      const known = ar.opaqueBytes
      const understood = (): true => {
        defaults()
        if (ar.opaqueBytes > known) throw ar.error('bad-value', 'defaults', 'expected values that can be typed')
        return true
      }
      for (const way of [understood, withCrc]) {
        if (ar.attempt(ar.remaining, way) === true) return
        this.classCrc = undefined
        this.properties = new PropertyList()
      }
    }
    defaults()
  }

  /** Defaults are variables of the class itself, not of the class Class. */
  #serializeTags(ar: Archive): void {
    const name = ar.subject?.path.split('.').at(-1) ?? ''
    this.properties.serialize(ar, {
      ancestry: ar.subject === undefined ? [] : ancestryOf(ar.subject.schema, name),
      depth: 0,
      createList: () => new PropertyList(),
    })
  }
}
