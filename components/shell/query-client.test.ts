import { onlineManager } from '@tanstack/react-query'
import { afterEach, expect, it } from 'vitest'
import { newQueryClient } from './query-client.ts'

afterEach(() => onlineManager.setOnline(true))

it('says at once that a change could not be sent, and does not send it later', async () => {
  const client = newQueryClient()
  let tries = 0
  const mutationFn = async (): Promise<never> => {
    tries += 1
    return await Promise.reject(new Error('no connection'))
  }
  onlineManager.setOnline(false)
  const change = client.getMutationCache().build(client, { mutationFn })
  await expect(change.execute(undefined)).rejects.toThrow('no connection')
  onlineManager.setOnline(true)
  await client.resumePausedMutations()
  expect(tries).toBe(1)
})
