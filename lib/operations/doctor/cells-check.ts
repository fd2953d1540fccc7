import { randomUUID } from 'node:crypto'
import { askCell } from '#lib/cells/ask'
import { listCells, listMoving } from '#lib/cells/directory'
import { ownCell, type Cell } from '#lib/cells/own-cell'
import type { Finding } from '#lib/contracts/instance/installation'
import { fine, problem, warning, type Check } from './finding.ts'

const about = 'Cells'

/** Codes only: messages may hold addresses with passwords. */
const why = (error: unknown): string => (error as { code?: string }).code ?? 'no answer'

/** Whether the web of another cell answers what this one asks. */
async function lookAt(cell: Cell): Promise<Finding[]> {
  try {
    await askCell(cell, { kind: 'organization', value: randomUUID() })
    return []
  } catch (error) {
    return [
      problem(
        about,
        `The web of the cell ${cell.name} does not answer (${why(error)}).`,
        'Its organizations get 503 from the webs here. Look at that cell, and at its CELL_URL.',
      ),
    ]
  }
}

/** A move takes seconds; one that was killed waits for a person. */
const minutes = 5

async function lookAtMoves(directoryUrl: string): Promise<Finding[]> {
  const moving = await listMoving(directoryUrl, minutes)
  return moving.map(({ id, cell, to }) =>
    warning(
      about,
      `The organization ${id} has been moving from ${cell} to ${to} for over ${minutes} minutes; ` +
        'its changes wait.',
      'Repeat the move, or take it back with --abort (docs/operations.md).',
    ),
  )
}

/** What is wrong with the other cells of this service and their directory; nothing without them. */
export const cellsCheck: Check = {
  about,
  async look(): Promise<Finding[]> {
    const own = ownCell()
    if (!own) return []
    let cells: Cell[]
    try {
      cells = await listCells(own.directoryUrl)
    } catch (error) {
      return [
        warning(
          about,
          `This is the cell ${own.name}. The directory does not answer (${why(error)}).`,
          'Known cells go on; moves and new cells wait. Look at the database of DIRECTORY_URL.',
        ),
      ]
    }
    const others = cells.filter(({ name }) => name !== own.name)
    const names = others.map(({ name }) => name).join(', ')
    const joined = cells.some(({ name }) => name === own.name)
    const self = joined
      ? fine(about, `This is the cell ${own.name}; the others: ${names || 'none yet'}.`)
      : warning(
          about,
          `This cell, ${own.name}, is not in the directory.`,
          'Its web joins when it starts: look at the log of the web.',
        )
    const found = await Promise.all([...others.map(lookAt), lookAtMoves(own.directoryUrl)])
    return [self, ...found.flat()]
  },
}
