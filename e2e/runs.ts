import type { APIRequestContext } from '@playwright/test'
import { expect } from './fixtures.ts'

type AnyRun = { id: string; status: string }

type Start = {
  startData?: Record<string, unknown>
  /** Answers when the run has ended, at most after so many seconds. */
  waitSeconds?: number
}

/** Starts a run of a workflow, named by its id or slug, as a system does. Answers the run. */
export async function startRun<Run extends { id: string } = AnyRun>(
  api: APIRequestContext,
  workflow: string,
  { startData = {}, waitSeconds }: Start = {},
): Promise<Run> {
  const started = await api.post(`/api/v2/workflows/${workflow}/runs`, {
    data: { startData },
    headers: waitSeconds === undefined ? {} : { prefer: `wait=${waitSeconds}` },
  })
  expect(started.ok(), await started.text()).toBe(true)
  return (await started.json()) as Run
}

/** A run as the API answers it. */
export async function readRun<Run>(api: APIRequestContext, runId: string): Promise<Run> {
  return (await (await api.get(`/api/v2/runs/${runId}`)).json()) as Run
}

/** The only run of a workflow; fails when there are more. */
export async function onlyRun<Run>(api: APIRequestContext, workflow: string): Promise<Run> {
  const answer = await api.get(`/api/v2/runs?workflow=${workflow}`)
  const { items } = (await answer.json()) as { items: { id: string }[] }
  expect(items).toHaveLength(1)
  return await readRun<Run>(api, items[0]?.id ?? '')
}

/**
 * Waits until the run has completed, and answers it. A page that says "Completed" may say so of a
 * step before the run itself has.
 */
export async function completedRun<Run extends { status: string }>(
  api: APIRequestContext,
  runId: string,
): Promise<Run> {
  const read = async () => await readRun<Run>(api, runId)
  await expect.poll(async () => (await read()).status).toBe('completed')
  return await read()
}
