/** The used part of a person's or a project's limits. Empty if there are none. */

import { UsageLimits } from '@fairlead/protocol/models/usage'
import type { LimitName, Quota } from '@fairlead/protocol/people/quotas'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { shortCount } from '../../parts/amounts.ts'

const WORDS: Readonly<Record<LimitName, string>> = {
	runs_per_day: 'Runs today',
	runs_per_month: 'Runs this month',
	runs: 'Runs of the trial',
	model_tokens_per_month: 'Model tokens this month',
	server_key_usd_per_day: 'Dollars of the server’s model keys today',
	server_key_usd_per_month: 'Dollars of the server’s model keys this month',
	server_key_tokens_per_day: 'Tokens of the server’s model keys today',
	server_key_tokens_per_month: 'Tokens of the server’s model keys this month',
	projects: 'Projects you own',
	api_tokens: 'API tokens',
	storage_mb: 'Storage (MB)',
	viewers: 'Viewers at the same time',
	relays: 'Relay tokens',
}
const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })
const number = (count: number): string =>
	count < 1_000_000
		? count.toLocaleString(undefined, { maximumFractionDigits: 2 })
		: shortCount(count)

export function Limits(props: { project: string | null }) {
	const { project } = props
	const limits = useQuery({
		queryKey: ['usage', 'limits', project],
		queryFn: ({ signal }) =>
			api(UsageLimits, `/api/usage/limits${project === null ? '' : `?project=${project}`}`, {
				signal,
			}),
	})
	if (limits.error) {
		return <ErrorNote error={limits.error} onRetry={() => void limits.refetch()} className="mt-6" />
	}
	if (!limits.data) return null
	const { person, project: ofProject } = limits.data
	return (
		<>
			<Quotas title="Your limits" plan={person.plan} quotas={person.quotas} />
			{ofProject && (
				<Quotas title="Limits of this project" plan={ofProject.plan} quotas={ofProject.quotas} />
			)}
		</>
	)
}

function Quotas(props: { title: string; plan: string; quotas: readonly Quota[] }) {
	const { title, plan, quotas } = props
	if (quotas.length === 0) return null
	return (
		<section aria-label={title} className="mt-6">
			<h2 className="font-semibold">
				{title} <span className="font-normal text-muted">· plan “{plan}”</span>
			</h2>
			<ul className="tabular mt-3 grid gap-3 md:grid-cols-2">
				{quotas.map((quota) => (
					<li key={quota.limit} className="rounded-lg border border-edge bg-surface px-4 py-3">
						<Used quota={quota} />
					</li>
				))}
			</ul>
		</section>
	)
}

function Used(props: { quota: Quota }) {
	const { limit, used, max, resetsAt } = props.quota
	const share = used === null ? 0 : max === 0 ? 1 : Math.min(1, used / max)
	const isFull = used !== null && used >= max
	return (
		<>
			<p className="flex justify-between gap-3">
				<span className="text-line text-muted">{WORDS[limit]}</span>
				<span className={`text-line ${isFull ? 'font-semibold' : ''}`}>
					{used === null ? `at most ${number(max)}` : `${number(used)} of ${number(max)}`}
				</span>
			</p>
			{used !== null && (
				<div aria-hidden className="mt-2 h-1.5 overflow-hidden rounded-sm bg-press">
					<div
						className="h-full"
						style={{
							width: `${share * 100}%`,
							background: isFull ? 'var(--text)' : 'var(--faint)',
						}}
					/>
				</div>
			)}
			{(isFull || resetsAt !== null) && (
				<p className="mt-1 text-cap text-muted">
					{isFull && 'Used up. '}
					{resetsAt !== null && `Resets on ${when.format(resetsAt)} (UTC).`}
				</p>
			)}
		</>
	)
}
