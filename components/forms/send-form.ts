import { ApiFailure } from '#lib/http/client'

/**
 * Sends multipart data with progress (0 to 1) and resolves to the JSON answer. XMLHttpRequest,
 * because fetch does not report how much was sent. Rejects with ApiFailure, whose message is for
 * the person (status 0: the connection was lost or the sending was stopped).
 */
export function sendForm(
  method: 'POST' | 'PUT',
  path: string,
  form: FormData,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    })
    request.addEventListener('load', () => {
      const body = parse(request.responseText)
      if (request.status >= 200 && request.status < 300) resolve(body)
      else
        reject(
          new ApiFailure(
            request.status,
            text(body['error']) ?? 'error',
            text(body['message']) ?? `The server answered ${request.status}.`,
            (body['details'] as Record<string, unknown> | undefined) ?? {},
          ),
        )
    })
    request.addEventListener('error', () =>
      reject(new ApiFailure(0, 'unreachable', 'The connection was lost. Try again.', {})),
    )
    request.addEventListener('abort', () =>
      reject(new ApiFailure(0, 'stopped', 'The upload was stopped.', {})),
    )
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

function parse(json: string): Record<string, unknown> {
  try {
    return JSON.parse(json) as Record<string, unknown>
  } catch {
    return {}
  }
}
