/** Pages that lead to a screen and want the person back; others would be a way out of the product. */
const known = /^\/workflows\/[\w-]+(?:\?run=[\w-]+)?$/

/** The address of a screen that leads back to the editor of a workflow, with a run of it. */
export const screenFromEditor = (taskId: string, workflowId: string, runId: string): string =>
  `/inbox/${taskId}?${new URLSearchParams({ back: `/workflows/${workflowId}?run=${runId}` })}`

/** Where a person goes on after the screen with these parameters; undefined: with the next one. */
export function wayBack(search: string): string | undefined {
  const back = new URLSearchParams(search).get('back')
  return back !== null && known.test(back) ? back : undefined
}
