import type { IncomingMessage, ServerResponse } from 'node:http'
import { assetHeaders, formAsset } from '#lib/form-page/assets'
import { securityHeaders } from '#lib/http/response/security-headers'

const address = /^\/f\/assets\/([\w-]+\.js)$/

/**
 * Serves the programs of shared forms as the build compressed them: Next would send them
 * uncompressed, or compress them again for each visitor. Returns false for other addresses.
 */
export async function serveFormAsset(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const [path = ''] = (request.url ?? '').split('?')
  const name = request.method === 'GET' ? address.exec(path)?.[1] : undefined
  if (name === undefined) return false
  const found = await formAsset(name, String(request.headers['accept-encoding'] ?? ''))
  if (!found) return false
  const { bytes, encoding } = found
  response.writeHead(200, {
    ...Object.fromEntries(securityHeaders.map(({ key, value }) => [key, value])),
    ...assetHeaders,
    vary: 'accept-encoding',
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
    'content-length': bytes.byteLength,
  })
  response.end(bytes)
  return true
}
