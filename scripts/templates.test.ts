import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'

/** A template: the code below the path of the file that it creates. */
const template = /`(?<file>lib\/[\w./-]+\.ts)`[^`]*?\n\n *```ts\n(?<code>.*?)\n *```/gs

mkdirSync('.cache', { recursive: true })
const folder = mkdtempSync(path.join('.cache', 'templates-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Writes the templates of a document; returns the paths of the files. */
function writeTemplates(document: string): string[] {
  const found = [...readFileSync(document, 'utf8').matchAll(template)]
  return found.map(({ groups }) => {
    const file = path.join(folder, groups?.file ?? '')
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, groups?.code ?? '')
    return file
  })
}

it('the templates of a step type and of a provider compile', () => {
  const files = [...writeTemplates('lib/steps/README.md'), ...writeTemplates('CONTRIBUTING.md')]
  // Templates of a page and of a kind of connection depend on the files of earlier steps.
  const checked = files
    .filter((file) => /split-name|acme/.test(file))
    .map((file) => path.resolve(file))
  expect(checked.map((file) => path.basename(file))).toEqual(['split-name.ts', 'acme.ts'])
  writeFileSync(
    path.join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../tsconfig.json',
      compilerOptions: { incremental: false, rootDirs: ['../..', '.'] },
      files: checked,
      include: [],
    }),
  )
  const { stdout } = spawnSync('node_modules/.bin/tsc', ['--noEmit', '-p', folder], {
    encoding: 'utf8',
  })
  expect(stdout).toBe('')
}, 60_000)
