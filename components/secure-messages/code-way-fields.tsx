import type { FieldErrors, UseFormRegister } from 'react-hook-form'
import { LabelledSelect } from '#components/shared/fields/labelled-select'
import { TextField } from '#components/shared/fields/text-field'
import { Alert, AlertDescription, AlertTitle } from '#components/ui/feedback/alert'
import type { CodeWay } from '#lib/domain/secure-message-words'

/** The ways of the code as people choose them. */
export const codeWayWords: Record<CodeWay, string> = {
  phone: 'By phone: I read it out',
  question: 'By mail, with a question that only they can answer',
  sms: 'By text message',
  mail: 'By a separate mail (weaker)',
}

const options = (Object.entries(codeWayWords) as [CodeWay, string][]).map(([id, label]) => ({
  id,
  label,
}))

export type CodeWayInput = { codeWay: CodeWay; question: string; answer: string; phone: string }
export const firstWay: CodeWayInput = { codeWay: 'phone', question: '', answer: '', phone: '' }

/** What of the fields belongs to the chosen way. */
export const codeWayBody = ({ codeWay, question, answer, phone }: CodeWayInput) => ({
  codeWay,
  ...(codeWay === 'question' ? { question, answer } : {}),
  ...(codeWay === 'sms' ? { phone: phone.replace(/[\s().-]/g, '') } : {}),
})

type Props = {
  codeWay: CodeWay
  register: UseFormRegister<CodeWayInput>
  errors: FieldErrors<CodeWayInput>
}

/** Chooses how the one-time code gets to the recipient, and says which way is weaker. */
export function CodeWayFields({ codeWay, register, errors }: Props) {
  return (
    <>
      <LabelledSelect
        label="The one-time code goes"
        options={options}
        error={errors.codeWay}
        {...register('codeWay')}
      />
      {codeWay === 'phone' ? (
        <p className="text-sm text-muted-foreground">
          Call them when they have the mail, and press “Code to read out” on the page of the
          message.
        </p>
      ) : null}
      {codeWay === 'question' ? (
        <>
          <TextField
            label="Question"
            help="Who has the link sees it: put no patient data into it."
            autoComplete="off"
            error={errors.question}
            {...register('question')}
          />
          <TextField
            label="Answer"
            help="Capital letters, spaces and signs do not matter."
            autoComplete="off"
            error={errors.answer}
            {...register('answer')}
          />
        </>
      ) : null}
      {codeWay === 'sms' ? (
        <TextField
          label="Mobile number"
          help="With its country code, like +12125550100"
          type="tel"
          autoComplete="off"
          error={errors.phone}
          {...register('phone')}
        />
      ) : null}
      {codeWay === 'mail' ? (
        <Alert variant="warning">
          <AlertTitle>This is the weaker way</AlertTitle>
          <AlertDescription>
            Link and code go to the same mailbox: who reads it can open the message. Choose another
            way where you can.
          </AlertDescription>
        </Alert>
      ) : null}
    </>
  )
}
