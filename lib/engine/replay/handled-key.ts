/** The key of the task whose failure a handler's task is for; empty for others. */
export const handledKey = (key: string): string => key.slice(0, Math.max(key.lastIndexOf('!'), 0))
