import { printableJson } from '@ukit/text/internal'
import { base64Of } from './base64.js'
import { SCRIPT_FUNCTION, SCRIPTS_FOLDER } from './page-data.js'

/** A file of the page. */
export interface PageFile {
  /** Path below the folder of the extraction. */
  readonly path: string
  /** Its content. */
  readonly text: string
}

/** Characters of texts that go into one script. */
const CHUNK = 1 << 19

/**
 * *The scripts beside the page.* A page that is opened from a disk may show pictures and play sounds, but not
 * read files; it may load scripts, though. So what it has to read is in scripts that call a function with it.
 *
 * They are named by numbers: names of objects may be longer than file systems allow for a file.
 */
export class PageScripts {
  #meshes = 0
  readonly #pictures = new Map<string, string>()
  #texts = 0
  #waiting: string[] = []
  #length = 0

  /** A mesh as a script. */
  mesh(bytes: Uint8Array): { readonly name: string; readonly file: PageFile } {
    const name = `mesh${++this.#meshes}`
    return { name, file: scriptOf(name, JSON.stringify(base64Of(bytes))) }
  }

  /** The script of a picture, if there is one. */
  pictureAt(path: string): string | undefined {
    return this.#pictures.get(path)
  }

  /** A picture as a script. */
  picture(path: string, bytes: Uint8Array): { readonly name: string; readonly file: PageFile } {
    const name = `picture${this.#pictures.size + 1}`
    this.#pictures.set(path, name)
    return { name, file: scriptOf(name, JSON.stringify(base64Of(bytes))) }
  }

  /** Adds a text; returns the name of its script and its position there. Several texts share a script. */
  text(text: string): { readonly at: readonly [script: string, index: number]; readonly file: PageFile | undefined } {
    const file = this.#length > 0 && this.#length + text.length > CHUNK ? this.flush() : undefined
    const index = this.#waiting.push(text) - 1
    this.#length += text.length
    return { at: [`text${this.#texts + 1}`, index], file }
  }

  /** The script of the last texts; `undefined` if there are none. */
  flush(): PageFile | undefined {
    if (this.#waiting.length === 0) return undefined
    const texts = this.#waiting
    this.#waiting = []
    this.#length = 0
    return scriptOf(`text${++this.#texts}`, JSON.stringify(texts))
  }
}

/** The path of a script. */
function scriptPath(name: string): string {
  return `${SCRIPTS_FOLDER}/${name}.js`
}

function scriptOf(name: string, json: string): PageFile {
  return { path: scriptPath(name), text: `${SCRIPT_FUNCTION}(${JSON.stringify(name)},${printableJson(json)})\n` }
}
