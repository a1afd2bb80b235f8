import {
	plainUserCode,
	shownUserCode,
	USER_CODE_LENGTH,
} from '@fairlead/protocol/computers/pairing'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/form/form.tsx'

/** Asks for the code in the terminal. */
export function CodeForm(props: { onCode: (code: string) => void }) {
	const id = useId()
	const [typed, setTyped] = useState('')
	const code = plainUserCode(typed)
	const submit = (event: FormEvent) => {
		event.preventDefault()
		if (code.length === USER_CODE_LENGTH) props.onCode(shownUserCode(code))
	}
	return (
		<form onSubmit={submit} className="mt-1">
			<p className="text-line text-muted text-pretty">
				Run <code className="font-mono">npm run fairlead -- login</code> on the computer with Unity.
				It shows a code of {USER_CODE_LENGTH} letters.
			</p>
			<label htmlFor={id} className="mt-5 block text-line font-medium">
				Code in the terminal
			</label>
			<div className="mt-1.5 flex gap-2">
				<TextField
					id={id}
					value={typed}
					onChange={(event) => setTyped(event.target.value.toUpperCase())}
					autoComplete="off"
					autoCapitalize="characters"
					spellCheck={false}
					maxLength={20}
					placeholder="BCDF-GHJK"
					className="font-mono tracking-widest"
				/>
				<Button type="submit" look="primary" disabled={code.length !== USER_CODE_LENGTH}>
					Continue
				</Button>
			</div>
		</form>
	)
}
