import { useState } from 'react'
import { z } from 'zod'
import { CheckboxField, RadioField, SelectField } from '#ui/fields/choice-fields.tsx'
import { FileDrop } from '#ui/fields/file-drop.tsx'
import { Form, SubmitButton, useFormOf } from '#ui/forms/form.tsx'
import { MoneyField } from '#ui/fields/money-field.tsx'
import { PasswordField } from '#ui/fields/password-field.tsx'
import { DateField, EmailField, PhoneField, TextAreaField, TextField } from '#ui/fields/text-field.tsx'
import { Shelf } from './shelf.tsx'

const required = (message: string) => z.string().min(1, message)
const schema = z.object({
  name: required('Please use letters only.'),
  email: z.string().regex(/^\S+@\S+$/, '* Enter a valid email address.'),
  phoneNumber: required('* Phone number is required.'),
  password: required('* Password is required.'),
  day: required('* A date is required.'),
  amount: z.int({ error: 'Enter an amount such as 12.50.' }),
  location: required('* Location is required.'),
  spouse: z.enum(['Yes', 'No'], { error: 'Please answer yes or no.' }),
  note: z.string(),
  terms: z.literal(true, { error: 'Please accept the terms.' }),
})

const choicesOf = (...names: string[]) => names.map((name) => ({ value: name, label: name }))

export function FormShelf() {
  const form = useFormOf(schema)
  const [chosen, setChosen] = useState<string[]>([])
  return (
    <Shelf title="Form">
      <Form form={form} label="Example" onSubmit={() => new Promise((resolve) => setTimeout(resolve, 1500))}>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField name="name" label="First name" autoComplete="given-name" />
          <EmailField name="email" />
          <PhoneField name="phoneNumber" hint="For example 0412 345 678." />
          <PasswordField
            name="password"
            label="Password"
            autoComplete="new-password"
            hint="At least 8 characters. Tip: three or four random words are easy to remember."
          />
          <DateField name="day" label="Date paid" />
          <MoneyField name="amount" label="Total" />
          <SelectField
            name="location"
            label="Location"
            placeholder="Choose a state or territory"
            choices={choicesOf('New South Wales', 'Victoria', 'Tasmania')}
          />
          <RadioField name="spouse" label="Do you have a spouse?" inline choices={choicesOf('Yes', 'No')} />
          <TextAreaField name="note" label="Description" optional className="sm:col-span-2" />
          <TextField name="off" label="Disabled" disabled placeholder="Disabled" />
          <TextField name="fixed" label="Read only" readOnly placeholder="Australia" />
        </div>
        <CheckboxField name="terms" label="I accept the terms." />
        <div>
          <SubmitButton busy="Creating your account…">Create account</SubmitButton>
        </div>
      </Form>
      <FileDrop
        id="gallery-files"
        label="Receipts"
        hint="JPEG, PNG, PDF, DOC or DOCX, up to 20 MB each."
        accept={{ 'image/*': [], 'application/pdf': ['.pdf'] }}
        multiple
        onFiles={(files) => setChosen(files.map(({ name }) => name))}
      />
      {chosen.length > 0 && <p>{chosen.join(', ')}</p>}
      <FileDrop
        id="gallery-refused"
        label="A receipt"
        hint="JPEG, PNG, PDF, DOC or DOCX, up to 20 MB."
        error="Please select or drop a file to continue."
        accept={{ 'image/*': [] }}
        onFiles={() => undefined}
      />
    </Shelf>
  )
}
