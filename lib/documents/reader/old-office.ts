const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const encrypted = Buffer.from('EncryptedPackage', 'utf16le')

/**
 * What a compound file (MS-CFB) is: Office puts a document with a password into one, and files
 * before 2007 are ones. Undefined for any other file.
 */
export function oldOfficeOf(bytes: Buffer): 'encrypted' | 'old' | undefined {
  if (!bytes.subarray(0, signature.length).equals(signature)) return undefined
  return bytes.includes(encrypted) ? 'encrypted' : 'old'
}
