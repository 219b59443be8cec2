import { signal } from '@preact/signals'
import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { data } from '../../data/client.js'
import type { OpenedPackage } from '../../data/package-calls.js'
import { bytesText, countText, numberText } from '../../parts/amount.js'
import { iconOfClass } from '../../parts/icon.js'
import { saveAs } from '../../parts/save-as.js'
import { Called, Empty } from '../../parts/state-message.js'
import { Thumbnail } from '../../parts/thumbnail.js'
import { useCall } from '../../parts/use-call.js'
import { failures, nameOf, opened, pathOf, showObject } from '../../state/packages.js'
import { recent } from '../../state/recent.js'
import { runTask } from '../../state/tasks.js'
import type { ViewProps } from '../views.js'
import { classOf, type Entry, entriesOf, groupsOf, keyOf, rangeOf, recentEntries } from './entries.js'
import { nextCard } from './walk.js'

/** Pixels of a picture's side, three sizes. */
const SIZES = [96, 132, 220] as const
/** What is on the wall. */
const SHOWN = [
  ['all', 'All'],
  ['used', 'In use'],
  ['recent', 'Recent'],
  ['open', 'All open'],
] as const
/** Cards that are made at once; a button makes more. */
const AT_ONCE = 600

const size = signal<(typeof SIZES)[number]>(132)

/** *A wall of pictures*: textures of a package or of all, or what is in a group; by group, to look at and to save. */
export function GalleryView({ pkg, facts }: ViewProps) {
  const [shown, setShown] = useState<(typeof SHOWN)[number][0]>('all')
  const inside = facts?.index
  const used = useCall('referred', shown === 'used' ? { id: pkg.id } : undefined)
  const entries = useMemo(() => {
    if (inside !== undefined) return entriesOf(pkg, inside)
    if (shown === 'recent') return recentEntries(recent.value, opened.value)
    return shown === 'open' ? opened.value.flatMap((one) => entriesOf(one)) : entriesOf(pkg)
  }, [pkg, inside, shown, recent.value, opened.value])
  const wall = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (wall.current !== null) wall.current.scrollTop = 0
  }, [shown, size.value])
  return (
    <div class="wall" ref={wall} style={{ '--side': `${size.value}px` }}>
      <div class="wall-bar">
        {inside !== undefined ? null : (
          <div role="toolbar" aria-label="Which textures">
            {SHOWN.map(([name, label]) => (
              <button type="button" key={name} aria-pressed={name === shown} onClick={() => setShown(name)}>
                {label}
              </button>
            ))}
          </div>
        )}
        <div class="wall-sizes" role="toolbar" aria-label="Size of pictures">
          {SIZES.map((one, i) => (
            <button
              type="button"
              key={one}
              aria-pressed={one === size.value}
              onClick={() => {
                size.value = one
              }}
            >
              {['Small', 'Medium', 'Large'][i]}
            </button>
          ))}
        </div>
      </div>
      {shown === 'used' ? (
        <Called state={used}>
          {(rows) => (
            <Wall pkg={pkg} wall={wall} entries={entries.filter(({ row }) => rows[row] === 1)} shown={shown} />
          )}
        </Called>
      ) : (
        <Wall pkg={pkg} wall={wall} entries={entries} shown={inside === undefined ? shown : 'inside'} key={shown} />
      )}
    </div>
  )
}

/** What is said of a wall without pictures. */
const NOTHING = {
  all: 'It has no textures.',
  used: 'Nothing in the open packages refers to a texture of it.',
  recent: 'No texture has been looked at yet.',
  open: 'No open package has textures.',
  inside: 'There is nothing in this group.',
} as const

function Wall({
  pkg,
  wall,
  entries,
  shown,
}: {
  readonly pkg: OpenedPackage
  readonly wall: { readonly current: HTMLDivElement | null }
  readonly entries: readonly Entry[]
  readonly shown: keyof typeof NOTHING
}) {
  const [most, setMost] = useState(AT_ONCE)
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [anchor, setAnchor] = useState<string>()
  const groups = useMemo(
    () =>
      shown === 'recent'
        ? [{ title: 'Recent', entries: entries.slice(0, most), bytes: 0 }]
        : groupsOf(entries.slice(0, most)),
    [entries, most, shown],
  )
  const inOrder = useMemo(() => groups.flatMap((group) => group.entries), [groups])
  if (entries.length === 0) return <Empty>{NOTHING[shown]}</Empty>

  const toggle = (key: string) => {
    const next = new Set(selected)
    if (!next.delete(key)) next.add(key)
    setSelected(next)
    setAnchor(key)
  }
  const extend = (to: string, from = anchor) => {
    setSelected(new Set([...selected, ...rangeOf(inOrder.map(keyOf), from, to)]))
    setAnchor(to)
  }
  const onKeyDown = (event: KeyboardEvent, entry: Entry) => {
    const from = event.currentTarget
    if (!(from instanceof HTMLElement)) return
    const isCommand = event.ctrlKey || event.metaKey
    if (event.key === ' ') toggle(keyOf(entry))
    else if (event.key === 'Escape' && selected.size > 0) setSelected(new Set())
    else if (isCommand && event.key.toLowerCase() === 'a') setSelected(new Set(inOrder.map(keyOf)))
    else {
      const next = isCommand || event.altKey ? undefined : nextCard(event.key, from, wall.current)
      if (next === undefined) return
      next.focus()
      const to = next.dataset['key']
      if (event.shiftKey && to !== undefined) extend(to, anchor ?? keyOf(entry))
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const onClick = (event: MouseEvent, entry: Entry) => {
    if (event.shiftKey) extend(keyOf(entry))
    else if (event.ctrlKey || event.metaKey) toggle(keyOf(entry))
    else showObject(entry.pkg.id, entry.row)
  }
  const chosen = inOrder.filter((entry) => selected.has(keyOf(entry)))
  return (
    <>
      {groups.map(({ title, entries: inGroup, bytes }) => (
        <section key={title}>
          <h2>
            {title}
            <span class="dim">
              {countText(inGroup.length, 'object')}
              {bytes === 0 ? '' : `, ${bytesText(bytes)}`}
            </span>
          </h2>
          <div class="grid">
            {inGroup.map((entry) => (
              <button
                type="button"
                class="card"
                key={keyOf(entry)}
                data-key={keyOf(entry)}
                aria-pressed={selected.has(keyOf(entry))}
                title={`${pathOf(entry.pkg, entry.row)}; Space or Ctrl selects, Shift a range`}
                onClick={(event) => onClick(event, entry)}
                onKeyDown={(event) => onKeyDown(event, entry)}
              >
                <Thumbnail
                  at={{ id: entry.pkg.id, index: entry.row }}
                  size={size.value}
                  otherwise={iconOfClass(classOf(entry.pkg, entry.row))}
                />
                <span class="card-name">{nameOf(entry.pkg, entry.row)}</span>
                <small>
                  {classOf(entry.pkg, entry.row)} · {bytesText(entry.pkg.table.sizes[entry.row] ?? 0)}
                </small>
              </button>
            ))}
          </div>
        </section>
      ))}
      {entries.length <= most ? null : (
        <button type="button" class="btn" onClick={() => setMost(most + AT_ONCE)}>
          Show more: {numberText(entries.length - most)} are left
        </button>
      )}
      {chosen.length === 0 ? null : (
        <div class="wall-chosen" role="toolbar" aria-label="What is selected">
          <span aria-live="polite">{numberText(chosen.length)} selected</span>
          <button type="button" class="btn prim" onClick={() => void save(chosen, 'media', pkg.name)}>
            Save PNG
          </button>
          <button type="button" class="btn" onClick={() => void save(chosen, 'dds', pkg.name)}>
            DDS
          </button>
          <button type="button" class="btn" onClick={() => setSelected(new Set())}>
            Select none
          </button>
        </div>
      )}
    </>
  )
}

/** Saves what is selected: several as one zip archive. */
async function save(entries: readonly Entry[], as: 'media' | 'dds', name: string): Promise<void> {
  try {
    const objects = entries.map(({ pkg, row }) => ({ id: pkg.id, index: row }))
    const files = await runTask(`saving ${numberText(entries.length)} textures`, (signal, onProgress) =>
      data.call('save', { objects, as }, { signal, onProgress }),
    )
    await saveAs(files, `${name}-textures`)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    failures.value = [{ file: name, message }, ...failures.value]
  }
}
