import { expect, it } from 'vitest'
import { countIn, foldersIn, pathName, placesFor } from './folder-tree.ts'

const folder = (id: string, parentId: string | null, workflows: number) => ({
  id,
  name: `Folder ${id}`,
  parentId,
  workflows,
  canCreate: true,
  createdAt: '2026-11-22T10:00:00Z',
})
const folders = [
  folder('b', 'a', 2),
  folder('a', null, 1),
  folder('c', 'b', 3),
  folder('d', null, 0),
]

it('knows the way to a folder, what is in it, and how much', () => {
  expect(pathName(folders, 'c')).toBe('Folder a / Folder b / Folder c')
  expect(pathName(folders, null)).toBe('')
  expect(foldersIn(folders, null).map(({ id }) => id)).toEqual(['a', 'd'])
  expect(countIn(folders, 'a')).toBe(6)
})

it('offers every place but the folder itself and those in it', () => {
  expect(placesFor(folders, 'b').map(({ id }) => id)).toEqual(['a', 'd'])
  expect(placesFor(folders, 'some workflow')).toHaveLength(4)
})

it('ends with folders that lie in each other', () => {
  const loop = [folder('x', 'y', 0), folder('y', 'x', 0)]
  expect(pathName(loop, 'x')).toBe('Folder y / Folder x')
})
