type Entry = { level: string; time: string; msg?: string; pid?: number } & Record<string, unknown>

const colors: Record<string, number> = {
  trace: 90,
  debug: 90,
  info: 36,
  warn: 33,
  error: 31,
  fatal: 31,
}

/**
 * Turns one JSON log entry into one line for a terminal: time, level, message, then the rest as
 * `name=value`.
 */
export function logLine(json: string): string {
  const { level, time, msg = '', pid: _pid, ...rest } = JSON.parse(json) as Entry
  const extras = Object.entries(rest).map(
    ([name, value]) => ` ${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  )
  return `${time.slice(11, 19)} \u001b[${colors[level] ?? 0}m${level.padEnd(5)}\u001b[0m ${msg}\u001b[90m${extras.join('')}\u001b[0m\n`
}
