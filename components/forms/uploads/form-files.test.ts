import { describe, expect, it, vi } from 'vitest'
import { createFormFiles, whyNotSent } from './form-files.ts'

const sending = { name: 'mri.dcm', state: 'sending' } as const
const failed = { name: 'empty.txt', state: 'failed' } as const

describe('the unfinished files of a form', () => {
  it('are those of all fields', () => {
    const files = createFormFiles()
    const heard = vi.fn<() => void>()
    files.subscribe(heard)
    files.set('scans', [sending])
    files.set('letters', [failed])
    expect(files.all()).toEqual([sending, failed])
    files.set('scans', [])
    expect(files.all()).toEqual([failed])
    expect(files.all()).toBe(files.all())
    expect(heard).toHaveBeenCalledTimes(3)
  })

  it.each([
    [[], ''],
    [[sending], '1 file is still being sent. Send the form when all files are there.'],
    [[sending, sending], '2 files are still being sent. Send the form when all files are there.'],
    [[failed], '1 file was not sent: send it again or remove it first.'],
    [[failed, failed], '2 files were not sent: send them again or remove them first.'],
    [
      [sending, failed],
      '1 file is still being sent. 1 file was not sent: send it again or remove it first.',
    ],
  ])('%j: %s', (unfinished, words) => expect(whyNotSent(unfinished)).toBe(words))
})
