import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test'
import { CLIENT_IDLE_MS } from '../../src/rooms/calls/editor-leases.ts'
import type { ProjectRoom } from '../../src/rooms/project-room.ts'
import { until } from './harness.ts'

type Room = DurableObjectStub<ProjectRoom>

/** Lets the quiet time of every turn at an editor pass, and rings the alarm. False: there was none. */
export async function passQuietTime(room: Room): Promise<boolean> {
	await runInDurableObject(room, (_, ctx) => {
		ctx.storage.sql.exec('update editor_lease set free_at = 2 where free_at > 1')
	})
	return runDurableObjectAlarm(room)
}

/** The same once the room has heard that the calls of clients have ended, which comes after their answers. */
export async function endClientTurns(room: Room): Promise<void> {
	await until(async () => {
		const ends = await runInDurableObject(room, (_, ctx) =>
			ctx.storage.sql.exec<{ at: number }>('select free_at as at from editor_lease').toArray(),
		)
		const latest = Date.now() + CLIENT_IDLE_MS
		return ends.every(({ at }) => at > 1 && at <= latest) || undefined
	}, 'the ends of the calls')
	await passQuietTime(room)
}
