import { type Answer, callDoors } from './call-doors.js'
import { callEditDoors, callGameDoors, callMakeDoors } from './call-upper-doors.js'
import { differenceOf } from './same-value.js'

// What a browser has beside what the library may use.
declare const files: readonly string[]
declare const Worker: new (
  url: string,
) => { postMessage(value: unknown): void; onmessage: (event: { data: unknown }) => void }
declare const fetch: (url: string) => Promise<{ arrayBuffer(): Promise<ArrayBuffer> }>
declare const report: (result: object) => Promise<void>

/**
 * Calls the doors of each file, sends what they give through a worker, and reports what came back otherwise.
 */
async function run(): Promise<object> {
  const worker = new Worker('./echo.js')
  const wrong: string[] = []
  const doors = new Set<string>()
  const send = async (from: string, { door, value }: Answer): Promise<void> => {
    doors.add(door)
    const back = await new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data)
      try {
        worker.postMessage({ value })
      } catch (error) {
        resolve({ value: String(error) })
      }
    })
    const difference = differenceOf({ value }, back)
    if (difference !== undefined) wrong.push(`${from}: ${door}${difference}`)
  }
  for (const name of files) {
    const bytes = new Uint8Array(await (await fetch(`./${name}`)).arrayBuffer())
    for await (const answer of callDoors({ name, bytes })) await send(name, answer)
    for await (const answer of callEditDoors({ name, bytes })) await send(name, answer)
  }
  for await (const answer of callGameDoors()) await send('game', answer)
  for await (const answer of callMakeDoors()) await send('make', answer)
  return { wrong, doors: [...doors].sort() }
}

const result = await run().catch((error: unknown) => ({
  wrong: [String(error instanceof Error ? error.stack : error)],
}))
await report(result)
