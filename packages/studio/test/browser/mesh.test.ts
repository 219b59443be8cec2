import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { CHROMIUM, NO_CHROMIUM, open, sampleStudio } from './opened.js'

describe.runIf(CHROMIUM !== undefined)('meshes in the studio', () => {
  const studio = sampleStudio()

  test('a mesh has the classes that show it, its animations in turn, and a picture', async () => {
    const { page, complaints } = await open(studio.browser, `${studio.address}#/pkg/Blunderbuss.u/BlunderbussMesh`)
    await page.waitForSelector('.mesh-stage canvas')
    await page.getByRole('button', { name: 'Parts' }).click()
    const lists = page.getByRole('region', { name: 'Parts of the mesh' })
    await lists.getByRole('button', { name: 'Blunderbuss' }).click()
    expect(await lists.locator('[aria-pressed=true]').textContent()).toBe('Blunderbuss ')
    // What make-mods.mjs gives it: the sequences All and Fire.
    const time = page.getByRole('toolbar', { name: 'Animation' })
    await time.getByRole('button', { name: 'Next animation' }).click()
    await time.getByRole('button', { name: 'Next animation' }).click()
    const chosen = time.getByRole('combobox', { name: 'Animation' })
    expect(await chosen.locator('option:checked').textContent()).toBe('Fire')
    await time.getByRole('button', { name: 'Pause' }).click()
    await time.getByRole('slider', { name: 'Position' }).fill('0.1')
    await time.getByText(/0\.10 \/ \d\.\d\d s/).waitFor()
    await time.getByRole('button', { name: 'Next animation' }).click()
    expect(await chosen.locator('option:checked').textContent()).toBe('All')
    await page.getByRole('button', { name: 'Light', exact: true }).click()
    await page.locator('.mesh-stage').focus()
    await page.keyboard.press('ArrowLeft')
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Picture' }).click(),
    ])
    expect(saved.suggestedFilename()).toBe('BlunderbussMesh.png')
    const path = await saved.path()
    expect([...readFileSync(path).subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
    expect(complaints).toEqual([])
  })
})

test.runIf(CHROMIUM === undefined)('meshes in the studio', (context) => {
  process.stdout.write(`skipped: meshes in the studio: ${NO_CHROMIUM}\n`)
  context.skip(NO_CHROMIUM)
})
