import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { nextOf } from './next.ts'

/** Asks for a link by mail. */
export function MailForm(props: { to: string }) {
	const id = useId()
	const [email, setEmail] = useState('')
	const ask = useMutation({
		mutationFn: (address: string) =>
			apiDone('/api/auth/magic-link', {
				method: 'POST',
				body: { email: address, ...nextOf(props.to) },
			}),
	})
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (email.trim() !== '') ask.mutate(email.trim())
	}
	if (ask.isSuccess) {
		return (
			<div>
				<Note level="info" title="Look at your mail">
					If {ask.variables} can sign in here, a link is on its way. It works once, for fifteen
					minutes.
				</Note>
				<Button look="quiet" className="mt-1 w-full" onClick={ask.reset}>
					Use another address
				</Button>
			</div>
		)
	}
	return (
		<form onSubmit={submit}>
			<label htmlFor={id} className="text-line font-medium">
				Mail address
			</label>
			<div className="mt-1.5 flex gap-2">
				<TextField
					id={id}
					type="email"
					value={email}
					onChange={(event) => setEmail(event.target.value)}
					autoComplete="email"
					maxLength={254}
				/>
				<Button type="submit" disabled={ask.isPending || email.trim() === ''}>
					Mail me a link
				</Button>
			</div>
			{ask.error && <ErrorNote error={ask.error} className="mt-3" />}
		</form>
	)
}
