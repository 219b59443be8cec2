import { data } from '../data/client.js'
import type { SaveForm } from '../data/media-calls.js'
import type { ObjectFacts, ObjectKind } from '../data/package-calls.js'
import { saveAs } from '../parts/save-as.js'
import { failures } from '../state/packages.js'
import { runTask } from '../state/tasks.js'

/** Formats in which objects of a kind are saved, the first one first. */
const FORMS: Readonly<Partial<Record<ObjectKind, readonly (readonly [SaveForm, string])[]>>> = {
  texture: [
    ['media', 'PNG'],
    ['dds', 'DDS'],
  ],
  font: [['media', 'PNG']],
  sound: [['media', 'sound']],
  mesh: [
    ['media', 'glTF'],
    ['psk', 'PSK'],
  ],
  level: [],
  code: [['uc', '.uc']],
  text: [['media', 'text']],
}

/** Saves what is shown as a file. */
export function SaveButtons({ shown }: { readonly shown: ObjectFacts }) {
  const forms = [...(FORMS[shown.kind] ?? []), ['json', 'JSON'], ['bytes', 'bytes']] as const
  return (
    <div class="btns">
      {forms.map(([form, label], i) => (
        <button
          type="button"
          key={form}
          class={i === 0 ? 'btn prim' : 'btn'}
          onClick={() => void saveObject(shown, form)}
        >
          {i === 0 ? `Save ${label}` : label}
        </button>
      ))}
    </div>
  )
}

/** Saves an object in the form that people expect first. */
export function saveFirst(shown: ObjectFacts): Promise<void> {
  const [form] = FORMS[shown.kind]?.[0] ?? ['json']
  return saveObject(shown, form)
}

async function saveObject({ id, index, name }: ObjectFacts, as: SaveForm): Promise<void> {
  try {
    const files = await runTask(`saving ${name}`, (signal, onProgress) =>
      data.call('save', { objects: [{ id, index }], as }, { signal, onProgress }),
    )
    await saveAs(files, name)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    failures.value = [{ file: name, message }, ...failures.value]
  }
}
