import type { ClassType, StructType, ValueType } from '@ukit/container'

/** Classes that ship with the engine; keys are in lower case. */
export interface StockClasses {
  class(key: string): ClassType | undefined
  struct(key: string): StructType | undefined
  /** The different types that arrays of this name have. */
  arraysNamed(key: string): readonly ValueType[]
  /** The names of an enum's values. */
  enum(key: string): readonly string[] | undefined
}
