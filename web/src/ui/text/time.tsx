import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric' })
const dayOfYear = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' })

/** "now", "5 min", "3 h", "2 d", then the date. */
function relativeTime(at: number, now: number): string {
	const age = now - at
	if (age < MINUTE_MS) return 'now'
	if (age < HOUR_MS) return `${Math.floor(age / MINUTE_MS)} min`
	if (age < DAY_MS) return `${Math.floor(age / HOUR_MS)} h`
	if (age < 7 * DAY_MS) return `${Math.floor(age / DAY_MS)} d`
	const sameYear = new Date(at).getFullYear() === new Date(now).getFullYear()
	return (sameYear ? day : dayOfYear).format(at)
}

/** "40 ms", "0.4 s", "12 s", "3:05 min", "26:10 h". */
export function duration(ms: number): string {
	if (ms < 100) return `${Math.max(0, Math.round(ms))} ms`
	const seconds = ms / 1000
	if (seconds < 10) return `${seconds.toFixed(1)} s`
	if (seconds < 60) return `${Math.floor(seconds)} s`
	const small = (n: number) => String(Math.floor(n % 60)).padStart(2, '0')
	const minutes = seconds / 60
	if (minutes < 60) return `${Math.floor(minutes)}:${small(seconds)} min`
	return `${Math.floor(minutes / 60)}:${small(minutes)} h`
}

/** A person's answer sooner than this is not worth a word. */
const SAID_FROM_MS = 1_000

/** "62 ms", "62 ms, waited 2:18 min for approval". */
export const spentText = (spent: {
	readonly workedMs: number
	readonly waitedMs: number
}): string =>
	spent.waitedMs < SAID_FROM_MS
		? duration(spent.workedMs)
		: `${duration(spent.workedMs)}, waited ${duration(spent.waitedMs)} for approval`

/** "Nov 22, 2026". */
export const exactDay = (at: number): string => dayOfYear.format(at)

/** "Nov 22, 2026, 9:41 AM". */
export const exactTime = (at: number): string => exact.format(at)

function useNow(everyMs: number, active = true): number {
	const [now, setNow] = useState(() => Date.now())
	useEffect(() => {
		if (!active) return
		const timer = setInterval(() => setNow(Date.now()), everyMs)
		return () => clearInterval(timer)
	}, [everyMs, active])
	return now
}

export function RelativeTime(props: { at: number; className?: string }) {
	const now = useNow(MINUTE_MS)
	return (
		<time
			dateTime={new Date(props.at).toISOString()}
			title={exactTime(props.at)}
			className={props.className}
		>
			{relativeTime(props.at, now)}
		</time>
	)
}

/** Counts while something runs; keeps its width by tabular figures. */
export function RunningDuration(props: { since: number; className?: string }) {
	const now = useNow(100)
	return <span className={props.className}>{duration(Math.max(100, now - props.since))}</span>
}
