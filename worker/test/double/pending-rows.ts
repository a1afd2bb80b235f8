/** The calls of a room, as stored. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import type { ProjectRoom } from '../../src/rooms/project-room.ts'

type RoomStub = DurableObjectStub<ProjectRoom>

/** Calls that are not settled yet. */
export const rowsOf = (room: RoomStub): Promise<{ state: string; attempts: number }[]> =>
	runInDurableObject(room, (_, ctx) =>
		ctx.storage.sql
			.exec<{ state: string; attempts: number }>(
				"select state, attempts from pending_call where state <> 'closed'",
			)
			.toArray(),
	)

/** Lets the deadlines (and pauses between retries) of all calls pass, then runs the alarm. */
export async function passDeadlines(room: RoomStub): Promise<void> {
	await runInDurableObject(room, async (_, ctx) => {
		ctx.storage.sql.exec(
			'update pending_call set deadline_at = 1, retry_at = case when retry_at is null then null else 1 end',
		)
		// So that an alarm is there to be run, whatever was set before.
		await ctx.storage.setAlarm(Date.now() + 60_000)
	})
	await runDurableObjectAlarm(room)
}
