import type { Mesh } from '@ukit/media'
import type { MeshUserRow } from '../../data/media-calls.js'

/** *What a mesh is made of, and who shows it*, as lists to choose from. */
export function MeshLists({
  mesh,
  users,
  worn,
  chosen,
  onWear,
  onChoose,
}: {
  readonly mesh: Mesh
  readonly users: readonly MeshUserRow[]
  /** Number of the class whose skins are shown; −1 for the mesh's own. */
  readonly worn: number
  /** `bone 3`, `socket 0`. */
  readonly chosen: string | undefined
  readonly onWear: (user: number) => void
  readonly onChoose: (key: string | undefined) => void
}) {
  const bones = mesh.skeleton?.bones ?? []
  const depths: number[] = []
  for (const { parent } of bones) depths.push((depths[parent] ?? -1) + 1)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which keys can do only with the focus
    <section class="mesh-lists" tabIndex={0} aria-label="Parts of the mesh">
      {users.length === 0 ? null : (
        <Choices
          title={`Shown by ${users.length}`}
          items={[{ key: '-1', text: 'the mesh itself' }, ...users.map(({ name }, i) => ({ key: `${i}`, text: name }))]}
          chosen={`${worn}`}
          onChoose={(key) => onWear(Number(key))}
        />
      )}
      {mesh.sockets.length === 0 ? null : (
        <Choices
          title={`Sockets ${mesh.sockets.length}`}
          items={mesh.sockets.map(({ name, bone }, i) => ({
            key: `socket ${i}`,
            text: name,
            detail: bone === undefined ? '' : (bones[bone]?.name ?? ''),
          }))}
          chosen={chosen}
          onChoose={(key) => onChoose(key === chosen ? undefined : key)}
        />
      )}
      {bones.length === 0 ? null : (
        <Choices
          title={`Bones ${bones.length}`}
          items={bones.map(({ name }, i) => ({ key: `bone ${i}`, text: name, depth: depths[i] ?? 0 }))}
          chosen={chosen}
          onChoose={(key) => onChoose(key === chosen ? undefined : key)}
        />
      )}
    </section>
  )
}

interface Item {
  readonly key: string
  readonly text: string
  readonly detail?: string
  readonly depth?: number
}

function Choices({
  title,
  items,
  chosen,
  onChoose,
}: {
  readonly title: string
  readonly items: readonly Item[]
  readonly chosen: string | undefined
  readonly onChoose: (key: string) => void
}) {
  return (
    <section>
      <h3>{title}</h3>
      <ul>
        {items.map(({ key, text, detail, depth }) => (
          <li key={key}>
            <button
              type="button"
              aria-pressed={key === chosen}
              style={{ paddingLeft: `${8 + Math.min(depth ?? 0, 12) * 8}px` }}
              onClick={() => onChoose(key)}
            >
              {text} {detail === undefined || detail === '' ? null : <i>{detail}</i>}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
