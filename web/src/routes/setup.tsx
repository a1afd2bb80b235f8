/** `/setup#token=…`: the link that `npm start` prints. The token is after the `#`, so no server log sees it. */
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { apiDone } from '../features/api/client.ts'
import { toApiError } from '../features/api/problem.ts'
import { healthQuery, projectsQuery } from '../features/api/queries.ts'
import { Entrance } from '../features/session/entrance.tsx'
import { safePath } from '../features/session/signed-out.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/feedback.tsx'

export default function SetupRoute() {
	const [search] = useSearchParams()
	const navigate = useNavigate()
	const client = useQueryClient()
	const [error, setError] = useState<unknown>(null)
	/** Read once: the address is cleaned right after. */
	const token = useRef(new URLSearchParams(location.hash.slice(1)).get('token') ?? '')
	const to = safePath(search.get('to'))
	const begun = useRef(false)

	useEffect(() => {
		if (begun.current) return
		begun.current = true
		const enter = async () => {
			if (token.current === '') return navigate('/sign-in', { replace: true })
			await apiDone('/api/auth/setup', { method: 'POST', body: { token: token.current } })
			void client.invalidateQueries({ queryKey: healthQuery.queryKey })
			if (to !== '/') return navigate(to, { replace: true })
			const projects = await client.fetchQuery({ ...projectsQuery, staleTime: 0 })
			const [only] = projects
			navigate(projects.length === 1 && only ? `/p/${only.id}` : '/', { replace: true })
		}
		history.replaceState(history.state, '', `${location.pathname}${location.search}`)
		enter().catch(setError)
	}, [navigate, client, to])

	if (error === null) {
		return (
			<Entrance title="Signing in">
				<p role="status" className="appear-late mt-3 text-muted">
					The server checks the link.
				</p>
			</Entrance>
		)
	}
	const invalid = toApiError(error).code === 'setup_token_invalid'
	return (
		<Entrance title={invalid ? 'This link does not sign you in' : 'Signing in did not work'}>
			<ErrorNote error={error} className="mt-5" />
			<Button look="primary" className="mt-4" onClick={() => navigate('/sign-in')}>
				Use another link
			</Button>
		</Entrance>
	)
}
