import type { Socket } from 'node:net'

/** More characters without an end of line are no message of ours: a run that is read has 2.5 MB. */
const maxLength = 16_000_000

/**
 * Messages of JSON over a socket, one a line. What is sent in one turn of the event loop leaves in
 * one write, since a write costs more than its content. Destroys the socket when what arrives is no
 * JSON, or too long.
 */
export function jsonLines(
  socket: Socket,
  onMessage: (message: unknown) => void,
): { send(message: unknown): void } {
  let waiting = ''
  let received = ''

  function flush(): void {
    const text = waiting
    waiting = ''
    if (socket.writable) socket.write(text)
  }

  socket.setEncoding('utf8')
  socket.on('data', (text: string) => {
    const lines = (received + text).split('\n')
    received = lines.pop() ?? ''
    try {
      if (received.length > maxLength) throw new Error('the line is too long')
      for (const line of lines) onMessage(JSON.parse(line))
    } catch (error) {
      socket.destroy(error as Error)
    }
  })

  return {
    send(message) {
      if (waiting === '') setImmediate(flush)
      waiting += `${JSON.stringify(message)}\n`
    },
  }
}
