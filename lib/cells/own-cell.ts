import { env } from '#lib/env'

/** A complete installation among several that are one service: its name, and where its web listens. */
export type Cell = { name: string; url: string }

export type OwnCell = Cell & { directoryUrl: string }

/** The cell of this process; undefined where there is one cluster only. */
export function ownCell(): OwnCell | undefined {
  const { CELL, CELL_URL, DIRECTORY_URL } = env()
  if (CELL === undefined || CELL_URL === undefined || DIRECTORY_URL === undefined) return undefined
  return { name: CELL, url: CELL_URL, directoryUrl: DIRECTORY_URL }
}
