/** Budgets in dollars, and what is spent of them: the usage of runs that have ended, and what runs under way told last. */
import {
	type BudgetStanding,
	type DollarBudget,
	NO_DOLLAR_BUDGET,
} from '@fairlead/protocol/models/dollar-budgets'
import { and, eq, ne, or, type SQL, sql } from 'drizzle-orm'
import {
	type BudgetFigure,
	type BudgetFigures,
	type BudgetOf,
	type DollarsSpent,
	isNear,
} from '../../access/dollar-budgets.ts'
import { monthAndDay } from '../../access/plans.ts'
import { personNow } from '../../accounts/store/merged-trials.ts'
import type { Database } from '../../db/client.ts'
import { usage } from '../../db/schema.ts'
import { dollarBudgets, runningSpend } from './dollar-budget-schema.ts'

interface Subject {
	readonly of: BudgetOf
	/** The id, in SQL: a trial's run under way counts for the account that the trial became. */
	readonly id: SQL
}

/** Without a person, only the project's budget counts it. */
export interface CountedFor {
	readonly projectId: string
	readonly userId: string | null
}

/** A run that tells what it has spent. */
export interface CountedRun extends CountedFor {
	readonly runId: string
	/** The run whose sums will contain it; for a sub-agent, the run that started it. */
	readonly countedBy: string
	readonly own: DollarsSpent
}

const subjectsOf = ({ projectId, userId }: CountedFor): Subject[] => [
	...(userId === null ? [] : [{ of: 'person', id: personNow(userId) } as const]),
	{ of: 'project', id: sql`${projectId}` },
]

interface Sums {
	readonly day: number
	readonly month: number
	readonly dayUnpriced: number
	readonly monthUnpriced: number
}

/**
 * One value of JSON, read only if the row that asks for it exists. A run counts when it ended, as on the usage page; one
 * under way counts now, also what it spent before midnight.
 */
function spent({ of, id }: Subject, now: number): SQL<string> {
	const { day, month } = monthAndDay(now)
	const column = sql.raw(of === 'person' ? 'user_id' : 'project_id')
	return sql`(select json_object(
		'day', total(case when at >= ${day.from} then usd end), 'month', total(usd),
		'dayUnpriced', coalesce(sum(case when at >= ${day.from} then calls end), 0), 'monthUnpriced', coalesce(sum(calls), 0))
		from (select priced_usd as usd, unpriced_calls as calls, created_at as at from ${usage}
				where ${column} = ${id} and created_at >= ${month.from}
			union all select usd, unpriced_calls, updated_at from ${runningSpend}
				where ${column} = ${id} and updated_at >= ${month.from}))`
}

const readBudgets = (db: Database, run: CountedFor, now: number) =>
	subjectsOf(run).map((subject) =>
		db
			.select({
				of: sql<BudgetOf>`${subject.of}`,
				budget: dollarBudgets,
				spent: spent(subject, now),
			})
			.from(dollarBudgets)
			.where(eq(dollarBudgets.subject, subject.id)),
	)
type Row = Awaited<ReturnType<typeof readBudgets>[number]>[number]

const sumsIn = (text: string): Sums => JSON.parse(text) as Sums

/** The budgets before a run begins. */
export async function budgetsOf(
	db: Database,
	run: CountedFor,
	now: number,
): Promise<BudgetFigures> {
	const [first, ...rest] = readBudgets(db, run, now)
	if (!first) return { figures: [], unknownStops: [] }
	const rows = (await db.batch([first, ...rest])).flat()
	return figuresOf(rows, now, () => false)
}

/**
 * Tells what a run under way has spent, and returns the budgets that count it, in one batch: if several runs do so at
 * once, each later one counts the others. `warns`: it can show a warning; in each day and month one run gets it.
 */
export async function countRun(
	db: Database,
	run: CountedRun,
	warns: boolean,
	now: number,
): Promise<BudgetFigures> {
	const { runId, countedBy, own } = run
	const counted = subjectsOf(run).map(({ id }) => id)
	const userId = run.userId === null ? sql`''` : personNow(run.userId)
	const set = {
		usd: own.usd,
		unpricedCalls: own.unpricedCalls,
		updatedAt: now,
		userId: sql`excluded.user_id`,
	}
	const [, , ...read] = await db.batch([
		db
			.insert(runningSpend)
			.select(
				sql`select ${runId}, ${countedBy}, ${run.projectId}, ${userId}, ${own.usd}, ${own.unpricedCalls}, ${now}
				where exists (select 1 from ${dollarBudgets} where subject in (${sql.join(counted, sql`, `)}))
				and not exists (select 1 from ${usage} where run_id = ${countedBy})`,
			)
			.onConflictDoUpdate({ target: runningSpend.runId, set }),
		// Sub-agents that have ended are part of what the run tells.
		db
			.delete(runningSpend)
			.where(and(eq(runningSpend.countedBy, runId), ne(runningSpend.runId, runId))),
		...readBudgets(db, run, now),
	])
	const rows = (read as Row[][]).flat()
	const mine = new Set<string>()
	for (const { budget, spent } of rows) {
		for (const one of figuresOfBudget(budget, sumsIn(spent), now)) {
			if (!warns || !isNear(one.spentUsd, one.maxUsd)) continue
			if (await claimWarning(db, budget, one.window, runId, now))
				mine.add(`${budget.subject} ${one.window}`)
		}
	}
	return figuresOf(rows, now, (subject, window) => mine.has(`${subject} ${window}`))
}

/** True if this run shows the warning of this day or month, also when it asks again. */
async function claimWarning(
	db: Database,
	budget: Row['budget'],
	window: BudgetFigure['window'],
	runId: string,
	now: number,
): Promise<boolean> {
	const { name } = monthAndDay(now)[window]
	const [warned, by] =
		window === 'day'
			? [budget.warnedDay, budget.warnedDayRun]
			: [budget.warnedMonth, budget.warnedMonthRun]
	if (warned === name) return by === runId
	const set =
		window === 'day'
			? { warnedDay: name, warnedDayRun: runId }
			: { warnedMonth: name, warnedMonthRun: runId }
	const column = window === 'day' ? dollarBudgets.warnedDay : dollarBudgets.warnedMonth
	const claimed = await db
		.update(dollarBudgets)
		.set(set)
		.where(and(eq(dollarBudgets.subject, budget.subject), sql`${column} is not ${name}`))
		.returning({ subject: dollarBudgets.subject })
	return claimed.length > 0
}

function figuresOfBudget(
	{ usdPerDay, usdPerMonth }: Pick<DollarBudget, 'usdPerDay' | 'usdPerMonth'>,
	sums: Sums,
	now: number,
): Omit<BudgetFigure, 'of' | 'warns'>[] {
	const { day, month } = monthAndDay(now)
	const one = (
		window: BudgetFigure['window'],
		maxUsd: number | null,
		spentUsd: number,
		endsAt: number,
	) => (maxUsd === null ? [] : [{ window, maxUsd, spentUsd, endsAt }])
	return [
		...one('day', usdPerDay, sums.day, day.endsAt),
		...one('month', usdPerMonth, sums.month, month.endsAt),
	]
}

function figuresOf(
	rows: readonly Row[],
	now: number,
	warns: (subject: string, window: BudgetFigure['window']) => boolean,
): BudgetFigures {
	const figures = rows.flatMap(({ of, budget, spent }) =>
		figuresOfBudget(budget, sumsIn(spent), now).map((one) => ({
			...one,
			of,
			warns: warns(budget.subject, one.window),
		})),
	)
	const strict = rows.filter(({ budget }) => budget.unknownStops).map(({ of }) => of)
	return { figures, unknownStops: strict.filter((of) => figures.some((one) => one.of === of)) }
}

/** The budget and its sums for the page. */
export async function budgetStanding(
	db: Database,
	of: BudgetOf,
	id: string,
	now: number,
): Promise<BudgetStanding> {
	const [[row], [read]] = await db.batch([
		db.select().from(dollarBudgets).where(eq(dollarBudgets.subject, id)),
		db.select({ spent: spent({ of, id: sql`${id}` }, now) }).from(sql`(select 1)`),
	])
	if (!read) throw new Error('A select without a table has one row.')
	const { day, month } = monthAndDay(now)
	const sums = sumsIn(read.spent)
	const { usdPerDay, usdPerMonth, unknownStops } = row ?? NO_DOLLAR_BUDGET
	return {
		budget: { usdPerDay, usdPerMonth, unknownStops },
		day: { spentUsd: sums.day, unpricedCalls: sums.dayUnpriced, endsAt: day.endsAt },
		month: { spentUsd: sums.month, unpricedCalls: sums.monthUnpriced, endsAt: month.endsAt },
	}
}

/** Sets the budget; runs are warned anew. */
export async function setDollarBudget(
	db: Database,
	subject: string,
	budget: DollarBudget,
): Promise<void> {
	if (budget.usdPerDay === null && budget.usdPerMonth === null && !budget.unknownStops) {
		await db.delete(dollarBudgets).where(eq(dollarBudgets.subject, subject))
		return
	}
	const set = {
		...budget,
		warnedDay: null,
		warnedDayRun: null,
		warnedMonth: null,
		warnedMonthRun: null,
	}
	await db
		.insert(dollarBudgets)
		.values({ subject, ...set })
		.onConflictDoUpdate({ target: dollarBudgets.subject, set })
}

/** Longer than any month: an object that lost its storage tells no end. */
const KEPT_MS = 62 * 86_400_000

/** A statement for the batch that records the run's usage: the row in `usage` takes the place of this spending. */
export const forgetRunning = (
	db: Database,
	{ runId, createdAt }: { readonly runId: string; readonly createdAt: number },
) =>
	db
		.delete(runningSpend)
		.where(
			or(
				eq(runningSpend.countedBy, runId),
				sql`${runningSpend.updatedAt} < ${createdAt - KEPT_MS}`,
			),
		)
