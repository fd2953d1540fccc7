import { createServer } from 'node:net'

import { SettingsError } from '#lib/settings-error'

/**
 * Throws a `SettingsError` that names PORT when another program listens there, or this process may
 * not.
 */
export async function requireFreePort(port: number, host?: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => reject(portError(error, port)))
    probe.listen({ port, ...(host ? { host } : {}) }, () => probe.close(() => resolve()))
  })
}

/** Explains a listening server's error to the person at the terminal. */
export function portError(error: NodeJS.ErrnoException, port: number): Error {
  if (error.code === 'EADDRINUSE')
    return new SettingsError(
      `Port ${port} is in use by another program. End that one, or choose another port: ` +
        `PORT=${port + 1} npm start`,
    )
  if (error.code === 'EACCES')
    return new SettingsError(
      `Port ${port} may not be used by an ordinary user. Choose one above 1023: PORT=3000 npm start`,
    )
  return error
}
