import type { APIRequestContext } from '@playwright/test'
import { expect } from './fixtures.ts'

type OpenScreen = { taskId: string }

/** The open screens of a workflow. */
async function screensOf(api: APIRequestContext, workflow: string): Promise<OpenScreen[]> {
  const answer = await api.get(`/api/v2/screens?workflow=${workflow}`)
  return ((await answer.json()) as { items: OpenScreen[] }).items
}

/** Waits for the only open screen of a workflow. Answers the id of its task. */
export async function onlyScreen(api: APIRequestContext, workflow: string): Promise<string> {
  await expect.poll(async () => (await screensOf(api, workflow)).length).toBe(1)
  const [screen] = await screensOf(api, workflow)
  return screen?.taskId ?? ''
}

/**
 * Waits for the open screen of a run, which no other test touches. Answers the id of its task.
 */
export async function screenOfRun(api: APIRequestContext, runId: string): Promise<string> {
  type Run = { tasks: { id: string; stepType: string; status: string }[] }
  const find = async () => {
    const { tasks } = (await (await api.get(`/api/v2/runs/${runId}`)).json()) as Run
    return tasks.find(({ stepType, status }) => stepType === 'screen' && status === 'suspended')
  }
  await expect.poll(async () => (await find())?.id).toBeDefined()
  return (await find())?.id ?? ''
}

/**
 * Starts a run of a workflow that begins with a screen, and answers the id of the screen's task.
 */
export async function openScreen(api: APIRequestContext, workflow: string): Promise<string> {
  await api.post(`/api/v2/workflows/${workflow}/runs`, { data: { startData: {} } })
  return await onlyScreen(api, workflow)
}
