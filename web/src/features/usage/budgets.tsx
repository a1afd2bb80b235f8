/** Budgets in dollars: yours, and that of a project you own, with what is spent of them. */
import {
	BUDGET_WARN_SHARE,
	BudgetStanding,
	Budgets as BudgetsSchema,
	type DollarBudget,
} from '@fairlead/protocol/models/dollar-budgets'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../data/api/client.ts'
import { ErrorNote } from '../../data/api/error-note.tsx'
import { priceText } from '../../parts/amounts.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/feedback.tsx'
import { BudgetForm } from './budget-form.tsx'

const budgetsQuery = (project: string | null) =>
	queryOptions({
		queryKey: ['usage', 'budgets', project],
		queryFn: ({ signal }) =>
			api(BudgetsSchema, `/api/usage/budgets${project === null ? '' : `?project=${project}`}`, {
				signal,
			}),
	})

const WHOSE = {
	person: { title: 'Your budget', of: 'All your runs, in every project.' },
	project: { title: 'Budget of this project', of: 'Everybody’s runs in this project.' },
} as const
type Whose = keyof typeof WHOSE

export function Budgets(props: { project: string | null }) {
	const { project } = props
	const budgets = useQuery(budgetsQuery(project))
	if (budgets.error) {
		return (
			<ErrorNote error={budgets.error} onRetry={() => void budgets.refetch()} className="mt-6" />
		)
	}
	if (!budgets.data) return null
	const { person, project: ofProject } = budgets.data
	return (
		<>
			<Budget whose="person" project={project} standing={person} />
			{ofProject && <Budget whose="project" project={project} standing={ofProject} />}
		</>
	)
}

function Budget(props: { whose: Whose; project: string | null; standing: BudgetStanding }) {
	const { whose, project, standing } = props
	const { title, of } = WHOSE[whose]
	const [edits, setEdits] = useState(false)
	const client = useQueryClient()
	const save = useMutation({
		mutationFn: (body: DollarBudget) =>
			api(
				BudgetStanding,
				whose === 'person' ? '/api/usage/budget' : `/api/projects/${project}/budget`,
				{ method: 'PUT', body },
			),
		onSuccess: (saved) => {
			client.setQueryData(budgetsQuery(project).queryKey, (before) =>
				before ? { ...before, [whose]: saved } : before,
			)
			void client.invalidateQueries({ queryKey: ['usage', 'budgets'] })
			setEdits(false)
		},
	})
	const { usdPerDay, usdPerMonth } = standing.budget
	const hasBudget = usdPerDay !== null || usdPerMonth !== null
	return (
		<section aria-label={title} className="mt-6">
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
				<h2 className="font-semibold">
					{title} <span className="font-normal text-muted">· {hasBudget ? of : 'none set'}</span>
				</h2>
				{!edits && (
					<Button onClick={() => setEdits(true)}>
						{hasBudget ? 'Change' : 'Set'} <span className="sr-only">{title.toLowerCase()}</span>
					</Button>
				)}
			</div>
			{hasBudget && <Standing standing={standing} />}
			{edits && (
				<BudgetForm
					label={title}
					budget={standing.budget}
					pending={save.isPending}
					error={save.error && <ErrorNote error={save.error} />}
					onSave={save.mutate}
					onCancel={() => {
						save.reset()
						setEdits(false)
					}}
				/>
			)}
		</section>
	)
}

function Standing(props: { standing: BudgetStanding }) {
	const { budget, day, month } = props.standing
	const windows = [
		{ name: 'Today', until: 'today', max: budget.usdPerDay, spent: day },
		{ name: 'This month', until: 'this month', max: budget.usdPerMonth, spent: month },
	].flatMap(({ max, ...one }) => (max === null ? [] : [{ ...one, max }]))
	const full = windows.find(({ max, spent }) => spent.spentUsd >= max)
	const near = windows.find(({ max, spent }) => spent.spentUsd >= max * BUDGET_WARN_SHARE)
	return (
		<>
			{full ? (
				<Note level="warning" title={`The budget for ${full.until} is spent`} className="mt-3">
					Runs stop before their next model call, and no new one begins. Change the budget, or wait
					until it begins anew.
				</Note>
			) : (
				near && (
					<Note
						level="warning"
						title={`More than ${BUDGET_WARN_SHARE * 100} % of the budget for ${near.until} is spent`}
						className="mt-3"
					>
						When it is spent, runs stop before their next model call.
					</Note>
				)
			)}
			<ul className="tabular mt-3 grid gap-3 md:grid-cols-2">
				{windows.map(({ name, max, spent }) => (
					<li key={name} className="rounded-lg border border-edge bg-surface px-4 py-3">
						<Spent name={name} max={max} spent={spent} strict={budget.unknownStops} />
					</li>
				))}
			</ul>
		</>
	)
}

const when = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

function Spent(props: {
	name: string
	max: number
	spent: BudgetStanding['day']
	strict: boolean
}) {
	const { name, max, strict } = props
	const { spentUsd, unpricedCalls, endsAt } = props.spent
	const isFull = spentUsd >= max
	return (
		<>
			<p className="flex justify-between gap-3">
				<span className="text-line text-muted">{name}</span>
				<span className={`text-line ${isFull ? 'font-semibold' : ''}`}>
					{priceText(spentUsd)} of {priceText(max)}
				</span>
			</p>
			<div aria-hidden className="mt-2 h-1.5 overflow-hidden rounded-sm bg-press">
				<div
					className="h-full"
					style={{
						width: `${Math.min(1, spentUsd / max) * 100}%`,
						background: isFull ? 'var(--text)' : 'var(--faint)',
					}}
				/>
			</div>
			<p className="mt-1 text-cap text-muted">
				Begins anew on {when.format(endsAt)} (UTC).
				{unpricedCalls > 0 &&
					` Not counted: ${unpricedCalls.toLocaleString()} model ${unpricedCalls === 1 ? 'call' : 'calls'} with an unknown price.`}
				{strict && ' Models with an unknown price are refused.'}
			</p>
		</>
	)
}
