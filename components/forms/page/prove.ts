import { puzzleParts, searchPart, type Puzzle } from '#lib/domain/form/proof'

/** So much at a time where there is no worker: the page stays usable. */
const atOnce = 2000

function puzzleOf(challenge: string): Puzzle {
  const [, bits = '', seed = ''] = challenge.split('.')
  return { seed, bits: Number(bits) }
}

/** The solution by a worker, beside the page. Rejects where the browser has none. */
const byWorker = async (puzzle: Puzzle, program: string): Promise<string> =>
  await new Promise((resolve, reject) => {
    const worker = new Worker(program, { type: 'module' })
    const end = (settle: () => void) => {
      worker.terminate()
      settle()
    }
    worker.addEventListener('message', ({ data }) => end(() => resolve(String(data))))
    worker.addEventListener('error', () => end(() => reject(new Error('no worker'))))
    worker.postMessage(puzzle)
  })

async function here(puzzle: Puzzle): Promise<string> {
  const numbers: number[] = []
  for (let from = 0; numbers.length < puzzleParts; from += atOnce) {
    const found = searchPart(puzzle, numbers.length, { from, most: atOnce })
    if (found !== undefined) {
      numbers.push(found)
      from = -atOnce
    }
    await new Promise((resolve) => setTimeout(resolve))
  }
  return numbers.join('.')
}

/** Solves the challenge with which the server answered a sending; the value of `Form-Proof`. */
export async function prove(challenge: string, program: string): Promise<string> {
  const puzzle = puzzleOf(challenge)
  const solution = await byWorker(puzzle, program).catch(() => here(puzzle))
  return `${challenge}:${solution}`
}
