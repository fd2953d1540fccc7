import { expect, it } from 'vitest'
import { receivedMailLimits } from '#lib/domain/received-mail-words'
import { MessageCheck } from './message-check.ts'

it('reads a message that is too large to its end, but not without end', async () => {
  const megabyte = Buffer.alloc(1024 * 1024, 'a')
  const most = receivedMailLimits.messageBytes / megabyte.length
  let sent = 0
  const read = async (megabytes: number) => {
    sent = 0
    const stream = (async function* () {
      while (sent < megabytes) {
        sent++
        yield sent === 1 ? Buffer.from('Subject: a\r\n\r\n') : megabyte
      }
    })()
    for await (const _part of new MessageCheck().through(stream));
  }
  await expect(read(most + 10)).rejects.toMatchObject({ responseCode: 552, closes: false })
  expect(sent).toBe(most + 10)
  await expect(read(Infinity)).rejects.toMatchObject({ responseCode: 552, closes: true })
})
