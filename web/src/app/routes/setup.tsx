/** `/setup#token=…`: the link that `npm start` prints. The token is after the `#`, so no server log sees it. */
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { apiDone } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toApiError } from '../../data/api/problem.ts'
import { safePath } from '../../data/person/signed-out.tsx'
import { useAfterSignIn } from '../../data/person/use-after-sign-in.ts'
import { useAddressQuery } from '../../data/use-address-query.ts'
import { Button } from '../../ui/button.tsx'
import { Entrance } from '../entrance.tsx'

export default function SetupRoute() {
	const { hash } = useLocation()
	const navigate = useNavigate()
	/** Taken out of the address at once. Another link in the same tab only changes what follows the `#`. */
	const [link, setLink] = useState({ token: tokenOf(hash), round: 0 })
	useEffect(() => {
		const token = tokenOf(hash)
		if (token === '') return
		setLink((before) => ({ token, round: before.round + 1 }))
		navigate(`${location.pathname}${location.search}`, { replace: true })
	}, [hash, navigate])
	return <SigningIn key={link.round} token={link.token} />
}

const tokenOf = (hash: string): string => new URLSearchParams(hash.slice(1)).get('token') ?? ''

function SigningIn(props: { token: string }) {
	const { token } = props
	const [search] = useAddressQuery()
	const navigate = useNavigate()
	const entered = useAfterSignIn()
	const [error, setError] = useState<unknown>(null)
	const to = safePath(search.get('to'))
	const begun = useRef(false)

	useEffect(() => {
		// The address still contains it: this renders again without it.
		if (begun.current || tokenOf(location.hash) !== '') return
		begun.current = true
		const enter = async () => {
			if (token === '') return navigate('/sign-in', { replace: true })
			await apiDone('/api/auth/setup', { method: 'POST', body: { token } })
			await entered(to)
		}
		enter().catch(setError)
	}, [navigate, entered, to, token])

	if (error === null) {
		return (
			<Entrance title="Signing in">
				<p role="status" className="appear-late mt-3 text-muted">
					Checking the link.
				</p>
			</Entrance>
		)
	}
	const invalid = toApiError(error).code === 'setup_token_invalid'
	return (
		<Entrance title={invalid ? 'This link does not work' : 'Could not sign in'}>
			<ErrorNote error={error} className="mt-5" />
			<Button look="primary" className="mt-4" onClick={() => navigate('/sign-in')}>
				Use another link
			</Button>
		</Entrance>
	)
}
