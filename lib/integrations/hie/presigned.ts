import { gunzipSync } from 'node:zlib'
import { ApiError } from '#lib/domain/api-error'
import { providerHttp, type ProviderResponse } from '../outbound/http.ts'

type Options = {
  provider: string
  allowPrivate: readonly string[]
  timeoutMs: number
  maxBytes: number
  signal: AbortSignal
}

/**
 * Reads an address that contains its own permission (a presigned one, usually of a storage service
 * on another host). It gets no credential of ours, and internal addresses are refused.
 */
export async function readPresigned(
  url: string,
  { signal, ...options }: Options,
): Promise<ProviderResponse> {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  // Unencrypted only where an operator allowed a host by name.
  const trusted =
    parsed && (parsed.protocol === 'https:' || options.allowPrivate.includes(parsed.host))
  if (!parsed || !trusted)
    throw new ApiError(
      'provider_error',
      'The provider named an address for the download that is not https. It was not followed.',
      { provider: options.provider, code: 'bad_address' },
    )
  const send = providerHttp({ ...options, origin: parsed.origin })
  return await send({ method: 'GET', url, headers: { accept: '*/*' }, signal, repeatable: true })
}

/**
 * Returns the bytes, unpacked when they are a gzip archive (RFC 1952). Throws when they unpack to
 * more than `maxBytes`.
 */
export function unzipped(bytes: Uint8Array, provider: string, maxBytes: number): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes
  try {
    return gunzipSync(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    throw new ApiError(
      'provider_error',
      `What the provider sent is no valid gzip archive, or has more than ${maxBytes / 1024 / 1024} MB.`,
      { provider, code: 'bad_archive' },
      { cause: error },
    )
  }
}
