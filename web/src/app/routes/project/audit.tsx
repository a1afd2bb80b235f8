/** `/p/:projectId/audit?by=&event=&only=&days=`: who did what in a project, for its owners. */
import { AuditPage } from '@fairlead/protocol/people/audit'
import { visible } from '@fairlead/protocol/view/visible'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useId, useMemo } from 'react'
import { useParams } from 'react-router'
import { api } from '../../../data/api/client.ts'
import { ErrorNote } from '../../../data/api/error-note.tsx'
import { membersQuery } from '../../../data/api/members.ts'
import { isSignedOut, projectQuery } from '../../../data/api/queries.ts'
import { SignedOut } from '../../../data/person/signed-out.tsx'
import { useTitle } from '../../../data/title.ts'
import { useAddressQuery } from '../../../data/use-address-query.ts'
import { Entries } from '../../../features/audit/entries.tsx'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Empty, Skeleton } from '../../../ui/feedback.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { ProjectPage } from './project-page.tsx'

const DAY_MS = 86_400_000
const RANGES = ['7', '30', '90', '400'] as const

const ONLY = [
	{ value: '', label: 'Done and refused' },
	{ value: 'done', label: 'Done' },
	{ value: 'refused', label: 'Refused' },
] as const

export default function AuditRoute() {
	const { projectId = '' } = useParams()
	const id = useId()
	const [query, setQuery] = useAddressQuery()
	const project = useQuery(projectQuery(projectId))
	const name = project.data?.name
	useTitle(name === undefined ? 'Audit log' : `Audit log · ${name}`)
	const by = query.get('by') ?? ''
	const event = query.get('event') ?? ''
	const only = ONLY.find(({ value }) => value === query.get('only'))?.value ?? ''
	const days = RANGES.find((range) => range === query.get('days')) ?? '30'
	const filter = useMemo(
		() =>
			new URLSearchParams({
				...(by === '' ? {} : { by }),
				...(event === '' ? {} : { event }),
				...(only === '' ? {} : { refused: String(only === 'refused') }),
				from: String(Date.now() - Number(days) * DAY_MS),
			}),
		[by, event, only, days],
	)
	const path = `/api/projects/${projectId}/audit`
	const log = useInfiniteQuery({
		queryKey: ['audit', projectId, by, event, only, days],
		queryFn: ({ pageParam, signal }) => {
			const search = new URLSearchParams(filter)
			if (pageParam !== null) search.set('cursor', pageParam)
			return api(AuditPage, `${path}?${search}`, { signal })
		},
		initialPageParam: null as string | null,
		getNextPageParam: (page) => page.nextCursor,
	})
	const members = useQuery(membersQuery(projectId)).data
	if (isSignedOut(log.error)) return <SignedOut />
	const choose = (change: Record<string, string>) => {
		const next = { by, event, only, days, ...change }
		setQuery(Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')))
	}
	const entries = log.data?.pages.flatMap((page) => page.entries)
	const nameOf = (subject: string) =>
		subject === projectId ? name : members?.find(({ userId }) => userId === subject)?.name
	return (
		<ProjectPage projectId={projectId} name={name} title="Audit log">
			<p className="mt-0.5 text-line text-muted text-pretty">
				Changes to the project and its people, and what was refused, with the address it came from.
				Entries are kept for 400 days. Messages are in their conversations.
			</p>
			<div className="mt-5 grid gap-3 md:grid-cols-4">
				<div>
					<label htmlFor={`${id}-by`} className="sr-only">
						Person
					</label>
					<Select id={`${id}-by`} value={by} onChange={(e) => choose({ by: e.target.value })}>
						<option value="">All people</option>
						{members?.map((member) => (
							<option key={member.userId} value={member.userId}>
								{visible(member.name)}
							</option>
						))}
						{by !== '' && !members?.some(({ userId }) => userId === by) && (
							<option value={by}>{by}</option>
						)}
					</Select>
				</div>
				<div>
					<label htmlFor={`${id}-event`} className="sr-only">
						Event
					</label>
					<Select
						id={`${id}-event`}
						value={event}
						onChange={(e) => choose({ event: e.target.value })}
					>
						<option value="">All events</option>
						{log.data?.pages[0]?.events.map((one) => (
							<option key={one.event} value={one.event}>
								{one.summary}
							</option>
						))}
					</Select>
				</div>
				<div>
					<label htmlFor={`${id}-only`} className="sr-only">
						Outcome
					</label>
					<Select id={`${id}-only`} value={only} onChange={(e) => choose({ only: e.target.value })}>
						{ONLY.map(({ value, label }) => (
							<option key={value} value={value}>
								{label}
							</option>
						))}
					</Select>
				</div>
				<div>
					<label htmlFor={`${id}-days`} className="sr-only">
						Range
					</label>
					<Select id={`${id}-days`} value={days} onChange={(e) => choose({ days: e.target.value })}>
						{RANGES.map((range) => (
							<option key={range} value={range}>
								Last {range} days
							</option>
						))}
					</Select>
				</div>
			</div>
			<div className="mt-3 flex flex-wrap gap-2">
				{(['csv', 'ndjson'] as const).map((format) => (
					<a key={format} href={`${path}/${format}?${filter}`} download className={buttonClass()}>
						Download {format === 'csv' ? 'CSV' : 'JSON lines'}
					</a>
				))}
			</div>
			{log.isPending && <Skeleton rows={6} className="mt-6" />}
			{log.error && !entries && (
				<ErrorNote error={log.error} onRetry={() => void log.refetch()} className="mt-4" />
			)}
			{entries?.length === 0 && (
				<Empty icon={<ScrollText />} title="Nothing was recorded">
					{by === '' && event === '' && only === ''
						? 'Nobody changed anything in this time.'
						: 'No entry matches these filters.'}
				</Empty>
			)}
			{entries && entries.length > 0 && <Entries entries={entries} nameOf={nameOf} />}
			{log.hasNextPage && (
				<Button
					className="mt-3"
					disabled={log.isFetchingNextPage}
					onClick={() => void log.fetchNextPage()}
				>
					Show older entries
				</Button>
			)}
			{log.error && entries && <ErrorNote error={log.error} className="mt-3" />}
		</ProjectPage>
	)
}
