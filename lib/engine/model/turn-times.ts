/** After this long a turn ends as soon as nothing is in flight, so that other runs go on. */
export const turnMs = 5000
/** Progress is written at least this often while something is in flight, so that people see it. */
export const progressCommitMs = 150
/**
 * A run that was handed over to this worker is written after at most this time, whatever its first
 * step does, because the caller that started it learns then that it exists.
 */
export const startCommitMs = 20
/**
 * For so long after a run was handed over, only the caller that waits for it is notified. Others
 * can hardly know it yet, and they poll once a second.
 */
export const onlyStarterMs = 250
/** How long the result of a call may wait for the intent of the next call, to share its commit. */
export const resultCommitMs = 20
/** A turn waits for a time this near, because the queue checks for due jobs only once a second. */
export const shortWaitMs = 1500
/** How many steps of one run are in flight at once. */
export const maxParallel = 20

/** A time farther away than this costs a row and no job. */
export const longTimerMs = 60_000
