/** `/usage?project=&days=&person=&model=&show=`: what runs have used, by day, and what is used of the limits. */
import { UsageByDay } from '@fairlead/protocol/models/usage'
import { visible } from '@fairlead/protocol/view/visible'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { ChartColumn } from 'lucide-react'
import { useId } from 'react'
import { useNavigate } from 'react-router'
import { projectPath } from '../../data/address.ts'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { isSignedOut, projectsQuery } from '../../data/api/queries.ts'
import { SignedOut } from '../../data/person/signed-out.tsx'
import { useTitle } from '../../data/title.ts'
import { useAddressQuery } from '../../data/use-address-query.ts'
import { Budgets } from '../../features/usage/budgets.tsx'
import { Chart } from '../../features/usage/chart.tsx'
import { Limits } from '../../features/usage/limits.tsx'
import { queryFor, RANGES, type Range, type Shown, shownBy } from '../../features/usage/range.ts'
import { shortCount, sumText, tokensOf } from '../../parts/amounts.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, Note, Skeleton } from '../../ui/feedback.tsx'
import { Choices } from '../../ui/form/choices.tsx'
import { Select } from '../../ui/form/select.tsx'
import { lazyPart } from '../../ui/loading/lazy-part.tsx'

const UsageTable = lazyPart(
	() => import('../../features/usage/table.tsx').then((m) => ({ default: m.UsageTable })),
	{ what: 'The table', className: 'mt-6' },
)

export default function UsageRoute() {
	useTitle('Usage')
	const id = useId()
	const navigate = useNavigate()
	const [query, setQuery] = useAddressQuery()
	const shown = shownBy(query)
	const projects = useQuery(projectsQuery)
	const { project, days, person, model } = shown
	const usage = useQuery({
		...usageQuery({ project, days, person, model }),
		placeholderData: keepPreviousData,
	})
	// The choices: the same request unless something is chosen.
	const whole = useQuery(usageQuery({ project, days, person: null, model: null })).data
	const people = new Map(
		whole?.rows.flatMap(({ by }) => (by.userId === null ? [] : [[by.userId, by.name]])),
	)
	const models = [...new Set(whole?.rows.map((row) => row.model))].sort()
	if (isSignedOut(usage.error)) return <SignedOut />
	const show = (change: Partial<Shown>) => setQuery(queryFor({ ...shown, ...change }))
	const data = usage.error ? undefined : usage.data
	const priced =
		data === undefined ||
		data.days.length === 0 ||
		data.days.some((day) => day.runs > day.unpricedRuns)
	const measure = shown.measure ?? (priced ? 'price' : 'tokens')
	return (
		<main className="mx-auto w-full max-w-4xl flex-1 px-4 pt-8 pb-16">
			<h1 className="text-title font-semibold tracking-tight">Usage</h1>
			<p className="mt-0.5 text-line text-muted text-pretty">
				Prices are list prices or people’s own values, not an invoice. Days are those of UTC.
			</p>
			<div className="mt-5 flex flex-wrap items-end gap-3">
				<div className="min-w-48 flex-1 md:max-w-72">
					<label htmlFor={id} className="sr-only">
						Project
					</label>
					<Select
						id={id}
						value={shown.project ?? ''}
						onChange={(event) => show({ project: event.target.value || null })}
					>
						<option value="">All projects</option>
						{projects.data?.map((project) => (
							<option key={project.id} value={project.id}>
								{project.name}
							</option>
						))}
					</Select>
				</div>
				<Filter
					label="Person"
					all="All people"
					value={person}
					options={[...people].map(([id, name]) => [id, name ?? 'A former member'])}
					onChoose={(next) => show({ person: next })}
				/>
				<Filter
					label="Model"
					all="All models"
					value={model}
					options={models.map((name) => [name, name])}
					onChoose={(next) => show({ model: next })}
				/>
				<Choices
					label="Range"
					name="range"
					value={String(shown.days)}
					choices={RANGES.map((days) => ({ value: String(days), label: `${days} days` }))}
					onChoose={(days) => show({ days: Number(days) as Range })}
				/>
				<Choices
					label="Shown by day"
					name="measure"
					value={measure}
					choices={[
						{ value: 'price', label: 'Price' },
						{ value: 'tokens', label: 'Tokens' },
					]}
					onChoose={(next) => show({ measure: next })}
				/>
			</div>
			<Budgets project={project} />
			<Limits project={project} />
			{usage.isPending && <Skeleton rows={6} className="mt-8" />}
			{usage.error && (
				<ErrorNote error={usage.error} onRetry={() => void usage.refetch()} className="mt-6" />
			)}
			{data?.days.length === 0 && (
				<div className="mt-6 rounded-lg border border-edge">
					<Empty
						icon={<ChartColumn />}
						title={
							person === null && model === null
								? `Nothing was used in the last ${days} days`
								: 'Nothing matches these filters'
						}
						action={
							<Button
								onClick={() => navigate(shown.project === null ? '/' : projectPath(shown.project))}
							>
								{shown.project === null ? 'Go to the projects' : 'Go to the project'}
							</Button>
						}
					>
						Each run adds to this page when it ends.
					</Empty>
				</div>
			)}
			{data && data.days.length > 0 && (
				<div className={usage.isPlaceholderData ? 'opacity-60' : ''}>
					<Totals usage={data} />
					<Chart usage={data} measure={measure} />
					<UsageTable
						usage={data}
						projects={shown.project === null ? (projects.data ?? []) : null}
					/>
					{data.more && (
						<Note level="info" title="Only the newest 500 rows are listed" className="mt-3">
							The sums of the days are complete. Choose a shorter range or one project to see the
							rest.
						</Note>
					)}
				</div>
			)}
		</main>
	)
}

const usageQuery = ({ project, days, person, model }: Omit<Shown, 'measure'>) => {
	const search = new URLSearchParams({
		days: String(days),
		...(project === null ? {} : { project }),
		...(person === null ? {} : { person }),
		...(model === null ? {} : { model }),
	})
	return queryOptions({
		queryKey: ['usage', search.toString()],
		queryFn: ({ signal }) => api(UsageByDay, `/api/usage/days?${search}`, { signal }),
	})
}

function Filter(props: {
	label: string
	all: string
	value: string | null
	options: readonly (readonly [value: string, label: string])[]
	onChoose: (value: string | null) => void
}) {
	const { label, all, value, options, onChoose } = props
	// A person alone has nothing to choose.
	if (value === null && options.length < 2) return null
	return (
		<div className="min-w-36 flex-1 md:max-w-56">
			<Select
				aria-label={label}
				value={value ?? ''}
				onChange={(event) => onChoose(event.target.value || null)}
			>
				<option value="">{all}</option>
				{options.map(([id, name]) => (
					<option key={id} value={id}>
						{visible(name)}
					</option>
				))}
				{value !== null && !options.some(([id]) => id === value) && (
					<option value={value}>{value}</option>
				)}
			</Select>
		</div>
	)
}

function Totals(props: { usage: UsageByDay }) {
	const { days } = props.usage
	const sum = (of: (day: (typeof days)[number]) => number): number =>
		days.reduce((total, day) => total + of(day), 0)
	const runs = sum((day) => day.runs)
	const unpriced = sum((day) => day.unpricedRuns)
	const totals = [
		['List price', sumText({ runs, unpricedRuns: unpriced, costUsd: sum((day) => day.costUsd) })],
		['Tokens', shortCount(sum((day) => tokensOf(day.usage)))],
		['Runs', runs.toLocaleString()],
	] as const
	return (
		<>
			<dl className="tabular mt-6 grid grid-cols-3 gap-3">
				{totals.map(([name, value]) => (
					<div key={name} className="rounded-lg border border-edge bg-surface px-4 py-3">
						<dt className="text-cap text-muted">{name}</dt>
						<dd className="mt-0.5 text-title font-semibold tracking-tight max-md:text-entry">
							{value}
						</dd>
					</div>
				))}
			</dl>
			{unpriced > 0 && unpriced < runs && (
				<p className="mt-2 text-line text-muted">
					Not in the price: {unpriced.toLocaleString()} {unpriced === 1 ? 'run' : 'runs'} of a model
					whose price is not known.
				</p>
			)}
		</>
	)
}
