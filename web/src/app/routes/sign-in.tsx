import { useQuery } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { healthQuery } from '../../data/api/queries.ts'
import { safePath } from '../../data/signed-out.tsx'
import { useAddressQuery } from '../../data/use-address-query.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback.tsx'
import { TextField } from '../../ui/form.tsx'
import { Entrance } from '../entrance.tsx'

/** Beside the form, not before it. */
const PasskeySignIn = lazy(() => import('../../features/passkey/sign-in-button.tsx'))

/** The token in a pasted sign-in link, or the pasted text itself. */
function tokenIn(pasted: string): string {
	const text = pasted.trim()
	const hash = /[#&?]token=([^&\s]+)/.exec(text)
	return hash?.[1] ? decodeURIComponent(hash[1]) : text
}

export default function SignInRoute() {
	const health = useQuery(healthQuery)
	const navigate = useNavigate()
	const [search] = useAddressQuery()
	const [pasted, setPasted] = useState('')
	const submit = (event: FormEvent) => {
		event.preventDefault()
		const to = search.get('to')
		const token = tokenIn(pasted)
		if (token === '') return
		navigate(
			`/setup${to ? `?to=${encodeURIComponent(to)}` : ''}#token=${encodeURIComponent(token)}`,
		)
	}
	return (
		<Entrance title="Sign in with the link from your terminal">
			<p className="mt-3 text-muted">
				{health.data?.setupNeeded
					? 'This server is new. The start command printed a sign-in link for its owner. Open that link, or paste it here.'
					: 'The start command printed a sign-in link. Open that link, or paste it here.'}
			</p>
			<form onSubmit={submit} className="mt-6">
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
					<Button type="submit" look="primary" disabled={pasted.trim() === ''}>
						Sign in
					</Button>
				</div>
			</form>
			<div className="mt-6">
				<Suspense fallback={null}>
					<PasskeySignIn
						onSignedIn={() => navigate(safePath(search.get('to')), { replace: true })}
					/>
				</Suspense>
			</div>
			<Note level="info" title="Lost the link?" className="mt-6">
				Restart the server with <code className="font-mono">npm start</code>. It prints a new link
				and keeps your projects.
			</Note>
			{health.error && (
				<ErrorNote error={health.error} onRetry={() => void health.refetch()} className="mt-3" />
			)}
		</Entrance>
	)
}
