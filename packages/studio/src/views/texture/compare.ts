import type { TextureForm } from '@ukit/media'
import type { PictureData } from '../../data/media-calls.js'
import type { ObjectAt } from '../../data/package-calls.js'
import { nameOf, opened } from '../../state/packages.js'
import { recent } from '../../state/recent.js'

/** What a texture can be laid beside: a key for a list, and what is asked of the worker. */
export interface Comparison {
  readonly key: string
  readonly label: string
  readonly asked: ObjectAt & { readonly mip?: number; readonly form?: TextureForm }
}

const FORM_NAMES: Readonly<Record<TextureForm, string>> = { own: 'with its palette', compressed: 'compressed' }
/** Textures that were looked at and are offered. */
const MOST_OTHERS = 12

/** What a texture can be compared with: its other form, its levels, and what was looked at before. */
export function comparisonsOf(at: ObjectAt, { forms, mips }: PictureData, form: TextureForm | undefined): Comparison[] {
  const shown = form ?? forms[0]
  const others = recent.value.filter(({ id, index }) => id !== at.id || index !== at.index).slice(0, MOST_OTHERS)
  return [
    ...forms
      .filter((one) => one !== shown)
      .map((one) => ({ key: `form ${one}`, label: FORM_NAMES[one], asked: { ...at, form: one } })),
    ...mips.map(({ width, height }, mip) => ({
      key: `level ${mip}`,
      label: `level ${width} × ${height}`,
      asked: { ...at, mip, ...(form === undefined ? {} : { form }) },
    })),
    ...others.flatMap((one) => {
      const pkg = opened.value.find(({ id }) => id === one.id)
      if (pkg === undefined) return []
      return [{ key: `${one.id}/${one.index}`, label: `${pkg.name}.${nameOf(pkg, one.index)}`, asked: one }]
    }),
  ]
}
