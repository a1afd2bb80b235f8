/** The answer to `GET /status` of a running relay, also printed by `fairlead status --json`. */
import { EditorSeat } from '@fairlead/protocol/editors'
import * as z from 'zod'

export const RelayStatus = z.object({
	version: z.string(),
	relayId: z.string(),
	pid: z.number().int(),
	port: z.number().int(),
	home: z.string(),
	/** Unix milliseconds. */
	startedAt: z.number().int(),
	editors: z.array(
		EditorSeat.extend({
			/** Null for an editor whose folder is not linked. */
			project: z.object({ server: z.string(), projectId: z.string() }).nullable(),
		}),
	),
	links: z.array(
		z.object({
			server: z.string(),
			projectId: z.string(),
			/** Absent until the room has sent it. */
			projectName: z.string().nullable(),
			state: z.enum(['dialing', 'greeting', 'linked', 'waiting', 'stopped', 'closed']),
			/** Why it waits or has stopped, and what to do. */
			reason: z.string().nullable(),
			hint: z.string().nullable(),
			folders: z.array(z.string()),
		}),
	),
})
export type RelayStatus = z.infer<typeof RelayStatus>
