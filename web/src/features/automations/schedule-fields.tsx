/** The times of a schedule, and the next ones that they mean. */
import { type Schedule, ScheduleTimes } from '@fairlead/protocol/automations/automations'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useId } from 'react'
import { api } from '../../data/api/client.ts'
import { toApiError } from '../../data/api/problem.ts'
import { Field } from '../../ui/form/field.tsx'
import { TextField } from '../../ui/form/form.tsx'
import { type FieldIssues, fieldIssues } from './draft.ts'

export function ScheduleFields(props: {
	projectId: string
	schedule: Schedule
	issues: FieldIssues
	onChange: (schedule: Schedule) => void
}) {
	const { projectId, schedule } = props
	const id = useId()
	// Quick typing asks once.
	const asked = useDeferredValue(`${new URLSearchParams({ ...schedule })}`)
	const times = useQuery({
		queryKey: ['schedule-times', projectId, asked],
		queryFn: ({ signal }) =>
			api(ScheduleTimes, `/api/projects/${projectId}/schedule-times?${asked}`, { signal }),
		enabled: schedule.cron.trim() !== '' && schedule.timeZone.trim() !== '',
		placeholderData: keepPreviousData,
	})
	const found = times.error ? fieldIssues(toApiError(times.error)) : {}
	return (
		<>
			<div className="grid gap-5 md:grid-cols-2">
				<Field
					label="Times"
					issue={props.issues.cron ?? found.cron}
					hint="Minute, hour, day of the month, month, weekday: “30 2 * * MON-FRI” is half past two from Monday to Friday."
				>
					{(tied) => (
						<TextField
							{...tied}
							className="font-mono"
							value={schedule.cron}
							maxLength={100}
							spellCheck={false}
							autoCapitalize="none"
							onChange={(event) => props.onChange({ ...schedule, cron: event.target.value })}
						/>
					)}
				</Field>
				<Field
					label="Time zone"
					issue={props.issues.timeZone ?? found.timeZone}
					hint="The schedule follows its daylight-saving time."
				>
					{(tied) => (
						<TextField
							{...tied}
							list={`${id}-zones`}
							value={schedule.timeZone}
							maxLength={64}
							spellCheck={false}
							autoCapitalize="none"
							onChange={(event) => props.onChange({ ...schedule, timeZone: event.target.value })}
						/>
					)}
				</Field>
			</div>
			<datalist id={`${id}-zones`}>
				{Intl.supportedValuesOf('timeZone').map((zone) => (
					<option key={zone} value={zone} />
				))}
			</datalist>
			{times.data && !times.error && <Next times={times.data.times} zone={schedule.timeZone} />}
		</>
	)
}

function Next(props: { times: readonly number[]; zone: string }) {
	const words = timesIn(props.zone)
	return (
		<div className="text-cap text-muted">
			The next times, in this time zone:
			<ul className="tabular mt-0.5 flex flex-wrap gap-x-4">
				{props.times.map((time) => (
					<li key={time}>{words(time)}</li>
				))}
			</ul>
		</div>
	)
}

const options = {
	weekday: 'short',
	day: 'numeric',
	month: 'short',
	hour: '2-digit',
	minute: '2-digit',
} as const

/** A zone that this browser does not know is the browser's own. */
function timesIn(timeZone: string): (time: number) => string {
	let format: Intl.DateTimeFormat
	try {
		format = new Intl.DateTimeFormat(undefined, { ...options, timeZone })
	} catch {
		format = new Intl.DateTimeFormat(undefined, { ...options, timeZoneName: 'short' })
	}
	return (time) => format.format(time)
}
