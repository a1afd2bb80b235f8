/** The activity of one's own account: sign-ins, sessions, passkeys, tokens, and refused attempts. */
import { AuditPage } from '@fairlead/protocol/people/audit'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { projectsQuery } from '../../data/api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/feedback.tsx'
import { Entries } from './entries.tsx'

const PAGE = 10

export default function AccountActivity() {
	const log = useInfiniteQuery({
		queryKey: ['audit', 'own'],
		queryFn: ({ pageParam, signal }) => {
			const search = new URLSearchParams({ limit: String(PAGE) })
			if (pageParam !== null) search.set('cursor', pageParam)
			return api(AuditPage, `/api/audit?${search}`, { signal })
		},
		initialPageParam: null as string | null,
		getNextPageParam: (page) => page.nextCursor,
	})
	const projects = useQuery(projectsQuery).data
	const nameOf = (id: string) => projects?.find((project) => project.id === id)?.name
	const entries = log.data?.pages.flatMap((page) => page.entries)
	return (
		<section aria-labelledby="activity" className="mt-8">
			<h2 id="activity" tabIndex={-1} className="scroll-mt-4 font-semibold outline-none">
				Account activity
			</h2>
			<p className="mt-0.5 text-line text-muted text-pretty">
				Sign-ins, and what was changed or refused with your sessions and tokens, with the address it
				came from. If something here was not you, end your sessions and revoke your tokens.
			</p>
			{log.isPending && <Skeleton rows={4} className="mt-3" />}
			{log.error && !entries && (
				<ErrorNote error={log.error} onRetry={() => void log.refetch()} className="mt-3" />
			)}
			{entries?.length === 0 && <p className="mt-3 text-line text-muted">Nothing was recorded.</p>}
			{entries && entries.length > 0 && <Entries entries={entries} nameOf={nameOf} />}
			{log.hasNextPage && (
				<Button
					className="mt-3"
					disabled={log.isFetchingNextPage}
					onClick={() => void log.fetchNextPage()}
				>
					Show older activity
				</Button>
			)}
		</section>
	)
}
