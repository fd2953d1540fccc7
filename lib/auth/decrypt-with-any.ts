import { errors, jwtDecrypt, type JWTDecryptOptions, type JWTDecryptResult } from 'jose'

/** Reads a token that one of the keys encrypted, the first that fits. Throws like `jwtDecrypt`. */
export async function decryptWithAny(
  token: string,
  keys: [Buffer, ...Buffer[]],
  options: JWTDecryptOptions,
): Promise<JWTDecryptResult> {
  const [key, next, ...rest] = keys
  try {
    return await jwtDecrypt(token, key, options)
  } catch (error) {
    if (!next || !(error instanceof errors.JWEDecryptionFailed)) throw error
    return await decryptWithAny(token, [next, ...rest], options)
  }
}
