import { connect } from 'node:net'
import { ApiError } from '#lib/domain/api-error'
import { env } from '#lib/env'
import { log } from '#lib/log'
import { openFile } from './file-store.ts'

/**
 * Asks clamd (ClamAV) over TCP whether bytes contain a virus, by its command INSTREAM
 * (https://docs.clamav.net/manual/Usage/ClamdProtocol.html): chunks with their length in front, then
 * an answer that ends with a zero byte.
 */

export type Scanner = {
  host: string
  port: number
  /** So long without a byte to or from the scanner is a failure. */
  idleMs?: number
}
export type Verdict =
  | { is: 'clean' }
  | { is: 'infected'; virus: string }
  | { is: 'unknown'; reason: string }

const usualPort = 3310
const usualIdleMs = 60_000
const chunkBytes = 64 * 1024
const maxAnswer = 4_096

function verdictOf(answer: string): Verdict {
  if (/^stream: OK$/.test(answer)) return { is: 'clean' }
  const virus = /^stream: (.{1,200}) FOUND$/.exec(answer)?.[1]
  if (virus !== undefined) return { is: 'infected', virus }
  return { is: 'unknown', reason: answer.slice(0, 200) || 'no answer' }
}

function framed(chunk: Uint8Array): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(chunk.byteLength)
  return Buffer.concat([length, chunk])
}

/** Streams bytes to the scanner. Never throws: what goes wrong is the verdict `unknown`. */
export async function scan(bytes: AsyncIterable<Uint8Array>, scanner: Scanner): Promise<Verdict> {
  const { host, port, idleMs = usualIdleMs } = scanner
  const socket = connect({ host, port })
  socket.setTimeout(idleMs, () => socket.destroy(new Error('the scanner did not answer in time')))
  let answer = ''
  const answered = new Promise<void>((resolve, reject) => {
    socket.setEncoding('utf8')
    socket.on('data', (text: string) => {
      answer += text
      if (answer.includes('\0') || answer.length > maxAnswer) resolve()
    })
    socket.once('end', resolve)
    socket.once('error', reject)
    socket.once('close', () => resolve())
  })
  let isAnswered = false
  const end = answered.then(() => {
    isAnswered = true
  })
  // The error is read below; without this it would be unhandled while bytes are still sent.
  end.catch(() => undefined)
  const send = async (data: Buffer | string) =>
    await Promise.race([
      new Promise<void>((resolve, reject) => {
        socket.write(data, (error) => (error ? reject(error) : resolve()))
      }),
      end,
    ])
  try {
    await send('zINSTREAM\0')
    for await (const piece of bytes)
      // A scanner that has answered, such as about its size limit, reads no more.
      for (let at = 0; at < piece.byteLength && !isAnswered; at += chunkBytes)
        await send(framed(piece.subarray(at, at + chunkBytes)))
    if (!isAnswered) await send(Buffer.alloc(4))
    await end
    return verdictOf(answer.split('\0')[0]?.trim() ?? '')
  } catch (error) {
    return { is: 'unknown', reason: error instanceof Error ? error.message : 'an error' }
  } finally {
    socket.destroy()
  }
}

/** The scanner of this installation; undefined where none is set. */
function scannerOf(address = env().CLAMAV_URL): Scanner | undefined {
  if (address === undefined) return undefined
  const { hostname, port } = new URL(address)
  return { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) || usualPort }
}

/**
 * Refuses a stored file that contains a virus, and every file while the scanner does not answer.
 * Does nothing where no scanner is set (`CLAMAV_URL`). The caller deletes what is refused.
 */
export async function requireClean(storageKey: string, address?: string): Promise<void> {
  const scanner = scannerOf(address)
  if (!scanner) return
  const bytes = (await openFile(storageKey)) as unknown as AsyncIterable<Uint8Array>
  const verdict = await scan(bytes, scanner)
  if (verdict.is === 'clean') return
  if (verdict.is === 'infected') {
    log.warn({ virus: verdict.virus }, 'an uploaded file contains a virus')
    throw new ApiError(
      'unprocessable',
      `This file contains a virus (${verdict.virus}) and was not kept. Send another file.`,
      { reason: 'virus' },
    )
  }
  log.error({ reason: verdict.reason }, 'the virus scanner could not check a file')
  throw new ApiError(
    'unavailable',
    'Files cannot be checked for viruses at the moment, so none are taken. Try again in a few ' +
      'minutes.',
    { reason: 'not_scanned' },
    { headers: { 'retry-after': '60' } },
  )
}
