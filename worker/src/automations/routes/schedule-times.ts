/** When a schedule comes next, also one that is not saved yet. */
import { Schedule, ScheduleTimes } from '@fairlead/protocol/automations/automations'
import { json, type Route, route } from '../../http/route.ts'
import { requireSchedule, timesAfter } from '../schedule.ts'
import { MANAGES, understood } from './automations.ts'

const SHOWN_TIMES = 5

export const scheduleTimesRoutes: readonly Route[] = [
	route({
		method: 'get',
		path: '/api/projects/:projectId/schedule-times',
		operationId: 'getScheduleTimes',
		summary: 'Work out the next five times of a schedule',
		access: MANAGES,
		query: Schedule,
		answers: [
			{
				status: 200,
				schema: ScheduleTimes,
				description: 'Fewer than five if it has fewer. A schedule that is not valid is refused.',
			},
		],
		handle({ query, now }) {
			const times = understood(() => {
				requireSchedule(query, now)
				return timesAfter(query, now, SHOWN_TIMES)
			})
			return json({ times } satisfies ScheduleTimes)
		},
	}),
]
