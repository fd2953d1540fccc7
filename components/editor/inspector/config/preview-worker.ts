import { evaluate } from '#lib/domain/expressions/compute-expressions'

/** What the page asks; the answer has the same id. */
export type PreviewQuestion = { id: number; text: string; sample: unknown; timeoutMs: number }
export type PreviewAnswer = { id: number; value: unknown } | { id: number; message: string }
/** What the worker says first, when its code is there. */
export const previewReady = 'ready'

/**
 * Computes expressions for the editor's preview outside the page's thread: inside one function
 * JSONata has no time limit. The page terminates this worker when it takes too long.
 */
async function answer({ id, text, sample, timeoutMs }: PreviewQuestion): Promise<PreviewAnswer> {
  return await evaluate(text, sample, { timeoutMs }).then(
    (value) => ({ id, value }),
    (error: unknown) => ({ id, message: error instanceof Error ? error.message : String(error) }),
  )
}

addEventListener('message', ({ data }: MessageEvent<PreviewQuestion>) => {
  void answer(data).then((message) => postMessage(message))
})

postMessage(previewReady)
