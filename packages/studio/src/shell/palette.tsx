import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks'
import { data } from '../data/client.js'
import type { OpenedPackage } from '../data/package-calls.js'
import { Icon, type IconName, iconOfClass } from '../parts/icon.js'
import { current, opened, openFile, pathOf, shelf, showObject } from '../state/packages.js'
import { overlay } from '../state/panels.js'
import { go } from '../state/routes.js'
import { COMMANDS } from './commands.js'

/** Something to go to or to do. */
interface Choice {
  readonly key: string
  readonly icon: IconName
  readonly label: string
  readonly detail: string
  readonly run: () => void
}

/** Choices of one kind that are listed. */
const MOST = 40

/** *Go to anything*: objects, packages, files, and with `>` what can be done. */
export function Palette() {
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const { of, choices: objects } = useObjects(query)
  // What is listed is still of an earlier text: whoever presses Enter means what was typed.
  const isLate = !query.startsWith('>') && of !== query.trim()
  const [isEntered, setEntered] = useState(false)
  const choices = useMemo(
    () => (query.startsWith('>') ? commands(query.slice(1)) : [...files(query), ...objects]),
    [query, objects],
  )
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
  }, [])
  const close = () => {
    overlay.value = undefined
  }
  const run = (choice: Choice | undefined) => {
    if (choice === undefined) return
    close()
    choice.run()
  }
  useEffect(() => {
    if (isEntered && !isLate) run(choices[at])
  }, [isEntered, isLate])
  return (
    <dialog class="palette" ref={dialog} aria-label="Go to anything" onClose={close}>
      <input
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={choices.length === 0 ? undefined : `choice-${at}`}
        placeholder="Name of an object or a file; > for commands"
        value={query}
        onInput={(event) => {
          setQuery(event.currentTarget.value)
          setAt(0)
          setEntered(false)
        }}
        onKeyDown={(event) => {
          const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
          if (step !== 0) {
            event.preventDefault()
            setAt(Math.max(0, Math.min(choices.length - 1, at + step)))
          } else if (event.key === 'Enter') {
            event.preventDefault()
            if (isLate) setEntered(true)
            else run(choices[at])
          }
        }}
      />
      <div id="palette-list" role="listbox" aria-label="Choices">
        {choices.length === 0 ? <p class="dim">Nothing of that name is open.</p> : null}
        {choices.map((choice, i) => (
          <button
            type="button"
            role="option"
            id={`choice-${i}`}
            key={choice.key}
            aria-selected={i === at}
            onPointerEnter={() => setAt(i)}
            onClick={() => run(choice)}
          >
            <Icon name={choice.icon} />
            <span class="name">{choice.label}</span>
            <span class="dim">{choice.detail}</span>
          </button>
        ))}
      </div>
    </dialog>
  )
}

function commands(query: string): Choice[] {
  const words = query.trim().toLowerCase()
  return COMMANDS.filter(({ label }) => label.toLowerCase().includes(words)).map(({ label, keys, run }) => ({
    key: label,
    icon: 'more',
    label,
    detail: keys.join(' '),
    run,
  }))
}

function files(query: string): Choice[] {
  const words = query.trim().toLowerCase()
  if (words === '') return opened.value.map(packageChoice)
  const known = opened.value.filter(({ fileName }) => fileName.toLowerCase().includes(words))
  const others = shelf.value.filter(({ name }) => name.toLowerCase().includes(words)).slice(0, MOST)
  return [
    ...known.map(packageChoice),
    ...others.map((file) => ({
      key: `file ${file.path ?? file.name}`,
      icon: 'file' as const,
      label: file.name,
      detail: file.path ?? '',
      run: () => void openFile(file, {}),
    })),
  ]
}

function packageChoice({ id, fileName, game }: OpenedPackage): Choice {
  return { key: `package ${id}`, icon: 'file', label: fileName, detail: game.name, run: () => go({ file: fileName }) }
}

/** Objects of all open packages, those of the package that is shown first. */
function useObjects(query: string): { readonly of: string; readonly choices: readonly Choice[] } {
  const [found, setFound] = useState<{ readonly of: string; readonly choices: readonly Choice[] }>({
    of: '',
    choices: [],
  })
  useEffect(() => {
    const text = query.trim()
    if (text === '' || text.startsWith('>')) {
      setFound({ of: text, choices: [] })
      return
    }
    const controller = new AbortController()
    const inOrder = [...opened.value].sort(
      (a, b) => Number(b.id === current.value?.id) - Number(a.id === current.value?.id),
    )
    Promise.all(
      inOrder.map(async (pkg) => {
        const rows = await data.call('filter', { id: pkg.id, query: text, classes: [] }, controller)
        return [...rows.subarray(0, MOST)].map((row) => objectChoice(pkg, row))
      }),
    ).then(
      (lists) => setFound({ of: text, choices: lists.flat().slice(0, MOST * 2) }),
      () => undefined,
    )
    return () => controller.abort()
  }, [query])
  return found
}

function objectChoice(pkg: OpenedPackage, row: number): Choice {
  const className = pkg.table.classes[pkg.table.class[row] ?? 0] ?? ''
  return {
    key: `object ${pkg.id}/${row}`,
    icon: iconOfClass(className),
    label: pathOf(pkg, row),
    detail: `${className}, ${pkg.name}`,
    run: () => showObject(pkg.id, row),
  }
}
