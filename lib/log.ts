import pino from 'pino'

import { logLine } from './log-line.ts'
import { hiddenNames, mask, redact } from './redact.ts'

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']
const wanted = process.env.LOG_LEVEL ?? ''

/**
 * One readable line per entry for a person at a terminal; JSON for everything that collects logs.
 */
const destination = process.stdout.isTTY
  ? { write: (entry: string) => void process.stdout.write(logLine(entry)) }
  : pino.destination({ fd: 1, sync: true })

/**
 * The one logger. `log.info({ runId, stepId }, 'step finished')`: what first, the sentence second.
 * Name a part or a request, run or task once with `log.child({ requestId })`. Secrets, start data
 * and outputs are masked wherever they stand (see `redact.ts`); errors go under `error`. Written
 * synchronously and without worker threads, so that the last line before a crash is never lost and
 * bundlers can load it.
 */
export const log = pino(
  {
    level: levels.includes(wanted) ? wanted : 'info',
    base: { pid: process.pid },
    timestamp: pino.stdTimeFunctions.isoTime,
    errorKey: 'error',
    // `formatters.log` has described the error already.
    serializers: { error: (described: unknown) => described },
    // Bindings of child loggers do not pass `formatters.log`; they are flat, so masking by name is
    // enough.
    redact: { paths: hiddenNames.map((name) => `["${name}"]`), censor: mask },
    hooks: {
      // A bare `log.error(error)` would print the error's own message, which may hold query
      // parameters.
      logMethod([first, sentence, ...rest], method) {
        if (first instanceof Error)
          method.call(this, { error: first }, sentence ?? first.name, ...rest)
        else method.apply(this, [first, sentence, ...rest])
      },
    },
    formatters: {
      level: (label) => ({ level: label }),
      log: (entry) => redact(entry) as Record<string, unknown>,
    },
  },
  destination,
)
