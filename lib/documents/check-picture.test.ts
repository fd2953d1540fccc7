import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { checkPicture } from './check-picture.ts'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

const header = Buffer.from([0, 0, 0, 40, 0, 0, 0, 20, 8, 0, 0, 0, 0])
const data = deflateSync(Buffer.alloc(20 * 41))
const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const end = chunk('IEND', Buffer.alloc(0))
const png = (...more: Buffer[]) =>
  Buffer.concat([signature, chunk('IHDR', header), ...more, chunk('IDAT', data), end])

const segment = (marker: number, body: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker, 0, body.length + 2]), body])
const frame = segment(0xc0, Buffer.from([8, 0, 20, 0, 40, 1, 1, 0x11, 0]))
const scan = Buffer.concat([
  segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])),
  // Compressed data with a stuffed 0xff and a restart.
  Buffer.from([1, 2, 0xff, 0, 3, 0xff, 0xd0, 4]),
])
const start = Buffer.from([0xff, 0xd8])
const jpeg = (...more: Buffer[]) =>
  Buffer.concat([
    start,
    segment(0xe0, Buffer.from('JFIF\0')),
    ...more,
    frame,
    scan,
    Buffer.from([0xff, 0xd9]),
  ])

describe('a picture', () => {
  it('is taken as it is when it holds nothing else', () => {
    expect(checkPicture(png())).toEqual({
      mimeType: 'image/png',
      content: png(),
      width: 40,
      height: 20,
    })
    expect(checkPicture(jpeg())).toEqual({
      mimeType: 'image/jpeg',
      content: jpeg(),
      width: 40,
      height: 20,
    })
  })

  it('loses texts, places, comments and what stands behind its end', () => {
    const text = png(
      chunk('tEXt', Buffer.from('Author\0Jane Doe')),
      chunk('eXIf', Buffer.from('x')),
    )
    const behind = Buffer.from('<script>alert(1)</script>')
    expect(checkPicture(Buffer.concat([text, behind]))?.content).toEqual(png())
    const exif = jpeg(segment(0xe1, Buffer.from('Exif\0\0GPS')), segment(0xfe, Buffer.from('Jane')))
    expect(checkPicture(Buffer.concat([exif, behind]))?.content).toEqual(jpeg())
  })
})

describe('no picture', () => {
  const wrongSum = Buffer.from(png())
  wrongSum.writeUInt8(wrongSum.readUInt8(30) ^ 1, 30)
  it.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['HTML behind the first bytes of a PNG', Buffer.concat([signature, Buffer.from('<html>')])],
    ['a GIF', Buffer.from('GIF89a')],
    ['a PNG that is cut off', png().subarray(0, -12)],
    ['a PNG with a wrong sum', wrongSum],
    ['a PNG without data', Buffer.concat([signature, chunk('IHDR', header), end])],
    ['a PNG without a header', Buffer.concat([signature, chunk('IDAT', data), end])],
    ['a JPEG that is cut off', jpeg().subarray(0, -2)],
    ['a JPEG without a frame', Buffer.concat([start, scan, Buffer.from([0xff, 0xd9])])],
    ['a JPEG whose segment is too long', Buffer.concat([start, Buffer.from([0xff, 0xe0, 9, 9])])],
    ['two bytes', start],
  ])('is %s', (_what, bytes) => expect(checkPicture(bytes)).toBeUndefined())

  it('is any picture with a byte less', () => {
    for (const whole of [png(), jpeg()])
      for (let length = 0; length < whole.length; length++)
        expect(checkPicture(whole.subarray(0, length))).toBeUndefined()
  })
})
