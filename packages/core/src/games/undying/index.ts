import { byContent, type Game, range } from '../game.js'

/** The games share version numbers and classes; the end of an object shows which game it is from. */
const classes = async () => (await import('./classes.js')).CLASSES

/** *Clive Barker's Undying and the first two Harry Potter games*, based on public readers. */
export const undyingGames: readonly Game[] = [
  {
    id: 'harry-potter-1',
    // Seen in two exports of its editor.
    t3d: { floats: 'digits', endsWithName: false, bareTextures: false, lightMapScale: 'always' },
    name: "Harry Potter and the Sorcerer's Stone",
    engine: 1,
    builds: [byContent(76, 76, 0)],
    classes,
    deviations: ['objects: sounds'],
  },
  {
    id: 'harry-potter-2',
    name: 'Harry Potter and the Chamber of Secrets',
    engine: 1,
    builds: [byContent(79, 79, 0)],
    classes,
    deviations: ['objects: sounds'],
  },
  {
    id: 'undying',
    name: "Clive Barker's Undying",
    engine: 1,
    builds: [range(84, 85, 0), byContent(72, 83, 0)],
    imports: ['aeons'],
    classes,
    deviations: [{ what: 'objects: sounds, palettes, texts', version: [85] }],
  },
]
