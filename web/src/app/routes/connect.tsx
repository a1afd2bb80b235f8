/** `/connect?client_id=…`: an MCP client asks to use a project for the person (the authorization endpoint of OAuth). */
import { ConnectionQuestion } from '@fairlead/protocol/people/connections'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { ApiError } from '../../data/api/problem.ts'
import { isSignedOut } from '../../data/api/queries.ts'
import { SignedOut } from '../../data/person/signed-out.tsx'
import { useTitle } from '../../data/title.ts'
import { ConnectRequest } from '../../features/connecting/request.tsx'
import { Note, Skeleton } from '../../ui/feedback.tsx'

/** The issues name parameters of the address, which the client wrote. */
const isIncomplete = (error: unknown): boolean =>
	error instanceof ApiError && error.code === 'invalid_request' && error.issues.length > 0

export default function ConnectRoute() {
	useTitle('Connect a client')
	const { search } = useLocation()
	const asked = useQuery({
		queryKey: ['connection-request', search],
		queryFn: ({ signal }) =>
			api(ConnectionQuestion, `/api/connections/request${search}`, { signal }),
		retry: false,
		refetchOnWindowFocus: false,
		staleTime: Number.POSITIVE_INFINITY,
	})
	if (isSignedOut(asked.error)) return <SignedOut />
	return (
		<main className="mx-auto w-full max-w-lg flex-1 px-4 pt-8 pb-16">
			<h1 className="text-title font-semibold tracking-tight">Connect a client</h1>
			{asked.isPending && <Skeleton rows={4} className="mt-6" />}
			{isIncomplete(asked.error) ? (
				<Note level="error" title="The request of this client is incomplete" className="mt-5">
					The client got no access. Start again in the client, or tell its developers.
				</Note>
			) : (
				asked.error && <ErrorNote error={asked.error} className="mt-5" />
			)}
			{asked.data && <ConnectRequest question={asked.data} search={search} />}
		</main>
	)
}
