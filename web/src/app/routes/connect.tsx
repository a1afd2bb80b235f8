/** `/connect?client_id=…`: an MCP client asks to use a project for the person (the authorization endpoint of OAuth). */
import { ConnectionQuestion } from '@fairlead/protocol/connections'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { isSignedOut } from '../../data/api/queries.ts'
import { SignedOut } from '../../data/signed-out.tsx'
import { useTitle } from '../../data/title.ts'
import { ConnectRequest } from '../../features/connecting/request.tsx'
import { Skeleton } from '../../ui/feedback.tsx'

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
			{asked.error && <ErrorNote error={asked.error} className="mt-5" />}
			{asked.data && <ConnectRequest question={asked.data} search={search} />}
		</main>
	)
}
