/** `/pair?code=`: pairs the computer whose terminal shows the code with a project. */
import { Pairing, plainUserCode, USER_CODE_LENGTH } from '@fairlead/protocol/computers/pairing'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { toApiError } from '../../data/api/problem.ts'
import { isSignedOut, projectsQuery } from '../../data/api/queries.ts'
import { SignedOut } from '../../data/person/signed-out.tsx'
import { useTitle } from '../../data/title.ts'
import { useAddressQuery } from '../../data/use-address-query.ts'
import { CodeForm } from '../../features/pairing/code-form.tsx'
import { PairingRequest } from '../../features/pairing/request.tsx'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'

export default function PairRoute() {
	useTitle('Pair a computer')
	const [query, setQuery] = useAddressQuery()
	const code = plainUserCode(query.get('code') ?? '')
	const given = code.length === USER_CODE_LENGTH
	// Also before a code is typed: who has to sign in first should not type it twice.
	const projects = useQuery(projectsQuery)
	const pairing = useQuery({
		queryKey: ['pairing', code],
		queryFn: ({ signal }) => api(Pairing, `/api/pairings/${code}`, { signal }),
		enabled: given,
		// Each further read of a wrong code counts against the person.
		retry: false,
		refetchOnWindowFocus: false,
		staleTime: Number.POSITIVE_INFINITY,
	})
	if (isSignedOut(projects.error) || isSignedOut(pairing.error)) return <SignedOut />
	const another = () => setQuery({}, { replace: true })
	return (
		<main className="mx-auto w-full max-w-lg flex-1 px-4 pt-8 pb-16">
			<h1 className="text-title font-semibold tracking-tight">Pair a computer</h1>
			{!given && <CodeForm onCode={(typed) => setQuery({ code: typed })} />}
			{given && pairing.isPending && <Skeleton rows={4} className="mt-6" />}
			{given && pairing.error && (
				<>
					<ErrorNote
						error={pairing.error}
						className="mt-5"
						{...(toApiError(pairing.error).status === 404
							? {}
							: { onRetry: () => void pairing.refetch() })}
					/>
					<Button className="mt-4" onClick={another}>
						Enter another code
					</Button>
				</>
			)}
			{pairing.data && (
				<PairingRequest
					pairing={pairing.data}
					projects={projects}
					suggested={query.get('project')}
				/>
			)}
		</main>
	)
}
