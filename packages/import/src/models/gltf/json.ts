import { MediaError } from '@ukit/media'
import { plural } from '@ukit/text/internal'

/** The constraints on a number of the file. */
export interface NumberRule {
  readonly min?: number
  readonly max?: number
  readonly isInteger?: boolean
}

/**
 * *A value of a JSON text with its path*, which errors name: `accessors[3].count`. Whatever a file contains,
 * each method returns a value of the requested type or throws an error.
 */
export class Json {
  readonly value: unknown
  readonly #place: string

  constructor(value: unknown, place = '') {
    this.value = value
    this.#place = place
  }

  /** Whether there is a value at all. */
  get exists(): boolean {
    return this.value !== undefined && this.value !== null
  }

  /** A member. It does not exist if this is not an object. */
  get(name: string): Json {
    const { value } = this
    const own = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.hasOwn(value, name)
    const member: unknown = own ? Reflect.get(value, name) : undefined
    return new Json(member, this.#place === '' ? name : `${this.#place}.${name}`)
  }

  /** Elements of a list; empty if there is no value. */
  list(): Json[] {
    if (!this.exists) return []
    if (!Array.isArray(this.value)) throw this.error(`expected a list, found ${this.#found}`)
    return this.value.map((element: unknown, i) => new Json(element, `${this.#place}[${i}]`))
  }

  /** Names of the members of an object. */
  names(): string[] {
    const { value } = this
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : []
  }

  /**
   * A number.
   *
   * @param otherwise the value if there is none; without it a missing number is an error.
   */
  number({ min = -Number.MAX_VALUE, max = Number.MAX_VALUE, isInteger = false }: NumberRule = {}, otherwise?: number) {
    if (!this.exists && otherwise !== undefined) return otherwise
    const { value } = this
    if (typeof value !== 'number' || !(value >= min && value <= max) || (isInteger && !Number.isInteger(value))) {
      const kind = isInteger ? 'a whole number' : 'a number'
      const range = max === Number.MAX_VALUE ? '' : ` of ${min} to ${max}`
      throw this.error(`expected ${kind}${range}, found ${this.#found}`)
    }
    return value
  }

  /** An index of a list of `length` elements; `undefined` if there is no value. */
  index(length: number): number | undefined {
    if (!this.exists) return undefined
    return this.number({ min: 0, max: length - 1, isInteger: true })
  }

  /** A text; `otherwise` for everything else. */
  text(otherwise: string): string {
    return typeof this.value === 'string' ? this.value : otherwise
  }

  /** A list of exactly `length` numbers; `undefined` if there is no value. */
  numbers(length: number): number[] | undefined {
    if (!this.exists) return undefined
    const list = this.list()
    if (list.length !== length) throw this.error(`expected ${plural(length, 'number')}, found ${list.length}`)
    return list.map((element) => element.number())
  }

  /** An error that names the path of this value. */
  error(message: string, options?: ErrorOptions): MediaError {
    return new MediaError('broken', `glTF, ${this.#place === '' ? 'its JSON' : this.#place}: ${message}`, options)
  }

  get #found(): string {
    const text = JSON.stringify(this.value)
    if (text === undefined) return 'nothing'
    return text.length > 40 ? `${text.slice(0, 40)}…` : text
  }
}
