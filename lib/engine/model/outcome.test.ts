import { afterEach, expect, it, vi } from 'vitest'
import { log } from '#lib/log'
import { outcomeOfError } from './outcome.ts'

afterEach(() => vi.restoreAllMocks())

const circumstances = {
  runId: 'r',
  taskId: 't',
  stepId: 's',
  attempt: 1,
  effect: 'idempotent' as const,
  repeatable: false,
  called: true,
  logs: [],
}
const aborted = new DOMException('This operation was aborted', 'AbortError')

it('an attempt that the engine aborted is no failure of this service', () => {
  const error = vi.spyOn(log, 'error').mockReturnValue()
  const info = vi.spyOn(log, 'info').mockReturnValue()
  outcomeOfError(aborted, { ...circumstances, abandoned: true })
  expect(error).not.toHaveBeenCalled()
  expect(info).toHaveBeenCalledOnce()
})

it('the same error without that is one', () => {
  const error = vi.spyOn(log, 'error').mockReturnValue()
  outcomeOfError(aborted, { ...circumstances, abandoned: false })
  expect(error).toHaveBeenCalledOnce()
})
