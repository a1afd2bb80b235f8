import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/form.tsx'

/** The token in a pasted sign-in link, or the pasted text itself. */
export function tokenIn(pasted: string): string {
	const text = pasted.trim()
	const encoded = /[#&?]token=([^&\s]+)/.exec(text)?.[1]
	if (encoded === undefined) return text
	try {
		return decodeURIComponent(encoded)
	} catch {
		// A bare "%": somebody typed the link, or a program cut it.
		return encoded
	}
}

/** Takes the link that the start command printed. */
export function SetupForm(props: { to: string; look: 'primary' | 'plain' }) {
	const { to, look } = props
	const navigate = useNavigate()
	const [pasted, setPasted] = useState('')
	const submit = (event: FormEvent) => {
		event.preventDefault()
		const token = tokenIn(pasted)
		if (token === '') return
		const back = to === '/' ? '' : `?to=${encodeURIComponent(to)}`
		navigate(`/setup${back}#token=${encodeURIComponent(token)}`)
	}
	return (
		<form onSubmit={submit}>
			<label htmlFor="link" className="text-line font-medium">
				Sign-in link or token
			</label>
			<div className="mt-1.5 flex gap-2">
				<TextField
					id="link"
					value={pasted}
					onChange={(event) => setPasted(event.target.value)}
					autoComplete="off"
					spellCheck={false}
					placeholder={`${location.origin}/setup#token=…`}
				/>
				<Button type="submit" look={look} disabled={pasted.trim() === ''}>
					Sign in
				</Button>
			</div>
		</form>
	)
}
