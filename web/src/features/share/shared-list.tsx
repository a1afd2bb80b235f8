/** The conversations of a shared project. */
import type { OpenedShare } from '@fairlead/protocol/people/shares'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { conversationsQuery } from '../../data/api/queries.ts'
import { sharedPath } from '../../data/shared-visit.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Skeleton } from '../../ui/feedback.tsx'
import { Link } from '../../ui/link.tsx'
import { RelativeTime } from '../../ui/text/time.tsx'

export function SharedList(props: { visit: OpenedShare; token: string }) {
	const { visit, token } = props
	const list = useInfiniteQuery(conversationsQuery(visit.projectId))
	return (
		<main className="mx-auto w-full max-w-3xl flex-1 overflow-y-auto px-4 py-6">
			{list.isPending && <Skeleton rows={6} />}
			{list.error && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
			{list.data?.length === 0 && <Empty title="There are no conversations here yet" />}
			<ul className="flex flex-col">
				{list.data?.map(({ id, title, updatedAt }) => (
					<li key={id} className="border-b border-edge">
						<Link
							to={sharedPath(token, id)}
							className="flex min-h-11 items-center gap-3 rounded-md px-2 py-2 hover:bg-hover"
						>
							<span className="min-w-0 flex-1 truncate">{title}</span>
							<RelativeTime at={updatedAt} className="text-cap text-muted" />
						</Link>
					</li>
				))}
			</ul>
			{list.hasNextPage && (
				<Button className="mt-4" onClick={() => void list.fetchNextPage()}>
					Show more
				</Button>
			)}
		</main>
	)
}
