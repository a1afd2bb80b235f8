/**
 * The times of a schedule. Croner reads the pattern and knows the time zones; when the clock changes, it
 * goes like Vixie cron: a time that does not exist is the first one after the gap, on that day; a time that
 * comes twice is the first of the two; patterns with `*` or steps in minute or hour follow the clock. Pure.
 */
import { MIN_SCHEDULE_MINUTES, type Schedule } from '@fairlead/protocol/automations/automations'
import { Cron } from 'croner'

/** Five fields; croner would also take seconds, years and dates. */
const FIELDS = /^(?:@\w+|\S+(?:\s+\S+){4})$/
const EXAMPLE =
	'Write five fields: minute, hour, day of the month, month, weekday. "30 2 * * MON-FRI" is half past two from Monday to Friday.'
/** One more than the times of a day that are far enough apart. */
const TIMES_OF_A_DAY = (24 * 60) / MIN_SCHEDULE_MINUTES + 1

/** The message is for the person who wrote the schedule. */
export class ScheduleError extends Error {
	override name = 'ScheduleError'
	readonly field: 'cron' | 'timeZone'

	constructor(field: 'cron' | 'timeZone', message: string) {
		super(message)
		this.field = field
	}
}

/** Without a time zone: the times in UTC, where no clock is changed. */
function parse(pattern: string, timeZone: string | null): Cron {
	const cron = pattern.trim()
	if (!FIELDS.test(cron)) throw new ScheduleError('cron', EXAMPLE)
	const zone = timeZone === null ? { utcOffset: 0 } : { timezone: timeZone }
	try {
		return new Cron(cron, { mode: '5-part', fixedTimeRule: 'no-wildcard', paused: true, ...zone })
	} catch (error) {
		const reason = (error instanceof Error ? error.message : '').replace(/^CronPattern: /, '')
		throw new ScheduleError('cron', `${reason.replace(/\.?$/, '.')} ${EXAMPLE}`)
	}
}

/** The next times after `now`, in Unix milliseconds: `count` of them, unless there are fewer. */
export const timesAfter = ({ cron, timeZone }: Schedule, now: number, count: number): number[] =>
	parse(cron, timeZone)
		.nextRuns(count, new Date(now))
		.map((time) => time.getTime())

/** Returns null if it has no time left. */
export const timeAfter = (schedule: Schedule, now: number): number | null =>
	timesAfter(schedule, now, 1)[0] ?? null

/** @throws {ScheduleError} that says what is wrong, and what to write instead */
export function requireSchedule(schedule: Schedule, now: number): void {
	requireTimeZone(schedule.timeZone)
	const inUtc = parse(schedule.cron, null)
	let before: Date | null = null
	for (let i = 0; i < TIMES_OF_A_DAY; i++) {
		const time: Date | null = inUtc.nextRun(before ?? new Date(now))
		if (!time) break
		if (before && time.getTime() - before.getTime() < MIN_SCHEDULE_MINUTES * 60_000) {
			throw new ScheduleError(
				'cron',
				`Two times of this schedule are less than ${MIN_SCHEDULE_MINUTES} minutes apart. Write */${MIN_SCHEDULE_MINUTES} or more in the field of the minutes.`,
			)
		}
		before = time
	}
	if (!before) {
		throw new ScheduleError('cron', `There is no such day: this schedule has no time. ${EXAMPLE}`)
	}
}

function requireTimeZone(timeZone: string): void {
	try {
		// Names only: an offset such as +01:00 knows no daylight-saving time.
		if (!/^[A-Za-z]/.test(timeZone)) throw new RangeError(timeZone)
		new Intl.DateTimeFormat('en', { timeZone })
	} catch {
		throw new ScheduleError(
			'timeZone',
			`"${timeZone.slice(0, 64)}" is not a time zone. Write the name of one, such as Europe/Berlin, America/New_York or UTC.`,
		)
	}
}
