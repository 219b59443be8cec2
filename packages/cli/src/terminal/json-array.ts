import { jsonElement } from './json.js'
import type { Output } from './output.js'

/** What one element of the array is made of. */
type Element = Readonly<Record<string, unknown>>

/** *The array that `--json` prints*, element by element, for verbs that do not take files one by one. */
export class JsonArray {
  readonly #output: Pick<Output, 'write'>
  #isEmpty = true

  constructor(output: Pick<Output, 'write'>) {
    this.#output = output
  }

  async add(element: Element): Promise<void> {
    await this.#output.write(this.#isEmpty ? '[\n' : ',\n')
    this.#isEmpty = false
    for (const text of jsonElement(element)) await this.#output.write(text)
  }

  async end(): Promise<void> {
    await this.#output.write(this.#isEmpty ? '[\n]\n' : '\n]\n')
  }
}

/** Prints elements as the whole array. */
export async function writeJson(elements: Iterable<Element>, output: Pick<Output, 'write'>): Promise<void> {
  const array = new JsonArray(output)
  for (const element of elements) await array.add(element)
  await array.end()
}
