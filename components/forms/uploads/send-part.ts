import { ApiFailure } from '#lib/http/client'
import type { UploadView } from '#lib/contracts/data/files'

/**
 * After this time without a byte the connection counts as lost, even if the browser reports
 * nothing.
 */
const silentMs = 30_000

async function digestOf(part: ArrayBuffer): Promise<Record<string, string>> {
  // Browsers have `subtle` only on pages over HTTPS or from this machine.
  if (!globalThis.crypto.subtle) return {}
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', part))
  return { 'content-digest': `sha-256=:${btoa(String.fromCharCode(...hash))}:` }
}

type Body = Record<string, unknown>

function parse(json: string): Body {
  try {
    return JSON.parse(json) as Body
  } catch {
    return {}
  }
}

function failureOf(status: number, body: Body): ApiFailure {
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : undefined)
  const message = text('message') ?? `The server answered ${status}.`
  return new ApiFailure(status, text('error') ?? 'error', message, (body['details'] ?? {}) as Body)
}

/**
 * Sends one part of a file and resolves to the position of the upload. XMLHttpRequest, because
 * fetch does not report how much was sent (`onSent`, bytes). Rejects with ApiFailure; status 0
 * means that the connection was lost, or silent for half a minute.
 */
export async function sendPart(
  address: string,
  part: ArrayBuffer,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<UploadView> {
  const headers = { 'content-type': 'application/octet-stream', ...(await digestOf(part)) }
  signal.throwIfAborted()
  return await new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = () => request.abort()
    let timer = setTimeout(stop, silentMs)
    const restartTimer = () => {
      clearTimeout(timer)
      timer = setTimeout(stop, silentMs)
    }
    request.open('PUT', address)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => {
      restartTimer()
      onSent(event.loaded)
    })
    const lost = () => {
      const words = 'The connection was lost.'
      reject(
        signal.aborted ? (signal.reason as Error) : new ApiFailure(0, 'unreachable', words, {}),
      )
    }
    request.addEventListener('load', () => {
      const body = parse(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve(body as UploadView)
      else reject(failureOf(request.status, body))
    })
    request.addEventListener('error', lost)
    request.addEventListener('abort', lost)
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    })
    signal.addEventListener('abort', stop)
    request.send(part)
  })
}
