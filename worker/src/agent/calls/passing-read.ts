/** A read that is not stored: of the editor or the relay, for now. An eviction loses it, and it is repeated. */

import { type CallOutcome, failed } from '@fairlead/protocol/wire/calls'
import { READ_CALL_PREFIX } from '@fairlead/protocol/wire/relay-link'
import type { RoomPort, RoomRead } from '../../ports/room.ts'

export type ReadingRoom = Pick<RoomPort, 'read'> & {
	cancel(callIds: readonly string[]): Promise<unknown>
}

/**
 * A read that would have to wait for the editor or the relay is answered at once, with the reason. Never rejects.
 * @param id no other read of this instance has it
 * @param signal withdraws the read, and answers it with `cancelled`
 */
export async function readInPassing(
	room: ReadingRoom,
	id: string,
	read: Omit<RoomRead, 'callId'>,
	signal?: AbortSignal,
): Promise<CallOutcome> {
	const callId = `${READ_CALL_PREFIX}${id}`
	const { promise: withdrawn, resolve } = Promise.withResolvers<CallOutcome>()
	const withdraw = (): void => {
		resolve(failed('cancelled', 'It is no longer needed.'))
		room.cancel([callId]).catch(() => undefined)
	}
	signal?.addEventListener('abort', withdraw, { once: true })
	try {
		return await Promise.race([room.read({ ...read, callId }), withdrawn])
	} catch {
		return failed('internal', 'The project could not be reached.')
	} finally {
		signal?.removeEventListener('abort', withdraw)
	}
}
