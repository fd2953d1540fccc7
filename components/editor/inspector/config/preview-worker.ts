import { evaluate } from '#lib/domain/expressions/compute-expressions'

/** What the page asks; the answer has the same number. */
export type PreviewQuestion = { id: number; text: string; sample: unknown; timeoutMs: number }
export type PreviewAnswer = { id: number; value: unknown } | { id: number; message: string }

/**
 * Computes expressions for the editor's preview beside the page: inside one function JSONata heeds
 * no time limit, and the page must go on. The page ends this worker when it takes too long.
 */
async function answer({ id, text, sample, timeoutMs }: PreviewQuestion): Promise<PreviewAnswer> {
  return await evaluate(text, sample, { timeoutMs }).then(
    (value) => ({ id, value }),
    (error: unknown) => ({ id, message: error instanceof Error ? error.message : String(error) }),
  )
}

addEventListener('message', ({ data }: MessageEvent<PreviewQuestion>) => {
  void answer(data).then((told) => postMessage(told))
})
