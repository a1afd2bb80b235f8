/** A bar per day. The table below it says the same in words and numbers. */
import type { UsageByDay } from '@fairlead/protocol/models/usage'
import { useState } from 'react'
import { priceText, shortCount, sumText, tokensOf } from '../../parts/amounts.ts'
import { amountText, dayText, mostText, shortDay } from './amounts.ts'
import { daysBetween, type Measure, scaleEnd } from './range.ts'

const HEIGHT = 160
/** A bar's share of a day's place in the row. */
const BAR_SHARE = 0.72
/** A day with little use is still seen to have some. */
const MIN_BAR = 2

type Day = UsageByDay['days'][number]

const amountOf = (day: Day | undefined, measure: Measure): number =>
	day === undefined ? 0 : measure === 'price' ? day.costUsd : tokensOf(day.usage)

/** Unknown is not nothing. */
const dayAmount = (day: Day | undefined, measure: Measure): string =>
	day && measure === 'price' ? sumText(day) : amountText(amountOf(day, measure), measure)

export function Chart(props: { usage: UsageByDay; measure: Measure }) {
	const { usage, measure } = props
	const [under, setUnder] = useState<string | null>(null)
	const byDay = new Map(usage.days.map((day) => [day.day, day]))
	const days = daysBetween(usage.from, usage.to)
	const amounts = days.map((day) => amountOf(byDay.get(day), measure))
	const highest = Math.max(...amounts)
	const end = scaleEnd(highest)
	const peak = days[amounts.indexOf(highest)] ?? usage.to
	const total = amounts.reduce((sum, amount) => sum + amount, 0)
	const what = measure === 'price' ? 'List price' : 'Tokens'
	const most = mostText(highest, peak, measure)
	const summary = `${what} by day, ${shortDay(usage.from)} to ${shortDay(usage.to)}. In all: ${amountText(total, measure)}. ${most}`
	const place = 100 / days.length
	return (
		<figure className="mt-4 rounded-lg border border-edge bg-surface p-4">
			<figcaption className="tabular flex justify-between gap-4 text-line text-muted">
				<span className="font-medium text-text">{what} by day</span>
				<span>
					{under === null ? most : `${dayText(under)}: ${dayAmount(byDay.get(under), measure)}`}
				</span>
			</figcaption>
			<div className="mt-3 flex gap-2">
				<div
					aria-hidden
					className="tabular flex shrink-0 flex-col justify-between text-right text-cap text-faint"
					style={{ height: HEIGHT }}
				>
					{[end, end / 2, 0].map((tick, n) => (
						<span key={tick} className={n === 0 ? '-mt-2' : n === 2 ? '-mb-2' : ''}>
							{measure === 'price' ? priceText(tick) : shortCount(tick)}
						</span>
					))}
				</div>
				<svg
					role="img"
					aria-label={summary}
					width="100%"
					height={HEIGHT}
					className="min-w-0 flex-1 overflow-visible"
					onPointerLeave={() => setUnder(null)}
				>
					{[0, 0.5, 1].map((share) => (
						<line
							key={share}
							x1="0"
							x2="100%"
							y1={HEIGHT * share}
							y2={HEIGHT * share}
							stroke={share === 1 ? 'var(--edge-strong)' : 'var(--edge)'}
						/>
					))}
					{days.map((day, n) => {
						const amount = amounts[n] ?? 0
						const height = amount === 0 ? 0 : Math.max(MIN_BAR, (amount / end) * HEIGHT)
						return (
							<g key={day} onPointerEnter={() => setUnder(day)}>
								<rect x={`${n * place}%`} width={`${place}%`} height={HEIGHT} fill="transparent" />
								<rect
									x={`${(n + (1 - BAR_SHARE) / 2) * place}%`}
									width={`${place * BAR_SHARE}%`}
									y={HEIGHT - height}
									height={height}
									rx="1.5"
									fill={day === under ? 'var(--text)' : 'var(--faint)'}
								/>
							</g>
						)
					})}
				</svg>
			</div>
			<div aria-hidden className="tabular mt-2 flex justify-between pl-12 text-cap text-faint">
				<span>{shortDay(usage.from)}</span>
				<span>{shortDay(usage.to)}</span>
			</div>
		</figure>
	)
}
