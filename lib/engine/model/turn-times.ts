/**
 * A turn gives way to other runs after this long, at the next moment in which nothing is in flight.
 */
export const turnMs = 5000
/** Progress is written at least this often while something is in flight, so that people see it. */
export const progressCommitMs = 150
/**
 * How long the result of a call may wait, so that it and the intent of the next call share a
 * commit.
 */
export const resultCommitMs = 20
/**
 * For a time this near the turn waits with the run in its hands; the queue looks for jobs that came
 * due only once a second.
 */
export const shortWaitMs = 1500
/** Steps of one run at once. */
export const maxParallel = 20

/** A time farther away than this costs a row and no job. */
export const longTimerMs = 60_000
