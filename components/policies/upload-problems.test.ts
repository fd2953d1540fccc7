import { describe, expect, it } from 'vitest'
import { maxWholeFileBytes } from '#lib/domain/form/file-limits'
import { problemsOf } from './upload-problems.ts'

const small = new File(['text'], 'rules.txt')
const fields = { file: small, id: 'prior-auth', title: '' }

describe('problemsOf an upload', () => {
  it('finds none in a small file with a free id, nor in empty fields', () => {
    expect(problemsOf(fields, ['other'])).toEqual({})
    expect(problemsOf({ file: null, id: '', title: '' }, ['other'])).toEqual({})
  })

  it('names the field of a large file, of an id that is no slug, and of a taken one', () => {
    const large = { size: maxWholeFileBytes + 1 } as File
    expect(Object.keys(problemsOf({ ...fields, file: large }, []))).toEqual(['file'])
    expect(problemsOf({ ...fields, id: 'Prior auth' }, []).id).toMatch(/lower-case letters/)
    expect(problemsOf(fields, ['prior-auth']).id).toMatch(/There is a policy of this id/)
  })
})
