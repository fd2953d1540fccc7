import { solutionOf, type Puzzle } from '#lib/domain/form/proof'

// The worker of the page: solves the challenge of a form that gets too much.

addEventListener('message', ({ data }: MessageEvent<Puzzle>) => postMessage(solutionOf(data)))
