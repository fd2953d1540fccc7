import type { RunPageTask } from '#lib/contracts/runs/runs'

export type Bar = { task: RunPageTask; offset: number; width: number; ms: number }

/**
 * The bar of each started task on the run's time axis, in per cent of the whole, in the order of
 * their starts. The bar of a task that still runs or waits extends to `now` (milliseconds since the
 * epoch).
 */
export function timelineBars(
  tasks: RunPageTask[],
  runStart: string,
  runEnd: string | null,
  now: number,
): { bars: Bar[]; totalMs: number } {
  const start = new Date(runStart).getTime()
  const end = runEnd ? new Date(runEnd).getTime() : now
  const totalMs = Math.max(end - start, 1)
  const bars = tasks
    .flatMap((task) => {
      if (!task.startedAt) return []
      const from = Math.max(new Date(task.startedAt).getTime(), start)
      const to = Math.max(task.finishedAt ? new Date(task.finishedAt).getTime() : end, from)
      return [
        {
          task,
          offset: Math.min(((from - start) / totalMs) * 100, 100),
          width: Math.max(((to - from) / totalMs) * 100, 0.4),
          ms: to - from,
        },
      ]
    })
    .sort((a, b) => a.offset - b.offset)
  return { bars, totalMs }
}
