import { Guid, Name } from '@ukit/container'
import { ObjectReader } from '@ukit/core'
import { addObject, buildPackage, createPackage, setProperty } from '@ukit/edit'
import { type CueNode, cueOf, isCue, MediaError, rollCue } from '@ukit/media'
import { UnrealObject, ue2, ue3 } from '@ukit/objects'
import { describe, expect, it } from 'vitest'

const GUID = new Guid(1, 2, 3, 4)

/** Dice that give these numbers one after the other, and then 0. */
const dice =
  (...numbers: number[]) =>
  () =>
    numbers.shift() ?? 0

function names({ object, children }: CueNode): unknown {
  return children.length === 0 ? object.name : [object.name, ...children.map(({ node }) => names(node))]
}

/** A cue of UE3: one of two sounds by chance, then one sound twice, with a delay before it. */
async function cue() {
  const edit = await createPackage({ name: 'Cues', version: 868, guid: GUID })
  const values = {
    Low: ['SoundNodeWave', { Duration: '2.0' }],
    High: ['SoundNodeWave', { Duration: '1.0', Volume: '0.5' }],
    Dice: ['SoundNodeRandom', { ChildNodes: "(SoundNodeWave'Low',SoundNodeWave'High')", Weights: '(1.0,3.0)' }],
    Late: [
      'SoundNodeDelay',
      { ChildNodes: "(SoundNodeWave'Low')", 'DelayMin:float': '0.25', 'DelayMax:float': '0.75' },
    ],
    Bent: [
      'SoundNodeModulator',
      { ChildNodes: "(SoundNodeDelay'Late')", 'PitchMin:float': '2.0', 'PitchMax:float': '2.0' },
    ],
    Both: ['SoundNodeConcatenator', { ChildNodes: "(SoundNodeRandom'Dice',SoundNodeModulator'Bent')" }],
    Shot: ['SoundCue', { FirstNode: "SoundNodeConcatenator'Both'", VolumeMultiplier: '0.8' }],
  } as const
  for (const [name, [className, given]] of Object.entries(values)) {
    const object =
      className === 'SoundCue'
        ? new ue3.SoundGraph()
        : className === 'SoundNodeWave'
          ? new ue3.SoundNodeWave()
          : new UnrealObject()
    const added = addObject(edit, name, `Engine.${className}`, object)
    for (const [key, value] of Object.entries(given)) await setProperty(edit, added, key, value)
  }
  const pkg = await buildPackage(edit)
  return { pkg, reader: await ObjectReader.open(pkg) }
}

describe('a SoundCue of UE3', () => {
  it('is a tree of its nodes, with the chances of random ones', async () => {
    const { pkg, reader } = await cue()
    expect(isCue(pkg.export('Shot'))).toBe(true)
    const root = await cueOf(reader, pkg.export('Shot'))
    expect(names(root)).toEqual(['Shot', ['Both', ['Dice', 'Low', 'High'], ['Bent', ['Late', 'Low']]]])
    const both = root.children[0]?.node
    expect([root.kind, both?.kind, both?.children[0]?.node.kind]).toEqual(['pass', 'sequence', 'random'])
    expect(both?.children[0]?.node.children.map(({ chance }) => chance)).toEqual([0.25, 0.75])
    await expect(cueOf(reader, pkg.export('Low'))).rejects.toThrow(MediaError)
  })

  it('plays what the dice say, each sound at its time, volume and pitch', async () => {
    const { pkg, reader } = await cue()
    const root = await cueOf(reader, pkg.export('Shot'))
    const played = (random: () => number) =>
      rollCue(root, random).map(({ object, start, volume, pitch }) => [object.name, start, volume, pitch])
    // Without chance: the first of two, 2 seconds long; then after the least delay at twice the pitch.
    expect(played(() => 0)).toEqual([
      ['Low', 0, expect.closeTo(0.8, 5), 1],
      ['Low', 2.25, expect.closeTo(0.8, 5), 2],
    ])
    const last = played(() => 0.999)
    expect(last[0]).toEqual(['High', 0, expect.closeTo(0.4, 5), 1])
    expect(last[1]?.[1]).toBeCloseTo(1 + 0.75, 2)
  })
})

describe('a SoundGroup of UE2', () => {
  it('plays one of its sounds, by their likelihoods', async () => {
    const edit = await createPackage({ name: 'Groups', version: 128, licensee: 29, game: 'ut2004', guid: GUID })
    const format = new Name({ text: 'WAV', index: 0 })
    const sound = (likelihood: number) => Object.assign(new ue2.Sound(), { format, likelihood })
    const first = addObject(edit, 'First', 'Engine.Sound', sound(1))
    const second = addObject(edit, 'Second', 'Engine.Sound', sound(4))
    const group = Object.assign(new ue2.SoundGroup(), { sounds: [first, second] })
    addObject(edit, 'Steps', 'Engine.SoundGroup', group)
    const pkg = await buildPackage(edit)
    const reader = await ObjectReader.open(pkg)
    const root = await cueOf(reader, pkg.export('Steps'))
    expect([root.kind, names(root)]).toEqual(['random', ['Steps', 'First', 'Second']])
    expect(root.children.map(({ chance }) => chance)).toEqual([0.2, 0.8])
    // The first three numbers are for the delay, volume and pitch of the group.
    const chosen = (number: number) => rollCue(root, dice(0, 0, 0, number)).map(({ object }) => object.name)
    expect([chosen(0.19), chosen(0.21)]).toEqual([['First'], ['Second']])
  })
})
