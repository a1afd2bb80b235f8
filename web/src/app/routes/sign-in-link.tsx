/**
 * `/sign-in/link#token=…`: the link in a mail. The token is after the `#`, so no server log sees it, and a person
 * presses a button, so that a program that only opens the page uses nothing up.
 */
import { SignedIn } from '@fairlead/protocol/people/sign-in'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { useAfterSignIn } from '../../data/person/use-after-sign-in.ts'
import { useTitle } from '../../data/title.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { Entrance } from '../entrance.tsx'

const tokenOf = (hash: string): string => new URLSearchParams(hash.slice(1)).get('token') ?? ''

export default function SignInLinkRoute() {
	useTitle('Sign in')
	const { hash } = useLocation()
	const navigate = useNavigate()
	const entered = useAfterSignIn()
	/** Taken out of the address at once: it is not for the history. */
	const [token, setToken] = useState(() => tokenOf(hash))
	useEffect(() => {
		const found = tokenOf(hash)
		if (found === '') return
		setToken(found)
		navigate(location.pathname, { replace: true })
	}, [hash, navigate])
	const enter = useMutation({
		mutationFn: () =>
			api(SignedIn, '/api/auth/magic-link/verify', { method: 'POST', body: { token } }),
		onSuccess: ({ to }) => entered(to),
	})
	const another = (
		<Link to="/sign-in" className={buttonClass('plain', 'mt-4')}>
			Sign in another way
		</Link>
	)
	if (token === '') {
		return (
			<Entrance title="This link is incomplete">
				<p className="mt-3 text-muted">Open the whole link in the mail, or ask for another one.</p>
				{another}
			</Entrance>
		)
	}
	if (enter.error) {
		return (
			<Entrance title="Could not sign in">
				<ErrorNote error={enter.error} className="mt-5" />
				{another}
			</Entrance>
		)
	}
	return (
		<Entrance title="Sign in to Fairlead">
			<p className="mt-3 text-muted">
				You opened the link in the mail. It signs in this browser, once.
			</p>
			<Button
				look="primary"
				className="mt-6"
				disabled={enter.isPending || enter.isSuccess}
				onClick={() => enter.mutate()}
			>
				Sign in
			</Button>
		</Entrance>
	)
}
