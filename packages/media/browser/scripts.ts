import { SCRIPT_FUNCTION, SCRIPTS_FOLDER } from '../src/page/page-data.js'

/** Scripts that are being loaded, by their names. */
const waiting = new Map<string, (content: unknown) => void>()

/** Receives what scripts beside the page contain. */
export function receiveScripts(): void {
  Object.defineProperty(globalThis, SCRIPT_FUNCTION, {
    value: (name: unknown, content: unknown) => waiting.get(String(name))?.(content),
  })
}

const loading = new Map<string, Promise<unknown>>()

/** *Loads what a script beside the page contains.* It is not kept: the browser reads it again if needed. */
export function loadScript(name: string): Promise<unknown> {
  const known = loading.get(name)
  if (known !== undefined) return known
  const loaded = new Promise<unknown>((resolve, reject) => {
    const script = document.createElement('script')
    let content: unknown
    waiting.set(name, (given) => {
      content = given
    })
    const end = () => {
      waiting.delete(name)
      loading.delete(name)
      script.remove()
    }
    script.addEventListener('load', () => {
      end()
      resolve(content)
    })
    script.addEventListener('error', () => {
      end()
      reject(new Error(`${SCRIPTS_FOLDER}/${name}.js is missing: it belongs beside this page`))
    })
    script.src = `${SCRIPTS_FOLDER}/${encodeURIComponent(name)}.js`
    document.head.append(script)
  })
  loading.set(name, loaded)
  return loaded
}

/** The bytes in a script. */
export async function loadBytes(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const content = await loadScript(name)
  if (typeof content !== 'string') throw new TypeError(`${SCRIPTS_FOLDER}/${name}.js does not contain what it should`)
  const text = atob(content)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

/** One of the texts in a script. */
export async function loadText([name, index]: readonly [string, number]): Promise<string> {
  const content = await loadScript(name)
  const text: unknown = Array.isArray(content) ? content[index] : undefined
  if (typeof text !== 'string') throw new TypeError(`${SCRIPTS_FOLDER}/${name}.js does not contain what it should`)
  return text
}
