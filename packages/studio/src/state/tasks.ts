import { signal } from '@preact/signals'
import type { Progress } from '../data/protocol.js'

/** A piece of work that takes its time. */
export interface Task {
  readonly id: number
  readonly label: string
  readonly progress: Progress | undefined
  readonly cancel: () => void
}

/** The work in progress; the bottom line shows what takes longer than a moment. */
export const tasks = signal<readonly Task[]>([])

let last = 0

/** Runs something that can be cancelled, and shows how far it is. */
export async function runTask<T>(
  label: string,
  work: (signal: AbortSignal, onProgress: (progress: Progress) => void) => Promise<T>,
): Promise<T> {
  const id = ++last
  const controller = new AbortController()
  const cancel = () => controller.abort(new DOMException(`${label} was cancelled`, 'AbortError'))
  tasks.value = [...tasks.value, { id, label, progress: undefined, cancel }]
  try {
    return await work(controller.signal, (progress) => {
      tasks.value = tasks.value.map((task) => (task.id === id ? { ...task, progress } : task))
    })
  } finally {
    tasks.value = tasks.value.filter((task) => task.id !== id)
  }
}
