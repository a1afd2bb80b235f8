/** A nightly run that starts an hour late, twice, or not at all on two days of the year is what a user would lose. */
import { expect, test } from 'vitest'
import { requireSchedule, ScheduleError, timeAfter, timesAfter } from './schedule.ts'

const NOW = Date.parse('2026-11-23T06:00:00Z')

const times = (cron: string, timeZone: string, from: string, count: number): string[] =>
	timesAfter({ cron, timeZone }, Date.parse(from), count).map((time) =>
		new Date(time).toISOString().replace(':00.000Z', 'Z'),
	)

test.each([
	['at a time of day', '30 2 * * *', ['2026-03-29T01:00Z', '2026-03-30T00:30Z']],
	[
		'at two times of day',
		'30 2,14 * * *',
		['2026-03-29T01:00Z', '2026-03-29T12:30Z', '2026-03-30T00:30Z'],
	],
	['in steps: what does not exist is left out', '*/30 2 * * *', ['2026-03-30T00:00Z']],
	[
		'each hour: an hour of real time apart',
		'0 * * * *',
		['2026-03-28T23:00Z', '2026-03-29T00:00Z', '2026-03-29T01:00Z', '2026-03-29T02:00Z'],
	],
])('clocks in Berlin go forward from 02:00 to 03:00, %s', (_what, cron, expected) => {
	expect(times(cron, 'Europe/Berlin', '2026-03-28T22:00Z', expected.length)).toEqual(expected)
})

test.each([
	['at a time of day: once, the first', '30 2 * * *', ['2026-10-25T00:30Z', '2026-10-26T01:30Z']],
	[
		'in steps: in both hours',
		'*/30 2 * * *',
		['2026-10-25T00:00Z', '2026-10-25T00:30Z', '2026-10-25T01:00Z', '2026-10-25T01:30Z'],
	],
	[
		'each hour: an hour of real time apart',
		'0 * * * *',
		['2026-10-24T23:00Z', '2026-10-25T00:00Z', '2026-10-25T01:00Z', '2026-10-25T02:00Z'],
	],
])('clocks in Berlin go back from 03:00 to 02:00, %s', (_what, cron, expected) => {
	expect(times(cron, 'Europe/Berlin', '2026-10-24T22:30Z', expected.length)).toEqual(expected)
})

test('a gap at midnight, where a day begins at one: the day is not left out', () => {
	expect(times('0 0 * * *', 'Africa/Cairo', '2026-04-23T12:00Z', 2)).toEqual([
		'2026-04-23T22:00Z',
		'2026-04-24T21:00Z',
	])
})

test('each time of a year of days comes after the one before, once a day', () => {
	for (const timeZone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC']) {
		const year = timesAfter({ cron: '15 2 * * *', timeZone }, NOW, 365)
		const gaps = year.slice(1).map((time, i) => (time - (year[i] ?? 0)) / 3_600_000)
		expect(Math.min(...gaps)).toBeGreaterThanOrEqual(22.5)
		expect(Math.max(...gaps)).toBeLessThanOrEqual(25.5)
	}
})

test('the next time is after now, not now', () => {
	expect(timeAfter({ cron: '0 6 * * *', timeZone: 'UTC' }, NOW)).toBe(NOW + 24 * 3_600_000)
})

const refusal = (cron: string, timeZone = 'UTC'): ScheduleError => {
	try {
		requireSchedule({ cron, timeZone }, NOW)
	} catch (error) {
		if (error instanceof ScheduleError) return error
	}
	throw new Error(`${cron} was taken`)
}

test.each([
	['half past', /Write five fields/],
	['* * * *', /Write five fields/],
	['0 30 2 * * *', /Write five fields/],
	['2030-01-01T00:00:00', /Write five fields/],
	['60 * * * *', /Invalid value for minute: 60\. Write five fields/],
	['0 0 30 2 *', /no such day/],
	['@reboot', /not supported/],
	['* * * * *', /less than 5 minutes apart/],
	['0,59 3 * * *', null],
	['0,4 3 * * *', /less than 5 minutes apart/],
	['0,58 0,23 * * *', /less than 5 minutes apart/],
	['*/5 * * * *', null],
	['0 9 * * MON-FRI', null],
	['0 0 29 2 *', null],
	['@daily', null],
])('"%s" is taken, or refused with what to do', (cron, message) => {
	if (message === null) requireSchedule({ cron, timeZone: 'UTC' }, NOW)
	else
		expect(refusal(cron)).toMatchObject({ field: 'cron', message: expect.stringMatching(message) })
})

test.each(['Mars/Base', '+01:00', 'GMT+1', 'Berlin'])('%s is no time zone', (timeZone) => {
	expect(refusal('0 9 * * *', timeZone)).toMatchObject({
		field: 'timeZone',
		message: expect.stringContaining('such as Europe/Berlin'),
	})
})
