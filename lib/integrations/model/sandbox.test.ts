import { expect, it } from 'vitest'
import { memoryStore } from '#test/fakes/memory-store'
import { modelRequest } from '#test/suites/model-suite'
import { modelSandbox } from './sandbox.ts'

it('says that it has no model, and asks none', async () => {
  const port = modelSandbox.open({
    config: {},
    secrets: {},
    store: memoryStore(),
    allowPrivate: [],
  })
  expect(port.about.model).toBeUndefined()
  await expect(port.ask(modelRequest, new AbortController().signal)).rejects.toMatchObject({
    details: { code: 'no_model', retryable: false },
  })
  expect(await port.test(new AbortController().signal)).toContain('without a model')
})
